internal import Values

/// Turns the bytes of a text file into text, whichever of the usual encodings it has.
enum TextEncoding {
  private static let utf8Mark: [UInt8] = [0xEF, 0xBB, 0xBF]
  private static let littleEndianMark: [UInt8] = [0xFF, 0xFE]
  private static let bigEndianMark: [UInt8] = [0xFE, 0xFF]

  /// The bytes without a UTF-8 byte-order mark at their start.
  static func withoutByteOrderMark(_ bytes: [UInt8]) -> [UInt8] {
    bytes.starts(with: utf8Mark) ? Array(bytes.dropFirst(utf8Mark.count)) : bytes
  }

  /// The text of a file, or nil where its bytes are no text.
  ///
  /// UTF-16 is known by its byte-order mark. What is not UTF-8 but has only printable bytes is
  /// taken as Latin-1. A NUL byte otherwise means that it is no text.
  static func text(of bytes: [UInt8]) -> (text: String, encoding: String)? {
    if bytes.starts(with: littleEndianMark) || bytes.starts(with: bigEndianMark) {
      return utf16(bytes).map { ($0, "UTF-16") }
    }
    guard !bytes.contains(where: isBinary) else { return nil }
    if let text = String(validating: withoutByteOrderMark(bytes), as: UTF8.self) {
      return (text, "UTF-8")
    }
    // Latin-1 has no printable characters there: such bytes are rather a broken UTF-8 or binary.
    guard !bytes.contains(where: { (0x80...0x9F).contains($0) }) else {
      return (FilePath.text(of: withoutByteOrderMark(bytes)), "mixed")
    }
    var scalars = String.UnicodeScalarView()
    for byte in bytes { scalars.append(Unicode.Scalar(byte)) }
    return (String(scalars), "Latin-1")
  }

  private static func utf16(_ bytes: [UInt8]) -> String? {
    guard bytes.count.isMultiple(of: 2) else { return nil }
    let isLittle = bytes.starts(with: littleEndianMark)
    let units = stride(from: 2, to: bytes.count, by: 2).map { index in
      let (first, second) = (UInt16(bytes[index]), UInt16(bytes[index + 1]))
      return isLittle ? second << 8 | first : first << 8 | second
    }
    return String(validating: units, as: UTF16.self)
  }

  /// Whether a byte does not occur in text: control characters other than tab, line ends, form feed and escape.
  private static func isBinary(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x09...0x0D, 0x1B, 0x08: false
    case 0x00..<0x20: true
    default: false
    }
  }
}
