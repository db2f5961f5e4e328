/// Spans of time as text: `2 weeks`, `1h 30min`, `250ms` (systemd.time(7), "Parsing time spans").
///
/// A number without a unit counts seconds. Months have 30.44 days and years 365.25, as in systemd.
/// Other than there, `ns` is always read, a lone sign may stand before all of it where the caller
/// allows that, and `infinity` is no span.
package enum TimeSpanSyntax {
  /// Why a text is no span of time.
  package enum Problem: Error, Hashable {
    case empty
    case expectedNumber(String)
    case unknownUnit(String)
    case negative
    case tooLong
  }

  /// The longest span: what 64 bits of nanoseconds hold, about 292 years.
  package static let maximum = Duration.nanoseconds(Int64.max)

  /// The span that a text stands for.
  package static func parse(
    _ text: String, allowsNegative: Bool = false
  ) throws(Problem) -> Duration {
    var rest = Substring(text)
    skipSpaces(&rest)
    let isNegative = rest.hasPrefix("-")
    if isNegative || rest.hasPrefix("+") { rest.removeFirst() }
    guard !rest.isEmpty else { throw .empty }
    var total: Int128 = 0
    repeat {
      total += try term(&rest)
      guard total <= Int64.max else { throw .tooLong }
      skipSpaces(&rest)
    } while !rest.isEmpty
    guard !isNegative || total == 0 || allowsNegative else { throw .negative }
    return .nanoseconds(Int64(isNegative ? -total : total))
  }

  /// The text of a span with units, the largest first; nothing below a nanosecond is shown.
  package static func text(_ span: Duration) -> String {
    let total = Int128(span.components.seconds) * 1_000_000_000
    let nanoseconds = total + Int128(span.components.attoseconds / 1_000_000_000)
    guard nanoseconds != 0 else { return "0" }
    var rest = nanoseconds.magnitude
    var parts: [String] = []
    for (name, length) in shown {
      let count = rest / UInt128(length)
      rest %= UInt128(length)
      if count > 0 { parts.append("\(count)\(name)") }
    }
    return (nanoseconds < 0 ? "-" : "") + parts.joined(separator: " ")
  }

  /// One number with its unit, in nanoseconds.
  private static func term(_ rest: inout Substring) throws(Problem) -> Int128 {
    let whole = digits(&rest)
    var fraction: Substring = ""
    if rest.hasPrefix(".") {
      rest.removeFirst()
      fraction = digits(&rest)
    }
    guard !whole.isEmpty || !fraction.isEmpty else { throw .expectedNumber(String(rest)) }
    skipSpaces(&rest)
    let letters = rest.prefix { $0.isLetter }
    rest = rest[letters.endIndex...]
    guard let unit = letters.isEmpty ? second : units[String(letters)] else {
      throw .unknownUnit(String(letters))
    }
    guard let count = Int64(whole.isEmpty ? "0" : whole) else { throw .tooLong }
    // Digits below a nanosecond of the longest unit say nothing, however many there are.
    var total = Int128(count) * Int128(unit)
    var place = Int128(unit)
    var part: Int128 = 0
    var scale: Int128 = 1
    for digit in fraction.utf8.prefix(18) {
      part = part * 10 + Int128(digit - UInt8(ascii: "0"))
      scale *= 10
    }
    place = part * place / scale
    total += place
    return total
  }

  private static func digits(_ rest: inout Substring) -> Substring {
    let digits = rest.prefix { $0.isASCII && $0.isNumber }
    rest = rest[digits.endIndex...]
    return digits
  }

  private static func skipSpaces(_ rest: inout Substring) {
    while let first = rest.first, first == " " || first == "\t" { rest.removeFirst() }
  }

  private static let second: Int64 = 1_000_000_000
  private static let day: Int64 = 86_400 * second
  private static let month: Int64 = 2_629_800 * second
  private static let year: Int64 = 31_557_600 * second

  private static let shown: [(String, Int64)] = [
    ("y", year), ("month", month), ("w", 7 * day), ("d", day), ("h", 3600 * second),
    ("min", 60 * second), ("s", second), ("ms", 1_000_000), ("us", 1_000), ("ns", 1),
  ]

  private static let units: [String: Int64] = {
    let names: [([String], Int64)] = [
      (["ns", "nsec"], 1), (["us", "usec", "µs", "μs"], 1_000), (["ms", "msec"], 1_000_000),
      (["s", "sec", "second", "seconds"], second),
      (["m", "min", "minute", "minutes"], 60 * second),
      (["h", "hr", "hour", "hours"], 3600 * second), (["d", "day", "days"], day),
      (["w", "week", "weeks"], 7 * day), (["M", "month", "months"], month),
      (["y", "year", "years"], year),
    ]
    var units: [String: Int64] = [:]
    for (spellings, length) in names {
      for spelling in spellings { units[spelling] = length }
    }
    return units
  }()
}

extension TimeSpanSyntax.Problem: CustomStringConvertible {
  /// What is wrong, and what would be right.
  package var description: String {
    switch self {
    case .empty: "there is no span of time; write one such as `1h 30min`"
    case .expectedNumber(let text): "expected a number before `\(text)`"
    case .unknownUnit(let unit):
      "`\(unit)` is no unit of time; the units are ms, s, min, h, days, weeks, months, years"
    case .negative: "a span of time can't be negative here"
    case .tooLong: "the span is longer than 292 years"
    }
  }
}
