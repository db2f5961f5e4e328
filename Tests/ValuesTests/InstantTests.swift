internal import Testing
internal import Values

@Suite("Points in time")
struct InstantTests {
  @Test(
    "RFC 3339 both ways",
    arguments: [
      "1970-01-01T00:00:00Z", "2026-11-30T12:34:56.789Z", "0001-01-01T00:00:00Z",
      "9999-12-31T23:59:59.999999999Z", "1969-12-31T23:59:59.5Z", "2024-02-29T00:00:00Z",
    ])
  func roundTrip(_ text: String) throws {
    let instant = try #require(Instant(rfc3339: text))
    #expect(instant.rfc3339() == text)
  }

  @Test("an offset moves the clock, not the point in time")
  func offset() throws {
    let instant = try #require(Instant(rfc3339: "2026-07-01T02:00:00+05:30"))
    #expect(instant.rfc3339() == "2026-06-30T20:30:00Z")
    #expect(instant.rfc3339(offsetSeconds: 19_800) == "2026-07-01T02:00:00+05:30")
  }

  @Test(
    "impossible dates are refused",
    arguments: [
      "2025-02-29T00:00:00Z", "2025-13-01T00:00:00Z", "2025-01-01T24:00:00Z", "2025-01-01",
    ])
  func refused(_ text: String) { #expect(Instant(rfc3339: text) == nil) }

  @Test("the calendar agrees with itself over 800 years")
  func calendar() {
    for day in stride(from: Int64(-146_097), through: 146_097, by: 13) {
      #expect(CivilDate(daysSinceEpoch: day).daysSinceEpoch == day)
    }
  }

  @Test("equal numbers of different types are equal and hash alike")
  func numbers() {
    #expect(Value.int(1) == .double(1))
    #expect(Value.uint(1) == .int(1))
    #expect(Set([Value.int(1), .uint(1), .double(1)]).count == 1)
    #expect(Value.double(.nan) != .double(.nan))
    #expect(Value.string("e\u{301}") != .string("é"))
  }
}
