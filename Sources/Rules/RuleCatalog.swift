package import Values
package import Workflow

/// What rule files are read against: triggers, actions, and the user's home.
package struct RuleCatalog: Sendable {
  package let triggers: [String: TriggerKind]
  package let steps: StepCatalog

  package init(triggers: [TriggerKind], steps: StepCatalog) {
    var byKeyword: [String: TriggerKind] = [:]
    for kind in triggers { byKeyword[kind.schema.keyword] = kind }
    self.triggers = byKeyword
    self.steps = steps
  }

  /// Keywords of the language that this version does not have yet.
  package static let laterTriggers: Set<String> = [
    "disk", "time", "calendar", "every", "bluetooth",
  ]
}

/// The keys of a rule, as data: for the checker, the manual and the schema for editors.
package enum RuleKeys {
  package static let all: [Parameter] = [
    Parameter("id", .text, default: "the file's name", "The rule's name; unique among all rules."),
    Parameter("title", .text, default: "the id", "What people call it."),
    Parameter("when", .any, required: true, "One trigger, or a list: any of them."),
    Parameter("if", .condition, "What must hold when the event comes; a list: all of it."),
    Parameter("run", .text, "The shortcut to run, by its file name."),
    Parameter("do", .steps, "Steps that stand in the rule, instead of `run`."),
    Parameter("input", .any, default: "the trigger's file", "The main input of the shortcut."),
    Parameter("with", .dictionary(.any), "Named inputs of the shortcut."),
    Parameter(
      "mode", .oneOf(Mode.Kind.allCases.map(\.rawValue)), default: "queued",
      "What happens when it should run while it runs already."),
    Parameter("at-once", .integer, default: "10", "Runs at once in mode `parallel`."),
    Parameter("max", .integer, "Runs under way and waiting; what is over it is declined."),
    Parameter("key", .condition, "An expression: each of its values has slots of its own."),
    Parameter("throttle", .any, "A pause like `10min`, or `{at-most: 5, per: 1h}`."),
    Parameter(
      "catch-up", .any, default: "each",
      "What was missed while nobody watched: `each`, `skip`, or `{within: 24h}`."),
    Parameter("durable", .boolean, default: "false", "Whether intents survive a loss of power."),
    Parameter("notify", .boolean, default: "false", "Whether to tell when it has run."),
    Parameter("enabled", .boolean, default: "true", "Whether it is on at first."),
    Parameter("tests", .list(.any), "Events with what they should lead to, for `hob check`."),
  ]

  /// Keys of the language that this version does not have yet, with what to do instead.
  package static let later: [String: String] = [
    "for": "no trigger of this version has a state that could hold",
    "ask": "consent comes with a later version; leave the rule disabled until then",
  ]
}
