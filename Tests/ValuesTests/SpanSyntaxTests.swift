internal import Testing
internal import Values

@Suite("Spans, sizes and times as text")
struct SpanSyntaxTests {
  private static let spans: [(String, Duration)] = [
    ("2 weeks", .seconds(1_209_600)), ("1h 30min", .seconds(5400)), ("1h30m", .seconds(5400)),
    ("250ms", .milliseconds(250)), ("1y 12month", .seconds(63_115_200)),
    ("55s500ms", .milliseconds(55_500)), ("300ms20s 5day", .milliseconds(432_020_300)),
    ("2 h", .seconds(7200)), ("48hr", .seconds(172_800)), ("1M", .seconds(2_629_800)),
    ("1m", .seconds(60)), ("5", .seconds(5)), ("0", .zero), ("1.5h", .seconds(5400)),
    (".5s", .milliseconds(500)), ("3 h5", .seconds(10_805)), ("1µs", .microseconds(1)),
    ("1us 1ns", .nanoseconds(1001)), ("  1 d ", .seconds(86_400)),
    ("1 hour 1 hour", .seconds(7200)),
    ("0.000000001s", .nanoseconds(1)), ("0.1234567890123456789s", .nanoseconds(123_456_789)),
    ("9223372036854775807ns", .nanoseconds(Int64.max)),
  ]

  @Test("Spans are read as systemd reads them", arguments: spans)
  func readsSpans(text: String, expected: Duration) throws {
    #expect(try TimeSpanSyntax.parse(text) == expected)
  }

  private static let badSpans: [(String, TimeSpanSyntax.Problem)] = [
    ("", .empty), (" ", .empty), ("-", .empty), ("us", .expectedNumber("us")),
    ("1h min", .expectedNumber("min")), ("5 fortnights", .unknownUnit("fortnights")),
    ("1 Min", .unknownUnit("Min")), ("-5s", .negative), ("infinity", .expectedNumber("infinity")),
    ("1h -5min", .expectedNumber("-5min")), ("293y", .tooLong),
    ("99999999999999999999s", .tooLong), ("9223372036854775808ns", .tooLong),
    ("1h,", .expectedNumber(",")),
    (".", .expectedNumber("")), ("٣s", .expectedNumber("٣s")),
  ]

  @Test("What is no span is refused with the reason", arguments: badSpans)
  func refusesSpans(text: String, problem: TimeSpanSyntax.Problem) {
    #expect(throws: problem) { try TimeSpanSyntax.parse(text) }
  }

  @Test("A sign is read where it is allowed")
  func signs() throws {
    #expect(try TimeSpanSyntax.parse("-30min", allowsNegative: true) == .seconds(-1800))
    #expect(try TimeSpanSyntax.parse("+30min") == .seconds(1800))
    #expect(try TimeSpanSyntax.parse("-0") == .zero)
  }

  @Test(
    "Spans are written with units",
    arguments: [
      ("0", "0"), ("90min", "1h 30min"), ("14d", "2w"), ("1500ms", "1s 500ms"), ("366d", "1y 18h"),
      ("1us", "1us"), ("61s", "1min 1s"),
    ])
  func writesSpans(text: String, expected: String) throws {
    #expect(TimeSpanSyntax.text(try TimeSpanSyntax.parse(text)) == expected)
    #expect(TimeSpanSyntax.text(.seconds(-1800)) == "-30min")
  }

  @Test(
    "A written span reads as itself",
    arguments: [1, 999, 86_399_999_999_999, 31_557_600_000_000_001, Int64.max])
  func roundTrip(nanoseconds: Int64) throws {
    let span = Duration.nanoseconds(nanoseconds)
    #expect(try TimeSpanSyntax.parse(TimeSpanSyntax.text(span)) == span)
    let negative = TimeSpanSyntax.text(.zero - span)
    #expect(try TimeSpanSyntax.parse(negative, allowsNegative: true) == .zero - span)
  }

