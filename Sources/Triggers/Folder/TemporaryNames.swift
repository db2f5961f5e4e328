/// Names under which programs write a file before it gets its own.
///
/// A file with such a name is not reported: its content is on the way, or a copy kept for safety.
package enum TemporaryNames {
  /// Endings of unfinished downloads and copies, in lower case.
  package static let endings = [
    ".part", ".partial", ".crdownload", ".download", ".filepart", ".opdownload", ".!ut", ".aria2",
    ".tmp",
  ]

  /// The length of the random ending that rsync, mkstemp(3) and desktop libraries put behind a hidden name.
  package static let randomLength = 6

  /// Whether a name is one of those.
  package static func contain(_ name: [UInt8]) -> Bool {
    isUnfinished(name) || isEditorsOwn(name)
  }

  /// An unfinished file: `x.part`, `x.crdownload`, `.x.Ab12Cd`, `Unconfirmed 12.crdownload`.
  static func isUnfinished(_ name: [UInt8]) -> Bool {
    ending(of: name) != nil || randomlyNamed(name) != nil || name.starts(with: unconfirmed)
      || name.starts(with: savedByGLib)
  }

  /// What editors lay beside a file: `x~`, `#x#`, `.#x`, `.~lock.x#`, `.x.swp`.
  static func isEditorsOwn(_ name: [UInt8]) -> Bool {
    guard let first = name.first, let last = name.last else { return false }
    let hash = UInt8(ascii: "#")
    return (last == UInt8(ascii: "~") && name.count > 1)
      || (first == hash && last == hash && name.count > 1)
      || (first == dot && name.count > 2 && (name[1] == hash || name.starts(with: officeLock)))
      || isSwap(name)
  }

  /// The names that a temporary name may get when it is finished.
  ///
  /// None for names that tell nothing of the later one.
  package static func finalNames(of name: [UInt8]) -> [[UInt8]] {
    if let hidden = randomlyNamed(name) { return [Array(hidden)] }
    guard let ending = ending(of: name) else { return [] }
    let rest = Array(name.dropLast(ending))
    guard !rest.isEmpty, !rest.starts(with: unconfirmed) else { return [] }
    var names = [rest]
    if rest.first == dot, rest.count > 1 { names.append(Array(rest.dropFirst())) }
    if let plain = withoutMiddle(rest) { names.append(plain) }
    return names
  }

  private static let dot = UInt8(ascii: ".")
  private static let unconfirmed = Array("Unconfirmed ".utf8)
  private static let savedByGLib = Array(".goutputstream-".utf8)
  private static let officeLock = Array(".~".utf8)
  private static let endingBytes = endings.map { Array($0.utf8) }

  /// How many bytes at the end mark the name as unfinished; nil where none do.
  private static func ending(of name: [UInt8]) -> Int? {
    for ending in endingBytes
    where name.count > ending.count
      && zip(name.suffix(ending.count), ending).allSatisfy({ lowercased($0) == $1 })
    {
      return ending.count
    }
    return nil
  }

  /// The name inside a hidden one with a random ending: `x.zip` of `.x.zip.Ab12Cd`.
  private static func randomlyNamed(_ name: [UInt8]) -> ArraySlice<UInt8>? {
    guard name.first == dot, name.count > randomLength + 2 else { return nil }
    let ending = name.suffix(randomLength)
    guard name[ending.startIndex - 1] == dot, ending.allSatisfy(isLetterOrDigit) else { return nil }
    return name[1..<ending.startIndex - 1]
  }

  /// The name without a random part before its ending: `x.iso` of `x.6k2bhR1a.iso`, as Firefox has it.
  private static func withoutMiddle(_ name: [UInt8]) -> [UInt8]? {
    let parts = name.split(separator: dot, omittingEmptySubsequences: false)
    guard parts.count >= 3, parts[parts.count - 2].count == 8,
      parts[parts.count - 2].allSatisfy({ isLetterOrDigit($0) || $0 == 0x2D || $0 == 0x5F })
    else { return nil }
    var kept = parts
    kept.remove(at: parts.count - 2)
    return Array(kept.joined(separator: [dot]))
  }

  /// A swap file of Vim: `.x.swp`, `.x.swo`, down to `.x.saa`.
  private static func isSwap(_ name: [UInt8]) -> Bool {
    let end = name.suffix(4)
    guard name.first == dot, name.count > 4, let start = end.first, start == dot else {
      return false
    }
    let letters = Array(end.dropFirst())
    return letters[0] == UInt8(ascii: "s") && isLower(letters[1]) && isLower(letters[2])
      && letters[1] >= UInt8(ascii: "u")
  }

  private static func isLower(_ byte: UInt8) -> Bool { byte >= 0x61 && byte <= 0x7A }
  private static func isUpper(_ byte: UInt8) -> Bool { byte >= 0x41 && byte <= 0x5A }
  private static func isDigit(_ byte: UInt8) -> Bool { byte >= 0x30 && byte <= 0x39 }
  private static func isLetterOrDigit(_ byte: UInt8) -> Bool {
    isLower(byte) || isUpper(byte) || isDigit(byte)
  }
  private static func lowercased(_ byte: UInt8) -> UInt8 { isUpper(byte) ? byte | 0x20 : byte }
}
