/// Calendar dates as text, `2026-01-31` (RFC 3339, full-date).
extension CivilDate {
  /// The date that a text stands for; nil where it is no such text or there is no such day.
  package init?(dateText text: String) {
    let parts = text.split(separator: "-", omittingEmptySubsequences: false)
    guard parts.map(\.utf8.count) == [4, 2, 2],
      parts.allSatisfy({ $0.utf8.allSatisfy { (48...57).contains($0) } }),
      let year = Int64(parts[0]), let month = Int(parts[1]), let day = Int(parts[2]),
      (1...12).contains(month), day >= 1, day <= Self.days(inMonth: month, of: year)
    else { return nil }
    self.init(year: year, month: month, day: day)
  }

  /// The text of the date alone.
  package var dateText: String {
    padded(year, 4) + "-" + padded(month, 2) + "-" + padded(day, 2)
  }
}
