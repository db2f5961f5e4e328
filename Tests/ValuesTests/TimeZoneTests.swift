import Testing

@testable import Values

@Suite("Time zones")
struct TimeZoneTests {
  @Test(
    "follow the rule of the variable TZ",
    arguments: [
      ("CET-1CEST,M3.5.0,M10.5.0/3", "2026-03-29T00:59:59Z", 3600),
      ("CET-1CEST,M3.5.0,M10.5.0/3", "2026-03-29T01:00:00Z", 7200),
      ("CET-1CEST,M3.5.0,M10.5.0/3", "2026-10-25T00:59:59Z", 7200),
      ("CET-1CEST,M3.5.0,M10.5.0/3", "2026-10-25T01:00:00Z", 3600),
      ("EST5EDT,M3.2.0,M11.1.0", "2026-03-08T07:00:00Z", -14400),
      ("EST5EDT,M3.2.0,M11.1.0", "2026-11-01T06:00:00Z", -18000),
      ("AEST-10AEDT,M10.1.0,M4.1.0/3", "2026-01-01T00:00:00Z", 39600),
      ("AEST-10AEDT,M10.1.0,M4.1.0/3", "2026-07-01T00:00:00Z", 36000),
      ("<+0545>-5:45", "2026-07-01T00:00:00Z", 20700), ("UTC0", "2026-07-01T00:00:00Z", 0),
      ("IST-1GMT0,M10.5.0,M3.5.0/1", "2026-01-01T00:00:00Z", 0),
      ("IST-1GMT0,M10.5.0,M3.5.0/1", "2026-07-01T00:00:00Z", 3600),
      ("XXX3YYY,J60,J300", "2024-03-01T05:00:00Z", -7200),
      ("XXX3YYY,J60,J300", "2024-03-01T04:59:59Z", -10800),
      ("XXX3YYY,0/0,J365/23", "2026-06-01T00:00:00Z", -7200),
      ("EET-2EEST,M3.5.0/-24,M10.5.0", "2026-03-27T22:00:00Z", 10800),
    ])
  func rules(text: String, at: String, offset: Int64) throws {
    let rule = try #require(TimeZoneRule(text))
    let instant = try #require(Instant(rfc3339: at))
    #expect(rule.period(at: instant.seconds).offset == offset)
  }

  @Test(
    "refuse what is no rule",
    arguments: [
      "", "CET", "CET-1CEST,", "CET-1CEST,M13.1.0,M1.1.0", "CET-1CEST,M3.5.0", "CET-1 ", "1",
      "<CET-1", "CET-999",
    ])
  func noRules(text: String) { #expect(TimeZoneRule(text) == nil) }

  static let berlin = TimeZoneRules(
    first: .init(offset: 3208, isDaylight: false, abbreviation: "LMT"),
    changes: [
      .init(at: -2_422_054_408, period: .init(offset: 3600, isDaylight: false, abbreviation: "CET"))
    ],
    rule: TimeZoneRule("CET-1CEST,M3.5.0,M10.5.0/3"))

  @Test("find when clocks show a time: once, twice or never")
  func instants() {
    func instants(_ month: Int, _ day: Int, _ hour: Int) -> [String] {
      Self.berlin.instants(
        of: CivilDate(year: 2026, month: month, day: day, hour: hour, minute: 30)
      ).map { $0.rfc3339() }
    }
    #expect(instants(7, 1, 12) == ["2026-07-01T10:30:00Z"])
    #expect(instants(3, 29, 2) == [])
    #expect(instants(3, 29, 3) == ["2026-03-29T01:30:00Z"])
    #expect(instants(10, 25, 2) == ["2026-10-25T00:30:00Z", "2026-10-25T01:30:00Z"])
  }

  @Test("find the next change of the clocks")
  func changes() throws {
    let winter = try #require(Instant(rfc3339: "2026-01-01T00:00:00Z"))
    let spring = try #require(Self.berlin.change(after: winter))
    #expect(spring.rfc3339() == "2026-03-29T01:00:00Z")
    #expect(Self.berlin.change(after: spring)?.rfc3339() == "2026-10-25T01:00:00Z")
    #expect(TimeZoneRules.utc.change(after: winter) == nil)
  }

  /// A file with the given records, version 2, whose first block is empty.
  private func file(changes: [(Int64, UInt8)], offsets: [Int32], footer: String) -> [UInt8] {
    func number(_ value: some FixedWidthInteger) -> [UInt8] {
      (0..<value.bitWidth / 8).reversed().map { UInt8(truncatingIfNeeded: value >> ($0 * 8)) }
    }
    func header(_ counts: [UInt32]) -> [UInt8] {
      Array("TZif2".utf8) + Array(repeating: 0, count: 15) + counts.flatMap { number($0) }
    }
    var bytes = header([0, 0, 0, 0, 1, 1]) + number(Int32(0)) + [0, 0, 0]
    bytes += header([0, 0, 0, UInt32(changes.count), UInt32(offsets.count), 4])
    bytes += changes.flatMap { number($0.0) } + changes.map(\.1)
    bytes += offsets.flatMap { number($0) + [0, 0] } + Array("ABC\0".utf8)
    return bytes + Array("\n\(footer)\n".utf8)
  }

  @Test("read files of the database")
  func files() throws {
    let bytes = file(changes: [(0, 1), (1000, 0)], offsets: [600, -1200], footer: "ABC-1")
    let rules = try #require(TimeZoneRules(tzif: bytes))
    #expect(rules.offset(at: Instant(seconds: -1)) == 600)
    #expect(rules.offset(at: Instant(seconds: 0)) == -1200)
    #expect(rules.offset(at: Instant(seconds: 999)) == -1200)
    #expect(rules.offset(at: Instant(seconds: 1000)) == 3600)
    #expect(rules.period(at: .epoch).abbreviation == "ABC")
  }

  @Test("refuse files that are cut or wrong")
  func damaged() {
    let bytes = file(changes: [(0, 1)], offsets: [600, -1200], footer: "ABC-1")
    for length in 0..<bytes.count - 8 {
      #expect(TimeZoneRules(tzif: Array(bytes[..<length])) == nil)
    }
    #expect(TimeZoneRules(tzif: file(changes: [(0, 7)], offsets: [600], footer: "")) == nil)
    var wrong = bytes
    wrong[0] = 0
    #expect(TimeZoneRules(tzif: wrong) == nil)
  }
}
