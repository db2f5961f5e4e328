import FileSystem
import Testing
import Values

@Suite("Zones of the machine")
struct TimeZoneFileTests {
  @Test("are found by their names, and by no way out of their folder")
  func names() {
    #expect(TimeZoneRules.named("UTC")?.offset(at: .epoch) == 0)
    #expect(TimeZoneRules.named("Nowhere/Town") == nil)
    #expect(TimeZoneRules.named("../../../etc/localtime") == nil)
    #expect(TimeZoneRules.named("/etc/localtime") == nil)
    #expect(TimeZoneRules.named("") == nil)
  }

  @Test("are that of TZ first")
  func local() {
    let tokyo = TimeZoneRules.named("Asia/Tokyo")
    #expect(
      TimeZoneRules.local(Environment(["TZ": ":Asia/Tokyo"])) == tokyo ?? .local(Environment([:])))
    #expect(
      TimeZoneRules.local(Environment(["TZ": "Nowhere/Town"])) == .local(Environment([:])))
  }
}
