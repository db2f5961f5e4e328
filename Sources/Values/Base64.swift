/// Base64 text (RFC 4648, section 4).
package enum Base64 {
  private static let alphabet = Array(
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)

  package static func encode(_ bytes: [UInt8]) -> String {
    var output: [UInt8] = []
    output.reserveCapacity((bytes.count + 2) / 3 * 4)
    for start in stride(from: 0, to: bytes.count, by: 3) {
      let group = bytes[start..<min(start + 3, bytes.count)]
      var bits: UInt32 = 0
      for byte in group { bits = bits << 8 | UInt32(byte) }
      bits <<= UInt32(8 * (3 - group.count))
      for position in 0..<4 {
        let isPadding = position > group.count
        let digit = alphabet[Int(bits >> UInt32(18 - 6 * position)) & 63]
        output.append(isPadding ? UInt8(ascii: "=") : digit)
      }
    }
    return String(decoding: output, as: UTF8.self)
  }

  /// The bytes of a text, padded or not; nil where it is not Base64.
  package static func decode(_ text: String) -> [UInt8]? {
    var output: [UInt8] = []
    var bits: UInt32 = 0
    var width: UInt32 = 0
    var digits = Array(text.utf8)
    while digits.last == UInt8(ascii: "=") { digits.removeLast() }
    guard digits.count % 4 != 1 else { return nil }
    for digit in digits {
      guard let value = value(of: digit) else { return nil }
      bits = bits << 6 | value
      width += 6
      if width >= 8 {
        width -= 8
        output.append(UInt8(truncatingIfNeeded: bits >> width))
        bits &= (1 << width) - 1
      }
    }
    return output
  }

  private static func value(of digit: UInt8) -> UInt32? {
    switch digit {
    case UInt8(ascii: "A")...UInt8(ascii: "Z"): UInt32(digit - UInt8(ascii: "A"))
    case UInt8(ascii: "a")...UInt8(ascii: "z"): UInt32(digit - UInt8(ascii: "a")) + 26
    case UInt8(ascii: "0")...UInt8(ascii: "9"): UInt32(digit - UInt8(ascii: "0")) + 52
    case UInt8(ascii: "+"): 62
    case UInt8(ascii: "/"): 63
    default: nil
    }
  }
}
