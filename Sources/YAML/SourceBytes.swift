/// The bytes of a file, checked to be text that YAML can hold; shared by all nodes of the file.
final class SourceBytes: Sendable {
  /// All bytes of the file, with the byte-order mark if there is one.
  let bytes: [UInt8]
  /// The name of the file for messages.
  let file: String
  /// How many bytes the byte-order mark takes: 0 or 3.
  let contentStart: Int

  init(checked bytes: [UInt8], file: String, contentStart: Int) {
    self.bytes = bytes
    self.file = file
    self.contentStart = contentStart
  }

  /// Where a line break begins or the text ends, at or after an offset.
  func endOfLine(from offset: Int) -> Int {
    var index = offset
    while index < bytes.count, bytes[index] != 0x0A, bytes[index] != 0x0D { index += 1 }
    return index
  }

  /// Where the line begins that an offset stands in.
  func startOfLine(at offset: Int) -> Int {
    var index = min(offset, bytes.count)
    while index > contentStart, bytes[index - 1] != 0x0A, bytes[index - 1] != 0x0D { index -= 1 }
    return index
  }

  /// The text from an offset to the end of its line.
  func restOfLine(from offset: Int) -> String {
    text(offset..<endOfLine(from: offset))
  }

  /// The whole line that an offset stands in.
  func line(at offset: Int) -> String {
    text(startOfLine(at: offset)..<endOfLine(from: offset))
  }

  /// The text between two offsets.
  func text(_ range: Range<Int>) -> String {
    String(decoding: bytes[range.clamped(to: 0..<bytes.count)], as: UTF8.self)
  }
}

/// A place in checked text that moves on by one character at a time.
struct SourceCursor {
  private let bytes: [UInt8]
  private let end: Int
  private(set) var mark: Mark

  init(_ source: SourceBytes, from start: Mark, to end: Int) {
    bytes = source.bytes
    self.end = min(end, source.bytes.count)
    mark = start
  }

  /// The character at this place, with every line break as a line feed; nil at the end.
  var character: Unicode.Scalar? {
    guard mark.offset < end else { return nil }
    let first = bytes[mark.offset]
    if first == 0x0D { return "\n" }
    if first < 0x80 { return Unicode.Scalar(first) }
    return UTF8Text.decode(bytes, at: mark.offset)
  }

  /// Goes to the next character; the two bytes CR LF are one line break.
  mutating func advance() {
    guard mark.offset < end else { return }
    let first = bytes[mark.offset]
    switch first {
    case 0x0D, 0x0A:
      let isPair = first == 0x0D && mark.offset + 1 < bytes.count && bytes[mark.offset + 1] == 0x0A
      mark = Mark(line: mark.line + 1, column: 1, offset: mark.offset + (isPair ? 2 : 1))
    default:
      mark.offset += UTF8Text.length(ofFirst: first)
      mark.column += 1
    }
  }
}
