/// The hidden names under which files are made until they are complete.
package enum StagedName {
  private static let mark = Array(".hob-".utf8)
  private static let digits = Array("0123456789abcdefghijklmnopqrstuv".utf8)
  private static let digitCount = 8

  /// A new name such as `.report.pdf.hob-7k2m9q0a` for what will be `report.pdf`.
  package static func make(for name: [UInt8]) -> [UInt8] {
    let room = Kernel.longestName - 1 - mark.count - digitCount
    var random = UInt64.random(in: 0...UInt64.max)
    var ending: [UInt8] = []
    for _ in 0..<digitCount {
      ending.append(digits[Int(random % 32)])
      random /= 32
    }
    return [UInt8(ascii: ".")] + KeepBoth.cut(name[...], to: room) + mark + ending
  }

  /// Whether a name is one of these, so that watchers leave it alone.
  package static func matches(_ name: [UInt8]) -> Bool {
    let tail = name.suffix(mark.count + digitCount)
    return name.first == UInt8(ascii: ".") && name.count > mark.count + digitCount
      && tail.starts(with: mark) && tail.dropFirst(mark.count).allSatisfy(digits.contains)
  }
}
