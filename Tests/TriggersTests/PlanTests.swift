import Rules
import Testing
import Triggers
import Values

@Suite("Trigger plans") struct PlanTests {
  private func plan(_ keyword: String, _ options: [String: Value]) throws -> TriggerSpec {
    let kind = try #require(TriggerRegistry.kinds[keyword])
    return try kind.plan(options)
  }

  @Test("rules that differ only in what they test share what is armed")
  func sharedKeys() throws {
    let base: [String: Value] = ["folder": .string("/w//x/./y/")]
    var other = base
    other["folder"] = .string("/w/x/y")
    other["event"] = .string("removed")
    other["name"] = .list([.string("*.pdf")])
    other["existing"] = .string("run")
    #expect(try plan("folder", base).armingKey == plan("folder", other).armingKey)
    other["settle"] = .duration(.seconds(5))
    #expect(try plan("folder", base).armingKey != plan("folder", other).armingKey)
  }

  @Test("the default events are added for a folder, added and changed for a file")
  func defaultEvents() throws {
    #expect(
      try plan("folder", ["folder": .string("/w")]).tests
        == [FieldTest(["event"], .equals(.string("added")))])
    #expect(
      try plan("file", ["file": .string("/w/f")]).tests
        == [FieldTest(["event"], .among([.string("added"), .string("changed")]))])
  }

  @Test(
    "what can't be is refused by its option",
    arguments: [
      ("folder", "folder", Value.string("relative/path")),
      ("folder", "folder", Value.null),
      ("folder", "settle", Value.duration(.seconds(-1))),
      ("folder", "settle", Value.duration(.seconds(90_000))),
      ("folder", "event", Value.string("opened")),
      ("folder", "name", Value.int(1)),
      ("file", "file", Value.string("/")),
      ("file", "event", Value.string("renamed")),
      ("custom", "custom", Value.string("")),
      ("startup", "startup", Value.string("now")),
    ])
  func refusals(keyword: String, option: String, value: Value) throws {
    var options: [String: Value] = ["folder": .string("/w"), "file": .string("/w/f")]
    options[option] = value
    let error = #expect(throws: TriggerPlanError.self) { try plan(keyword, options) }
    #expect(error?.option == option)
  }

  @Test("each schema has its own keyword as main argument and describes its events")
  func schemas() {
    #expect(TriggerRegistry.kinds.count == TriggerRegistry.all.count)
    for type in TriggerRegistry.all {
      #expect(type.schema.main.name == type.schema.keyword)
      #expect(type.schema.example.contains(type.schema.keyword + ":"))
      #expect(type.schema.input.map { type.schema.event.field($0) != nil } ?? true)
    }
  }

  @Test("a custom event is tested by equality, by list or by pattern")
  func custom() throws {
    let fields = ValueMap([
      "status": .string("ok"), "code": .list([.int(1), .int(2)]), "who": .string("a*"),
    ])
    let spec = try plan("custom", ["custom": .string("done"), "fields": .map(fields)])
    func holds(_ fields: [String: Value]) -> Bool {
      let event = CustomTrigger.event(name: "done", fields: fields, at: .epoch)
      return event.origin == spec.armingKey && spec.tests.allSatisfy { $0.holds(for: event) }
    }
    let good: [String: Value] = ["status": .string("ok"), "code": .int(2), "who": .string("ann")]
    #expect(holds(good))
    for (name, value) in [
      ("status", Value.string("o")), ("code", .int(3)), ("who", .string("ben")),
    ] {
      var bad = good
      bad[name] = value
      #expect(!holds(bad))
    }
  }
}
