internal import Diagnostics
internal import Testing

@Suite("The nearest name")
struct NearestNameTests {
  private static let keys = [
    "id", "title", "when", "if", "for", "run", "do", "mode", "at-once", "max", "key", "durable",
    "ask", "notify", "catch-up", "throttle", "enabled", "tests", "with", "input",
  ]

  @Test(
    "A slip of the fingers finds the name",
    arguments: [
      ("wehn", "when"), ("whn", "when"), ("whenn", "when"), ("whem", "when"), ("Mode", "mode"),
      ("at_once", "at-once"), ("atOnce", "at-once"), ("catchup", "catch-up"),
      ("trottle", "throttle"), ("enabeld", "enabled"), ("titel", "title"), ("notifiy", "notify"),
      ("inputs", "input"), ("test", "tests"), ("fro", "for"), ("fi", "if"),
    ])
  func found(name: String, expected: String) {
    #expect(NearestName.find(name, in: Self.keys) == expected)
  }

  @Test(
    "What is far from all finds nothing",
    arguments: ["colour", "xyz", "", "-", "description", "trigger"])
  func notFound(name: String) {
    #expect(NearestName.find(name, in: Self.keys) == nil)
  }

  @Test("Names that differ in hyphens only come before names that are a letter away")
  func spellingFirst() {
    #expect(NearestName.find("at_once", in: ["atonce2", "at-once"]) == "at-once")
  }

  @Test("Names longer than the limit are not compared")
  func limit() {
    let long = String(repeating: "a", count: NearestName.maximumLength)
    #expect(NearestName.find(long + "-", in: [long]) == long)
    #expect(NearestName.find(long + "a", in: [long]) == nil)
  }
}
