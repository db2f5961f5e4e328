/// Checks that bytes are text that a YAML file may hold, before the parser sees them.
///
/// YAML 1.2.2, 5.1 leaves out control characters. U+2028 and U+2029 are refused as well, since the
/// parser below takes them for line breaks and editors do not: all later lines would be misnamed.
enum TextCheck {
  private static let byteOrderMark: [UInt8] = [0xEF, 0xBB, 0xBF]

  static func check(
    _ bytes: [UInt8], file: String, limits: ParserLimits
  ) throws(SyntaxError) -> SourceBytes {
    guard bytes.count <= limits.bytes else {
      throw SyntaxError(
        .tooLarge(bytes: bytes.count, limit: limits.bytes), file: file, mark: .start)
    }
    if bytes.starts(with: [0xFF, 0xFE]) || bytes.starts(with: [0xFE, 0xFF]) {
      throw SyntaxError(.utf16, file: file, mark: .start)
    }
    let start = bytes.starts(with: byteOrderMark) ? byteOrderMark.count : 0
    if let bad = firstBadOffset(in: bytes, from: start) {
      let mark = mark(of: bad, in: bytes, from: start)
      throw SyntaxError(reason(at: bad, in: bytes), file: file, mark: mark)
    }
    return SourceBytes(checked: bytes, file: file, contentStart: start)
  }

  private static func firstBadOffset(in bytes: [UInt8], from start: Int) -> Int? {
    var index = start
    while index < bytes.count {
      let byte = bytes[index]
      if byte >= 0x20, byte < 0x7F {
        index += 1
      } else if let character = UTF8Text.decode(bytes, at: index), isAllowed(character) {
        index += UTF8Text.length(ofFirst: byte)
      } else {
        return index
      }
    }
    return nil
  }

  private static func isAllowed(_ character: Unicode.Scalar) -> Bool {
    switch character.value {
    case 0x09, 0x0A, 0x0D, 0x20...0x7E: true
    case 0xA0...0x2027, 0x202A...0xD7FF, 0xE000...0xFEFE, 0xFF00...0xFFFD: true
    case 0x1_0000...0x10_FFFF: true
    case _: false
    }
  }

  private static func reason(at offset: Int, in bytes: [UInt8]) -> SyntaxError.Reason {
    guard let character = UTF8Text.decode(bytes, at: offset) else { return .notUTF8(bytes[offset]) }
    return .forbiddenCharacter(character)
  }

  private static func mark(of offset: Int, in bytes: [UInt8], from start: Int) -> Mark {
    let prefix = SourceBytes(checked: Array(bytes[..<offset]), file: "", contentStart: start)
    let first = Mark(line: 1, column: 1, offset: start)
    var cursor = SourceCursor(prefix, from: first, to: offset)
    while cursor.mark.offset < offset { cursor.advance() }
    return cursor.mark
  }
}
