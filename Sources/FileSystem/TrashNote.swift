internal import Values

/// The note that tells where something in the trash was and when it went there.
struct TrashNote {
  /// What follows the name in the trash to make the note's name.
  static let ending = Array(".trashinfo".utf8)

  let original: FilePath
  /// What the path in the note counts from; nil for a whole path.
  let top: FilePath?
  let deleted: Instant

  /// The text of the note, as bytes.
  var bytes: [UInt8] {
    let path = top.flatMap { original.relative(to: $0) } ?? original.bytes
    let local = LocalTime(deleted)
    let text = """
      [Trash Info]
      Path=\(Self.encoded(path))
      DeletionDate=\(local.dateText)T\(local.timeText)

      """
    return Array(text.utf8)
  }

  /// Escapes all bytes but unreserved characters and `/` by a percent sign and two digits, as RFC 2396 does.
  static func encoded(_ path: [UInt8]) -> String {
    let digits = Array("0123456789ABCDEF".utf8)
    var text: [UInt8] = []
    for byte in path {
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"):
        text.append(byte)
      case _ where "-_.!~*'()/".utf8.contains(byte):
        text.append(byte)
      default:
        text += [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 15)]]
      }
    }
    return String(decoding: text, as: UTF8.self)
  }
}
