package import Diagnostics
package import Values
package import Workflow

/// What should happen when, as read from one rule of a file.
package struct Rule: Sendable {
  package let id: RuleID
  package let title: String
  /// Where the rule stands; its file is known by name in the rules folder.
  package let location: SourceLocation
  /// One for each trigger, in the order of the file: conditions and steps see its fields.
  package let plans: [TriggerPlan]
  package let mode: Mode
  package let throttle: Throttle?
  package let catchUp: CatchUp
  /// Intents are synced to the disk before they are done.
  package let isDurable: Bool
  /// Tell when it has run; failures always tell.
  package let notifies: Bool
  /// The start value; what `hob enable` and `hob disable` said is remembered and wins.
  package let isEnabledAtStart: Bool
  package let tests: [RuleTest]

  package init(
    id: RuleID, title: String, location: SourceLocation, plans: [TriggerPlan], mode: Mode = Mode(),
    throttle: Throttle? = nil, catchUp: CatchUp = .each,
    isDurable: Bool = false, notifies: Bool = false, isEnabledAtStart: Bool = true,
    tests: [RuleTest] = []
  ) {
    (self.id, self.title, self.location) = (id, title, location)
    (self.plans, self.mode, self.throttle, self.catchUp) = (plans, mode, throttle, catchUp)
    (self.isDurable, self.notifies) = (isDurable, notifies)
    (self.isEnabledAtStart, self.tests) = (isEnabledAtStart, tests)
  }
}

/// One trigger of a rule, with all that is worked out from its events.
package struct TriggerPlan: Sendable {
  /// The trigger's `id`; empty where it has none.
  package let id: String
  package let spec: TriggerSpec
  package let condition: Condition
  /// Gives each key its own slots; nil where the rule has one set of slots.
  package let key: Condition.Part?
  package let job: Job
  /// Where the trigger stands.
  package let location: SourceLocation
  /// Where `run` or `do` stands.
  package let jobLocation: SourceLocation

  package init(
    id: String, spec: TriggerSpec, condition: Condition, key: Condition.Part?, job: Job,
    location: SourceLocation, jobLocation: SourceLocation
  ) {
    (self.id, self.spec, self.condition, self.key) = (id, spec, condition, key)
    (self.job, self.location, self.jobLocation) = (job, location, jobLocation)
  }

  /// The names that conditions and steps see for an event of this trigger.
  package func scope(for event: Event) -> [String: Value] {
    var scope = event.fields
    scope["trigger"] = .map(
      ValueMap(["kind": .string(event.source), "id": .string(id)]))
    return scope
  }
}

/// What a rule runs.
package enum Job: Sendable {
  /// Steps that stand in the rule; their input is the trigger's.
  case steps(Shortcut, input: Argument?)
  /// A shortcut by name, with its main and named inputs.
  case shortcut(String, input: Argument?, with: [String: Argument])

  /// The shortcut's name; nil for steps that stand in the rule.
  package var shortcutName: String? {
    switch self {
    case .steps: nil
    case .shortcut(let name, _, _): name
    }
  }
}

/// A test that stands in a rule file: an event and what it should lead to.
package struct RuleTest: Sendable {
  package let fields: [String: Value]
  package let now: Instant?
  package let expectsRun: Bool
  package let location: SourceLocation

  package init(
    fields: [String: Value], now: Instant?, expectsRun: Bool, location: SourceLocation
  ) {
    (self.fields, self.now, self.expectsRun) = (fields, now, expectsRun)
    self.location = location
  }
}
