import Expressions
import Values

/// Variables, a world and a clock that the tests share.
enum Sample {
  static let entities: [String: EntitySchema] = EntitySchema.all.merging([
    "disk": EntitySchema(
      type: "disk",
      fields: [
        EntitySchema.Field("label", .string, "Its name."),
        EntitySchema.Field("mounted", .bool, "Whether files can be reached."),
      ]),
    "rule": .rule,
  ]) { $1 }

  static let environment = CheckEnvironment(
    variables: [
      "file": .entity("file"), "event": .string, "fields": .dynamic,
      "tags": .list(.string), "sizes": .map(.string, .int), "maybe": .optional(.int),
    ],
    entities: entities,
    functions: [
      .rule, WorldFunction("disk", [.string], .entity("disk"), "A disk by its label."),
    ])

  static let file = Value.entity(
    Entity(
      type: "file",
      fields: [
        "path": .string("/home/ada/Invoices/march.pdf"), "name": .string("march.pdf"),
        "stem": .string("march"), "ext": .string("pdf"),
        "folder": .string("/home/ada/Invoices"), "size": .int(4096),
        "modified": .timestamp(Instant(seconds: 1_800_000_000)), "is_folder": .bool(false),
        "kind": .string("file"),
      ]))

  static let bindings: [String: Value] = [
    "file": file, "event": .string("added"),
    "fields": .map(ValueMap(["count": .int(3), "from": .string("scanner")])),
    "tags": .list([.string("tax"), .string("2026")]),
    "sizes": .map(ValueMap(["a": .int(1), "b": .int(2)])), "maybe": .optional(.int(7)),
  ]

  /// 2026-07-15T21:30:00Z, which is half past eleven in the evening in Berlin.
  static let now = Instant(seconds: 1_784_151_000)

  static let world = World(
    zone: zone("Europe/Berlin"), zoneNamed: { zone($0) }
  ) { function, arguments in
    switch (function, arguments) {
    case ("rule", [.string("never")]):
      .value(.entity(Entity(type: "rule", fields: ["last_run": .optional(nil)])))
    case ("rule", [.string("backup")]):
      .value(
        .entity(
          Entity(
            type: "rule",
            fields: ["last_run": .optional(.timestamp(now - .seconds(3600)))])))
    case ("disk", [.string("Backup")]):
      .value(
        .entity(
          Entity(
            type: "disk", fields: ["label": .string("Backup"), "mounted": .bool(true)])))
    case ("disk", _): .unknown("the state of that disk")
    default: .failure("nobody knows")
    }
  }

  static func zone(_ name: String) -> TimeZoneRules? {
    CaseFile.bytes(FilePath("/usr/share/zoneinfo").appending(name))
      .flatMap { TimeZoneRules(tzif: $0) }
  }

  /// The value of an expression in the tagged form, or what went wrong.
  static func outcome(_ source: String, _ environment: CheckEnvironment = environment) -> String {
    do throws(ExpressionError) {
      let expression = try Expression(source, environment: environment)
      do throws(EvaluationError) {
        let value = try expression.evaluate(bindings, world: world, now: now)
        return JSON.encode(TaggedValue.encode(value))
      } catch {
        return "failed: \(error.message)"
      }
    } catch {
      return "refused: \(error.message)"
    }
  }

  /// The value of an expression that must have one.
  static func value(_ source: String) throws -> Value {
    try Expression(source, environment: environment)
      .evaluate(bindings, world: world, now: now)
  }
}
