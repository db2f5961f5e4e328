package import Rules
package import Values

/// Events that people and programs send by name: on the command line or the bus.
package final class CustomTrigger: TriggerAdapter {
  private static let keyword = "custom"

  package static let schema = TriggerSchema(
    keyword: keyword,
    summary: "Someone sends an event of that name, with `hob emit NAME` or over the bus.",
    main: Parameter(keyword, .text, required: true, "The name of the event."),
    parameters: [
      Parameter(
        "fields", .dictionary(.any),
        "What fields of the event must be: a value, a list of values, or a pattern for text.")
    ],
    event: EventSchema([
      EntitySchema.Field("name", .string, "The name of the event."),
      EntitySchema.Field("fields", .map(.string, .dynamic), "What the sender gave with it."),
    ]),
    example: """
      custom: backup-finished
      fields: {status: ok}
      """)

  package static func plan(_ options: [String: Value]) throws(TriggerPlanError) -> TriggerSpec {
    guard case .string(let name)? = options[keyword], !name.isEmpty else {
      throw TriggerPlanError(
        option: keyword, "the event needs a name",
        help: "write for example `custom: backup-finished`")
    }
    var tests: [FieldTest] = []
    if case .map(let pattern)? = options["fields"] {
      for (key, wanted) in pattern.pairs {
        guard case .string(let field) = key else { continue }
        tests.append(FieldTest(["fields", field], test(wanted)))
      }
    }
    return TriggerSpec(keyword: keyword, options: options, armingKey: key(of: name), tests: tests)
  }

  private static func test(_ wanted: Value) -> FieldTest.Test {
    switch wanted {
    case .list(let values): .among(values)
    case .string(let text) where text.utf8.contains(where: { special.contains($0) }):
      .glob([GlobPattern(text)])
    case .string, .null, .bool, .int, .uint, .double, .bytes, .map, .timestamp, .duration, .type,
      .optional, .entity:
      .equals(wanted)
    }
  }

  /// The bytes that make a text a pattern.
  private static let special = Set("*?[{".utf8)

  private static func key(of name: String) -> ArmingKey { ArmingKey(keyword + " " + name) }

  /// The event that a sender means.
  package static func event(name: String, fields: [String: Value], at instant: Instant) -> Event {
    Event(
      source: keyword, origin: key(of: name),
      fields: ["name": .string(name), "fields": .map(ValueMap(fields))], at: instant)
  }

  package init(_ spec: TriggerSpec, in context: TriggerContext) throws(TriggerError) {
    context.report(.whole)
  }

  package func update(subscribers: [Subscriber]) {}
}
