/// A point in time, counted from 1970-01-01T00:00:00Z without leap seconds (POSIX time).
package struct Instant: Sendable, Hashable, Comparable {
  /// Time since the epoch; negative before it.
  package let sinceEpoch: Duration

  package init(sinceEpoch: Duration) { self.sinceEpoch = sinceEpoch }

  /// Makes a point in time from whole seconds and nanoseconds since the epoch.
  package init(seconds: Int64, nanoseconds: Int64 = 0) {
    sinceEpoch = .seconds(seconds) + .nanoseconds(nanoseconds)
  }

  package static let epoch = Instant(sinceEpoch: .zero)

  /// Whole seconds since the epoch, rounded down.
  package var seconds: Int64 {
    let parts = sinceEpoch.components
    return parts.attoseconds < 0 ? parts.seconds - 1 : parts.seconds
  }

  /// Nanoseconds within the second, from 0 to 999,999,999.
  package var nanoseconds: Int32 {
    let attoseconds = sinceEpoch.components.attoseconds
    let positive = attoseconds < 0 ? attoseconds + 1_000_000_000_000_000_000 : attoseconds
    return Int32(positive / 1_000_000_000)
  }

  /// Nanoseconds since the epoch, clamped to what 64 bits hold (years 1677 to 2262).
  package var totalNanoseconds: Int64 { sinceEpoch.totalNanoseconds }

  /// Makes a point in time from nanoseconds since the epoch.
  package init(totalNanoseconds: Int64) { sinceEpoch = .nanoseconds(totalNanoseconds) }

  package static func < (left: Instant, right: Instant) -> Bool {
    left.sinceEpoch < right.sinceEpoch
  }

  package static func + (left: Instant, right: Duration) -> Instant {
    Instant(sinceEpoch: left.sinceEpoch + right)
  }

  package static func - (left: Instant, right: Duration) -> Instant {
    Instant(sinceEpoch: left.sinceEpoch - right)
  }

  package static func - (left: Instant, right: Instant) -> Duration {
    left.sinceEpoch - right.sinceEpoch
  }
}

extension Duration {
  /// Nanoseconds, clamped to what 64 bits hold (292 years).
  package var totalNanoseconds: Int64 {
    let (seconds, attoseconds) = components
    let (scaled, overflow) = seconds.multipliedReportingOverflow(by: 1_000_000_000)
    let limit = seconds < 0 ? Int64.min : Int64.max
    guard !overflow else { return limit }
    let (sum, sumOverflow) = scaled.addingReportingOverflow(attoseconds / 1_000_000_000)
    return sumOverflow ? limit : sum
  }

  /// Seconds with a fraction; exact to about 15 digits.
  package var inSeconds: Double {
    Double(components.seconds) + Double(components.attoseconds) / 1e18
  }
}
