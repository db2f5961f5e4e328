package import Diagnostics

/// One step of a shortcut, read and checked.
package struct Step: Sendable {
  /// What a step does.
  package indirect enum Body: Sendable {
    case action(ActionCall)
    case branch(Condition, then: [Step], otherwise: [Step])
    case repeatEach(Argument, itemName: String, steps: [Step])
    case repeatCount(Argument, steps: [Step])
    case set([(name: String, value: Argument)])
    case stop(result: Argument?, isFailure: Bool)
    case runShortcut(ShortcutCall)
  }

  /// What happens when a step fails.
  package enum FailurePolicy: Sendable {
    /// The run fails.
    case fail
    /// The failure is recorded, `save` keeps nothing, and the run goes on.
    case goOn
    /// These steps run, with the failure as `error`; then the run goes on.
    case handle([Step])

    /// Whether the run goes on after a failure.
    var isGoingOn: Bool {
      switch self {
      case .fail: false
      case .goOn, .handle: true
      }
    }
  }

  /// Its number among its siblings, from 1.
  package let number: Int
  /// The word that selects it: an action's keyword or that of a control step.
  package let keyword: String
  package let body: Body
  /// The name under which its result is kept; nil to drop it.
  package let save: String?
  /// The step is skipped unless this holds; nil where it always runs.
  package let guardCondition: Condition?
  /// How long it may take; nil where the action's own limit holds.
  package let timeout: Duration?
  package let onError: FailurePolicy
  package let location: SourceLocation

  package init(
    number: Int, keyword: String, body: Body, save: String? = nil,
    guardCondition: Condition? = nil, timeout: Duration? = nil, onError: FailurePolicy = .fail,
    location: SourceLocation
  ) {
    (self.number, self.keyword, self.body, self.save) = (number, keyword, body, save)
    (self.guardCondition, self.timeout) = (guardCondition, timeout)
    (self.onError, self.location) = (onError, location)
  }
}

/// An action with its arguments as they stand in the file.
package struct ActionCall: Sendable {
  package let schema: ActionSchema
  /// By the name of the parameter; what is not given and has no default is absent.
  package let arguments: [String: Argument]

  package init(schema: ActionSchema, arguments: [String: Argument]) {
    (self.schema, self.arguments) = (schema, arguments)
  }
}

/// Another shortcut, run as a step.
package struct ShortcutCall: Sendable {
  package let name: String
  package let input: Argument?
  /// Named inputs.
  package let with: [String: Argument]

  package init(name: String, input: Argument?, with: [String: Argument]) {
    (self.name, self.input, self.with) = (name, input, with)
  }
}
