/// UTF-8 by hand, since a bad byte has to be named with its place.
enum UTF8Text {
  /// The length in bytes that a first byte announces.
  static func length(ofFirst byte: UInt8) -> Int {
    switch byte {
    case ..<0xC0: 1
    case ..<0xE0: 2
    case ..<0xF0: 3
    case _: 4
    }
  }

  /// The code point at an offset; nil where the bytes are no shortest-form UTF-8.
  static func decode(_ bytes: [UInt8], at offset: Int) -> Unicode.Scalar? {
    let first = bytes[offset]
    if first < 0x80 { return Unicode.Scalar(first) }
    guard first >= 0xC2, first <= 0xF4 else { return nil }
    let length = length(ofFirst: first)
    guard offset + length <= bytes.count else { return nil }
    var value = UInt32(first) & (0xFF >> UInt32(length + 1))
    for next in bytes[(offset + 1)..<(offset + length)] {
      guard next & 0xC0 == 0x80 else { return nil }
      value = value << 6 | UInt32(next & 0x3F)
    }
    let smallest: [UInt32] = [0, 0, 0x80, 0x800, 0x1_0000]
    guard value >= smallest[length] else { return nil }
    return Unicode.Scalar(value)
  }
}
