/// When a zone's local time is how far from UTC.
package struct TimeZoneRules: Sendable, Hashable {
  private let fixed: Int64

  /// A zone that never changes.
  package init(fixedOffset seconds: Int64) { fixed = seconds }

  /// Seconds that local time is ahead of UTC.
  package func offset(at instant: Instant) -> Int64 { fixed }
}
