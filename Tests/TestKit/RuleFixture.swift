internal import Diagnostics
package import Rules
package import Values
package import Workflow
internal import YAML

/// Rules for tests of the core: read by the real decoder, against a small catalog of its own.
///
/// The trigger `signal: NAME` has the fields `n` (a number), `name` (a text) and `file`; the action
/// `work: TEXT` stands for anything that has an effect.
package enum RuleFixture {
  package static let signal = TriggerKind(
    schema: TriggerSchema(
      keyword: "signal", summary: "A signal of the tests.",
      main: Parameter("signal", .text, required: true, "Its name."),
      parameters: [
        Parameter("event", .oneOf(["added", "removed"]), "The kind of event."),
        Parameter("name", .list(.glob), "Patterns for the name."),
      ],
      event: EventSchema([
        EntitySchema.Field("event", .string, "The kind of event."),
        EntitySchema.Field("n", .int, "A number."),
        EntitySchema.Field("name", .string, "A name."),
        EntitySchema.Field("file", .entity("file"), "A file."),
      ]), input: "file", example: "signal: a"),
    plan: { options throws(TriggerPlanError) in
      guard case .string(let name)? = options["signal"] else {
        throw TriggerPlanError(option: "signal", "a signal needs a name")
      }
      var tests: [FieldTest] = []
      if let event = options["event"] { tests.append(FieldTest(["event"], .equals(event))) }
      if case .list(let patterns)? = options["name"] {
        let globs = patterns.compactMap { pattern -> GlobPattern? in
          if case .string(let text) = pattern { GlobPattern(text) } else { nil }
        }
        tests.append(FieldTest(["name"], .glob(globs)))
      }
      return TriggerSpec(
        keyword: "signal", options: options, armingKey: ArmingKey("signal:\(name)"), tests: tests)
    })

  package static let actions: [ActionSchema] = [
    ActionSchema(
      keyword: "work", summary: "Does something.",
      main: Parameter("text", .text, required: true, "What."),
      parameters: [
        Parameter("to", .path, "A place."), Parameter("times", .integer, "How often."),
        Parameter("file", .file, "A file."),
      ], result: .string, example: "- work: hard"),
    ActionSchema(
      keyword: "shell", summary: "Runs a script.",
      main: Parameter("script", .text, required: true, "The script."),
      parameters: [Parameter("env", .dictionary(.text), "Variables.")], result: .string,
      example: "- shell: ls"),
  ]

  package static let steps = StepCatalog(actions: actions, home: "/home/u")
  package static let catalog = RuleCatalog(triggers: [signal], steps: steps)

  /// What came of reading a text: the rules, and all that was to be said, as people see it.
  package static func rules(
    _ text: String, file: String = "test.yaml"
  ) -> (rules: [Rule], messages: String) {
    let collector = DiagnosticCollector(SourceText(file: file, text: text))
    guard let documents = collector.parse() else {
      return ([], messages(collector))
    }
    let name = file.split(separator: ".").first.map(String.init) ?? file
    let rules = RuleDecoder(catalog, collector).decode(documents, fileName: name)
    return (rules, messages(collector))
  }

  /// The same for a shortcut.
  package static func shortcut(
    _ text: String, name: String = "test"
  ) -> (shortcut: Shortcut?, messages: String) {
    let collector = DiagnosticCollector(SourceText(file: "\(name).yaml", text: text))
    guard let document = collector.parse()?.first else {
      return (nil, messages(collector))
    }
    let shortcut = ShortcutDecoder(steps, collector).decode(document, name: name)
    return (shortcut, messages(collector))
  }

  private static func messages(_ collector: DiagnosticCollector) -> String {
    collector.diagnostics.map { $0.rendered() }.joined(separator: "\n")
  }

  /// A set of rules and shortcuts, for tests in which they are right.
  package static func ruleSet(_ text: String, shortcuts: [String: String] = [:]) throws -> RuleSet {
    let (rules, messages) = rules(text)
    guard messages.isEmpty else { throw FixtureProblem(messages) }
    var library: ShortcutLibrary = [:]
    for (name, text) in shortcuts {
      let (shortcut, messages) = shortcut(text, name: name)
      guard messages.isEmpty else { throw FixtureProblem(messages) }
      library[name] = shortcut
    }
    return RuleSet(rules: rules, shortcuts: library)
  }

  /// An event of the signal trigger.
  package static func event(
    _ signal: String = "a", n: Int64 = 0, event: String = "added", name: String = "x",
    cause: Cause? = nil, isCaughtUp: Bool = false
  ) -> Event {
    let file = Entity.file(FilePath("/f/\(name)"), size: n, modified: .epoch, kind: "file")
    return Event(
      source: "signal", origin: ArmingKey("signal:\(signal)"),
      fields: [
        "event": .string(event), "n": .int(n), "name": .string(name), "file": .entity(file),
      ], at: Instant(seconds: 1000), cause: cause, isCaughtUp: isCaughtUp)
  }
}

/// A fixture that is not what the test thinks.
package struct FixtureProblem: Error, CustomStringConvertible {
  package let description: String

  package init(_ description: String) { self.description = description }
}
