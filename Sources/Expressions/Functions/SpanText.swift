internal import Values

/// Spans of time as the specification writes them: `1h30m`, `-1.5s`, `6347s`.
enum SpanText {
  private static let units: [(name: String, nanoseconds: Int64)] = [
    ("ns", 1), ("us", 1000), ("µs", 1000), ("μs", 1000), ("ms", 1_000_000), ("s", 1_000_000_000),
    ("m", 60_000_000_000), ("h", 3_600_000_000_000),
  ]

  static func read(_ text: String) throws(EvaluationError.Reason) -> Duration {
    let wrong = EvaluationError.Reason.invalid(
      "\"\(text.prefix(60))\" is no duration such as 1h30m or 90s")
    var rest = Substring(text)
    let isNegative = rest.hasPrefix("-")
    if isNegative || rest.hasPrefix("+") { rest.removeFirst() }
    if rest == "0" { return .zero }
    guard !rest.isEmpty else { throw wrong }
    var total = Duration.zero
    while !rest.isEmpty {
      let whole = digits(&rest)
      var fraction = ""
      if rest.hasPrefix(".") {
        rest.removeFirst()
        fraction = digits(&rest)
      }
      let name = rest.prefix { !$0.isASCII || $0.isLetter }
      guard !(whole.isEmpty && fraction.isEmpty), whole.count < 16,
        let unit = units.first(where: { $0.name == name })
      else { throw wrong }
      rest = rest.dropFirst(name.count)
      let (count, overflow) = (Int64(whole) ?? 0).multipliedReportingOverflow(
        by: unit.nanoseconds)
      guard !overflow else { throw .overflow("duration") }
      total += .nanoseconds(count) + part(fraction, of: unit.nanoseconds)
    }
    return try TimeRange.checked(isNegative ? .zero - total : total)
  }

  private static func digits(_ rest: inout Substring) -> String {
    let digits = rest.prefix { $0.isASCII && $0.isNumber }
    rest = rest.dropFirst(digits.count)
    return String(digits)
  }

  /// A decimal fraction of a unit, in whole nanoseconds.
  private static func part(_ fraction: String, of unit: Int64) -> Duration {
    guard let digits = Int64(fraction.prefix(15)) else { return .zero }
    var scale: Int64 = 1
    for _ in fraction.prefix(15) { scale *= 10 }
    let (high, low) = digits.multipliedFullWidth(by: unit)
    guard high < scale else { return .zero }
    return .nanoseconds(scale.dividingFullWidth((high, low)).quotient)
  }

  /// Seconds with a fraction where there is one: `90s`, `0.5s`.
  static func seconds(_ span: Duration) -> String {
    let (seconds, attoseconds) = span.components
    let nanoseconds = attoseconds / 1_000_000_000
    let sign = seconds < 0 || nanoseconds < 0 ? "-" : ""
    guard nanoseconds != 0 else { return "\(seconds)s" }
    var fraction = padded(nanoseconds.magnitude, 9)
    while fraction.hasSuffix("0") { fraction.removeLast() }
    return "\(sign)\(seconds.magnitude).\(fraction)s"
  }
}
