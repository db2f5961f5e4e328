internal import FileSystem
package import Rules
package import Values

/// The start of the service.
package final class StartupTrigger: TriggerAdapter {
  private static let keyword = "startup"
  private static let bootKey = Array("boot".utf8)

  package static let schema = TriggerSchema(
    keyword: keyword, summary: "The service has started.",
    main: Parameter(keyword, .any, "Nothing: the line is `startup:` alone."),
    event: EventSchema([
      EntitySchema.Field(
        "boot", .bool, "Whether it is the first start since the machine was booted.")
    ]),
    example: "startup:")

  package static func plan(_ options: [String: Value]) throws(TriggerPlanError) -> TriggerSpec {
    switch options[keyword] {
    case nil, .null?: break
    default:
      throw TriggerPlanError(
        option: keyword, "`startup` takes no value", help: "write `startup:` alone")
    }
    return TriggerSpec(
      keyword: keyword, options: options, armingKey: ArmingKey(keyword), tests: [])
  }

  /// Fires once where the service is starting, and never for a rule that is added later.
  package init(_ spec: TriggerSpec, in context: TriggerContext) throws(TriggerError) {
    context.report(.whole)
    guard context.isStarting else { return }
    let boot = Self.currentBoot()
    context.recall(spec.armingKey.text) { remembered in
      let event = Event(
        source: Self.keyword, origin: spec.armingKey,
        fields: ["boot": .bool(remembered?[Self.bootKey] != boot)], at: context.now())
      let mark = Mark(owner: spec.armingKey.text, key: Self.bootKey, value: boot)
      context.deliver([Observation(event: event, marks: [mark])])
    }
  }

  package func update(subscribers: [Subscriber]) {}

  /// The kernel's name for this boot; random(4).
  private static func currentBoot() -> [UInt8] {
    let path = FilePath("/proc/sys/kernel/random/boot_id")
    return (try? OpenFile.contents(of: path, limit: 256)) ?? []
  }
}
