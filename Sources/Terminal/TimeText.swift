internal import FileSystem
package import Values

/// Points in time and spans as people say them.
package struct TimeText: Sendable {
  private let now: Instant
  private let today: LocalTime

  /// Makes words for times as seen from a moment.
  package init(now: Instant) {
    self.now = now
    today = LocalTime(now)
  }

  /// The day and the time: `today 14:03`, `yesterday 23:59`, `Nov 28 09:00`, `2025-11-28 09:00`.
  package func moment(_ instant: Instant, withSeconds: Bool = false) -> String {
    let time = LocalTime(instant)
    return day(time) + " " + (withSeconds ? time.timeText : String(time.timeText.dropLast(3)))
  }

  private func day(_ time: LocalTime) -> String {
    let distance = Self.dayNumber(time) - Self.dayNumber(today)
    switch distance {
    case 0: return "today"
    case -1: return "yesterday"
    case 1: return "tomorrow"
    default: break
    }
    guard time.year == today.year else { return time.dateText }
    return Self.months[time.month - 1] + " " + (time.day < 10 ? "0" : "") + String(time.day)
  }

  private static let months = [
    "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
  ]

  private static func dayNumber(_ time: LocalTime) -> Int64 {
    CivilDate(year: Int64(time.year), month: time.month, day: time.day).daysSinceEpoch
  }

  /// How long ago it was: `just now`, `5 min ago`, `in 2 h`.
  package func distance(_ instant: Instant) -> String {
    let span = now - instant
    if span >= .zero { return span < .seconds(2) ? "just now" : Self.rough(span) + " ago" }
    return "in " + Self.rough(.zero - span)
  }

  /// Everything, with the distance from UTC: `2026-11-30 14:03:05.120 +0100`.
  package static func exact(_ instant: Instant) -> String {
    let time = LocalTime(instant)
    let minutes = abs(time.offset) / 60
    let zone =
      (time.offset < 0 ? "-" : "+") + padded(minutes / 60, 2) + padded(minutes % 60, 2)
    let milliseconds = padded(instant.nanoseconds / 1_000_000, 3)
    return "\(time.dateText) \(time.timeText).\(milliseconds) \(zone)"
  }

  /// A measured span with two or three digits that count: `340 ms`, `2.1 s`, `3 min 20 s`.
  package static func span(_ span: Duration) -> String {
    let nanoseconds = max(0, span.totalNanoseconds)
    switch nanoseconds {
    case ..<1_000_000: return "\(nanoseconds / 1000) µs"
    case ..<10_000_000: return tenths(nanoseconds, of: 1_000_000) + " ms"
    case ..<1_000_000_000: return "\(nanoseconds / 1_000_000) ms"
    case ..<60_000_000_000: return tenths(nanoseconds, of: 1_000_000_000) + " s"
    default: return parts(nanoseconds / 1_000_000_000, count: 2)
    }
  }

  private static func tenths(_ number: Int64, of unit: Int64) -> String {
    "\(number / unit).\(number % unit * 10 / unit)"
  }

  /// A span with its largest unit alone.
  private static func rough(_ span: Duration) -> String {
    parts(max(1, span.totalNanoseconds / 1_000_000_000), count: 1)
  }

  /// Seconds in their largest units.
  private static func parts(_ seconds: Int64, count: Int) -> String {
    var rest = seconds
    var words: [String] = []
    for (length, name) in [(86_400, "d"), (3600, "h"), (60, "min"), (1, "s")] as [(Int64, String)] {
      let number = rest / length
      rest %= length
      // Units are not skipped: after `2 h` come minutes or nothing.
      if number == 0 {
        if words.isEmpty { continue }
        break
      }
      words.append("\(number) \(name)")
      if words.count == count { break }
    }
    return words.isEmpty ? "0 s" : words.joined(separator: " ")
  }
}
