internal import FileSystem

/// Names with a number, for keeping a second file of the same name.
enum FreeName {
  /// Bytes of the longest name that Linux file systems take (NAME_MAX in limits.h).
  static let longestName = 255

  /// A name with a number before its ending: `a.txt` and 2 give `a (2).txt`.
  ///
  /// The first number is 1, which stands for the name itself. A name that would grow too long
  /// loses bytes before the number, whole characters at a time.
  static func name(_ name: [UInt8], number: Int) -> [UInt8] {
    guard number > 1 else { return name }
    let (stem, ending) = split(name)
    let suffix = Array(" (\(number))".utf8) + ending
    return shortened(stem, to: max(1, longestName - suffix.count)) + suffix
  }

  /// A name without and from its last ending on; `.tar.gz` and its kind stay whole.
  private static func split(
    _ name: [UInt8]
  ) -> (stem: ArraySlice<UInt8>, ending: ArraySlice<UInt8>) {
    let stem = FileEntity.split(name).stem
    if stem.count > 4, stem.suffix(4).elementsEqual(".tar".utf8), stem.count < name.count {
      return (stem.dropLast(4), name[(stem.endIndex - 4)...])
    }
    return (stem, name[stem.endIndex...])
  }

  private static func shortened(_ bytes: ArraySlice<UInt8>, to count: Int) -> [UInt8] {
    guard bytes.count > count else { return Array(bytes) }
    var end = bytes.startIndex + count
    // Bytes 10xxxxxx continue a character of UTF-8.
    while end > bytes.startIndex + 1, bytes[end] & 0xC0 == 0x80 { end -= 1 }
    return Array(bytes[..<end])
  }
}
