import FileSystem
import Terminal
import Testing
import Values

@Suite("Times in words")
struct TimeTextTests {
  @Test(
    "measure spans with the digits that count",
    arguments: [
      (Duration.microseconds(250), "250 µs"),
      (.microseconds(3456), "3.4 ms"),
      (.milliseconds(340), "340 ms"),
      (.milliseconds(2190), "2.1 s"),
      (.seconds(59), "59.0 s"),
      (.seconds(60), "1 min"),
      (.seconds(200), "3 min 20 s"),
      (.seconds(7230), "2 h"),
      (.seconds(2 * 86_400 + 3600), "2 d 1 h"),
      (.seconds(-5), "0 µs"),
    ])
  func spans(span: Duration, expected: String) { #expect(TimeText.span(span) == expected) }

  @Test(
    "say how long ago something was",
    arguments: [
      (0, "just now"), (1, "just now"), (5, "5 s ago"), (125, "2 min ago"), (7300, "2 h ago"),
      (3 * 86_400, "3 d ago"), (-90, "in 1 min"),
    ])
  func distances(seconds: Int64, expected: String) {
    let now = Instant(seconds: 1_800_000_000)
    #expect(TimeText(now: now).distance(now - .seconds(seconds)) == expected)
  }

  @Test("call the days around by their names, others by date")
  func days() {
    // Noon of the machine's zone, so that a day is certain to be a day away.
    let base = Instant(seconds: 1_795_000_000)
    let local = LocalTime(base)
    let noon = base + .seconds(Int64(12 - local.hour) * 3600)
    let text = TimeText(now: noon)
    let clock = LocalTime(noon).timeText
    #expect(text.moment(noon, withSeconds: true) == "today " + clock)
    #expect(text.moment(noon - .seconds(86_400)).hasPrefix("yesterday "))
    #expect(text.moment(noon + .seconds(86_400)).hasPrefix("tomorrow "))
    #expect(text.moment(noon) == "today " + clock.dropLast(3))
    #expect(text.moment(noon - .seconds(400 * 86_400)).hasPrefix("2025-10-"))
    #expect(text.moment(noon - .seconds(20 * 86_400)).hasPrefix("Oct "))
  }

  @Test("tell the whole of a time with the distance from UTC")
  func exact() {
    let text = TimeText.exact(Instant(seconds: 1_795_000_000, nanoseconds: 120_000_000))
    #expect(text.hasPrefix("2026-11-"))
    #expect(text.contains(".120 "))
  }
}