  @Test(
    "Sizes are read with their units",
    arguments: [
      ("5 MiB", 5_242_880), ("10 kB", 10_000), ("10KB", 10_000), ("500", 500), ("1 B", 1),
      ("1.5 GiB", 1_610_612_736), ("0", 0), ("2TB", 2_000_000_000_000), ("3 bytes", 3),
      ("1.3 KiB", 1331), ("8191 PiB", 9_222_246_136_947_933_184),
    ])
  func readsSizes(text: String, expected: Int64) throws {
    #expect(try ByteSizeSyntax.parse(text) == expected)
  }

  private static let badSizes: [(String, ByteSizeSyntax.Problem)] = [
    ("", .expectedNumber("")), ("MiB", .expectedNumber("MiB")), ("-1", .expectedNumber("-1")),
    ("5M", .ambiguousUnit("M")), ("5 mb", .unknownUnit("mb")), ("5 GiBs", .unknownUnit("GiBs")),
    ("1_000", .unknownUnit("_000")), ("8192 PiB", .tooLarge), ("99999999999999999999", .tooLarge),
  ]

  @Test("What is no size is refused with the reason", arguments: badSizes)
  func refusesSizes(text: String, problem: ByteSizeSyntax.Problem) {
    #expect(throws: problem) { try ByteSizeSyntax.parse(text) }
  }

  @Test(
    "Sizes are written exactly, and shortly for people",
    arguments: [
      (0, "0 B", "0 B"), (5_242_880, "5 MiB", "5 MiB"), (10_000, "10 kB", "9.7 KiB"),
      (1234, "1234 B", "1.2 KiB"), (1023, "1023 B", "1023 B"), (5_500_000, "5500 kB", "5.2 MiB"),
      (-2048, "-2 KiB", "-2 KiB"),
    ])
  func writesSizes(bytes: Int64, exact: String, short: String) {
    #expect(ByteSizeSyntax.text(bytes) == exact)
    #expect(ByteSizeSyntax.approximateText(bytes) == short)
  }

  @Test(
    "Times of the day are read with one or two digits for the hour",
    arguments: [
      ("7:30", 27_000), ("07:30", 27_000), ("0:05", 300), ("23:59:59", 86_399), ("00:00", 0),
    ])
  func readsTimes(text: String, seconds: Int) throws {
    #expect(try TimeOfDaySyntax.parse(text) == .seconds(seconds))
  }

  private static let badTimes: [(String, TimeOfDaySyntax.Problem)] = [
    ("7", .notATime("7")), ("7:3", .notATime("7:3")), ("007:30", .notATime("007:30")),
    ("7:30:15:1", .notATime("7:30:15:1")), (":30", .notATime(":30")),
    ("7:30pm", .notATime("7:30pm")),
    ("-7:30", .notATime("-7:30")), ("24:01", .outOfRange("24:01")), ("12:60", .outOfRange("12:60")),
    ("25:00", .outOfRange("25:00")), ("24:00", .endOfDay),
  ]

  @Test("What is no time of the day is refused with the reason", arguments: badTimes)
  func refusesTimes(text: String, problem: TimeOfDaySyntax.Problem) {
    #expect(throws: problem) { try TimeOfDaySyntax.parse(text) }
  }

  @Test("The end of the day is a time where it is allowed, and times are written back")
  func endOfDay() throws {
    let end = try TimeOfDaySyntax.parse("24:00", allowsEndOfDay: true)
    #expect(end == .seconds(86_400))
    #expect(TimeOfDaySyntax.text(end) == "24:00")
    #expect(TimeOfDaySyntax.text(.seconds(300)) == "00:05")
    #expect(TimeOfDaySyntax.text(.seconds(45_045)) == "12:30:45")
  }

  @Test("Dates are read where the calendar has them")
  func dates() {
    #expect(CivilDate(dateText: "2024-02-29")?.dateText == "2024-02-29")
    for text in ["2026-02-29", "2026-1-02", "26-01-02", "2026-13-01", "2026-01-00", "2026-01-02T"] {
      #expect(CivilDate(dateText: text) == nil)
    }
  }
}
