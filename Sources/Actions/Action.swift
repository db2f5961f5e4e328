internal import Values
package import Workflow

/// One thing that a step of a shortcut can do.
///
/// A new action is one file with a type of this kind and one line in the registry. Its schema is
/// all that the checker, the manual and the editors know of it.
package protocol Action: Sendable {
  static var schema: ActionSchema { get }

  /// Lists what it would do, one line an effect, and touches nothing.
  static func plan(_ invocation: Invocation) -> [PlannedEffect]

  init()

  /// Does it, on the loop of the host; ends with an error soon after its task is cancelled.
  func perform(_ invocation: Invocation, on host: Host) async throws(ActionFailure) -> Outcome
}

/// One effect that an action would have, as a dry run lists it.
package struct PlannedEffect: Sendable, Hashable {
  package let effect: ActionSchema.Effect
  /// What would happen, with its target, on one line: `move /home/a/x.pdf into /home/a/2026`.
  package let text: String

  package init(_ effect: ActionSchema.Effect, _ text: String) {
    (self.effect, self.text) = (effect, LineText.oneLine(text))
  }
}
