internal import Values

/// A file's name and text, kept to show the lines that messages are about.
package struct SourceText: Sendable {
  /// The file's name as it is shown to people.
  package let file: String
  /// The whole content, with a byte-order mark if there is one.
  package let bytes: [UInt8]

  /// Holds the bytes of a file; they need not be UTF-8.
  package init(file: String, bytes: [UInt8]) {
    self.file = file
    self.bytes = bytes
  }

  /// Holds a text under a file's name.
  package init(file: String, text: String) { self.init(file: file, bytes: Array(text.utf8)) }

  /// A line counted from 1, without its break; nil where the file has no such line.
  ///
  /// Bytes that are not UTF-8 are one character each, as the parser counts them.
  package func line(_ number: Int) -> String? {
    guard number >= 1 else { return nil }
    var start = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
    for _ in 1..<number {
      let end = endOfLine(from: start)
      guard end < bytes.count else { return nil }
      let isPair = bytes[end] == 0x0D && end + 1 < bytes.count && bytes[end + 1] == 0x0A
      start = end + (isPair ? 2 : 1)
    }
    return FilePath.text(of: Array(bytes[start..<endOfLine(from: start)]))
  }

  private func endOfLine(from start: Int) -> Int {
    var index = start
    while index < bytes.count, bytes[index] != 0x0A, bytes[index] != 0x0D { index += 1 }
    return index
  }
}
