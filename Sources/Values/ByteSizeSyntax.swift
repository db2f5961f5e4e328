/// Numbers of bytes as text: `5 MiB` with units of 1024 (IEC 80000-13), `10 kB` with units of 1000.
///
/// A number without a unit counts bytes. A lone `K`, `M` or `G` is refused: to some it means 1000,
/// to others 1024.
package enum ByteSizeSyntax {
  /// Why a text is no number of bytes.
  package enum Problem: Error, Hashable {
    case expectedNumber(String)
    case ambiguousUnit(String)
    case unknownUnit(String)
    case tooLarge
  }

  /// The number of bytes that a text stands for; parts of a byte are dropped.
  package static func parse(_ text: String) throws(Problem) -> Int64 {
    var rest = Substring(text)
    skipSpaces(&rest)
    let whole = digits(&rest)
    var fraction: Substring = ""
    if rest.hasPrefix(".") {
      rest.removeFirst()
      fraction = digits(&rest)
    }
    guard !whole.isEmpty || !fraction.isEmpty else { throw .expectedNumber(text) }
    skipSpaces(&rest)
    while rest.last == " " { rest.removeLast() }
    let factor = try factor(String(rest))
    guard let count = Int64(whole.isEmpty ? "0" : whole) else { throw .tooLarge }
    var part: Int128 = 0
    var scale: Int128 = 1
    for digit in fraction.utf8.prefix(18) {
      part = part * 10 + Int128(digit - UInt8(ascii: "0"))
      scale *= 10
    }
    let total = Int128(count) * Int128(factor) + part * Int128(factor) / scale
    guard let bytes = Int64(exactly: total) else { throw .tooLarge }
    return bytes
  }

  /// The exact text of a number of bytes: `5 MiB`, `10 kB`, `1234 B`.
  package static func text(_ bytes: Int64) -> String {
    guard bytes != 0 else { return "0 B" }
    for (name, factor) in units.reversed() where bytes % factor == 0 {
      return "\(bytes / factor) \(name)"
    }
    return "\(bytes) B"
  }

  /// A short text for people, rounded down to a tenth: `5.2 MiB`.
  package static func approximateText(_ bytes: Int64) -> String {
    let unit = units.last { $0.name.contains("i") && $0.factor <= bytes.magnitude }
    guard let unit else { return "\(bytes) B" }
    let tenths = Int128(bytes.magnitude) * 10 / Int128(unit.factor)
    let sign = bytes < 0 ? "-" : ""
    let number = tenths % 10 == 0 ? "\(tenths / 10)" : "\(tenths / 10).\(tenths % 10)"
    return "\(sign)\(number) \(unit.name)"
  }

  private static func factor(_ unit: String) throws(Problem) -> Int64 {
    switch unit {
    case "", "B", "byte", "bytes": return 1
    case "KB": return 1000
    case "k", "K", "M", "G", "T", "P", "m", "g", "t": throw .ambiguousUnit(unit)
    case _: break
    }
    guard let known = units.first(where: { $0.name == unit }) else { throw .unknownUnit(unit) }
    return known.factor
  }

  private static func digits(_ rest: inout Substring) -> Substring {
    let digits = rest.prefix { $0.isASCII && $0.isNumber }
    rest = rest[digits.endIndex...]
    return digits
  }

  private static func skipSpaces(_ rest: inout Substring) {
    while let first = rest.first, first == " " || first == "\t" { rest.removeFirst() }
  }

  /// From the smallest to the largest.
  private static let units: [(name: String, factor: Int64)] = [
    ("kB", 1000), ("KiB", 1 << 10), ("MB", 1_000_000), ("MiB", 1 << 20), ("GB", 1_000_000_000),
    ("GiB", 1 << 30), ("TB", 1_000_000_000_000), ("TiB", 1 << 40),
    ("PB", 1_000_000_000_000_000), ("PiB", 1 << 50),
  ]
}

extension ByteSizeSyntax.Problem: CustomStringConvertible {
  /// What is wrong, and what would be right.
  package var description: String {
    switch self {
    case .expectedNumber: "expected a number of bytes such as `500` or `5 MiB`"
    case .ambiguousUnit(let unit):
      "`\(unit)` may mean units of 1000 or of 1024; write `\(unit.uppercased())B` for 1000 or "
        + "`\(unit.uppercased())iB` for 1024"
    case .unknownUnit(let unit):
      "`\(unit)` is no unit of size; the units are B, kB, MB, GB, TB (1000) and KiB, MiB, GiB, "
        + "TiB (1024)"
    case .tooLarge: "the size is larger than 64 bits can count"
    }
  }
}
