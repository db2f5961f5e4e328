/// When the local time of a zone is how far from UTC.
///
/// Read from the files of the time-zone database (tzfile(5), RFC 9636): changes that are listed,
/// and after the last of them the rule of the footer.
package struct TimeZoneRules: Sendable, Hashable {
  /// A span of time in which the distance from UTC stays the same.
  package struct Period: Sendable, Hashable {
    /// Seconds that local time is ahead of UTC.
    package let offset: Int64
    package let isDaylight: Bool
    /// What people call it: `CET`, `CEST`, `+0545`.
    package let abbreviation: String

    package init(offset: Int64, isDaylight: Bool, abbreviation: String) {
      (self.offset, self.isDaylight) = (offset, isDaylight)
      self.abbreviation = abbreviation
    }
  }

  struct Change: Sendable, Hashable {
    /// Seconds since 1970 from which on the period holds.
    let at: Int64
    let period: Period
  }

  private let first: Period
  private let changes: [Change]
  private let rule: TimeZoneRule?

  init(first: Period, changes: [Change], rule: TimeZoneRule?) {
    (self.first, self.changes, self.rule) = (first, changes, rule)
  }

  /// A zone that never changes.
  package init(fixedOffset seconds: Int64, name: String = "") {
    self.init(
      first: Period(offset: seconds, isDaylight: false, abbreviation: name), changes: [],
      rule: nil)
  }

  package static let utc = TimeZoneRules(fixedOffset: 0, name: "UTC")

  /// The period in which a point in time lies.
  package func period(at instant: Instant) -> Period {
    let seconds = instant.seconds
    guard let last = changes.last else { return rule?.period(at: seconds) ?? first }
    if seconds >= last.at { return rule?.period(at: seconds) ?? last.period }
    // The last change that is not later.
    var (low, high) = (0, changes.count)
    while low < high {
      let middle = (low + high) / 2
      if changes[middle].at <= seconds { low = middle + 1 } else { high = middle }
    }
    return low == 0 ? first : changes[low - 1].period
  }

  /// Seconds that local time is ahead of UTC.
  package func offset(at instant: Instant) -> Int64 { period(at: instant).offset }

  /// The date and time that clocks show.
  package func civilDate(at instant: Instant) -> CivilDate {
    CivilDate(instant, offsetSeconds: offset(at: instant))
  }

  /// When clocks show a date and time: once, twice where they are set back, never where it is skipped.
  package func instants(of date: CivilDate) -> [Instant] {
    let utc = date.instant()
    // No zone is further from UTC than a day, and none changes twice within one.
    let offsets = Set(
      [-86_400, 86_400].map { offset(at: utc + .seconds($0)) } + [offset(at: utc)])
    return offsets.map { utc - .seconds($0) }.filter { offset(at: $0) == utc.seconds - $0.seconds }
      .sorted()
  }

  /// The next point in time at which the distance from UTC changes, within ten years.
  package func change(after instant: Instant) -> Instant? {
    let seconds = instant.seconds
    if let next = changes.first(where: { $0.at > seconds && isReal($0) }) {
      return Instant(seconds: next.at)
    }
    guard let rule else { return nil }
    let year = CivilDate(instant).year
    for year in year - 1...year + 10 {
      for at in rule.changes(in: year).sorted() where at > seconds && at > changes.last?.at ?? .min
      {
        return Instant(seconds: at)
      }
    }
    return nil
  }

  private func isReal(_ change: Change) -> Bool {
    period(at: Instant(seconds: change.at - 1)).offset != change.period.offset
  }
}
