internal import Expressions
package import Matching
package import Rules
package import Values
package import Workflow

/// What a rule says to an event, as far as its file alone decides that.
///
/// The machine asks the same of each event; here nothing is admitted.
package enum Judgement: Sendable {
  /// It would run, as far as switches, modes and throttles let it; the number is that of the trigger.
  case fits(trigger: Int)
  /// No trigger fits; what is said about each, in their order.
  case noTrigger([Explanation])
  /// A trigger fits, and the condition is false or can't be worked out.
  case declined(trigger: Int, Refusal.Reason, explanation: String)
}

extension Rule {
  /// What the rule says to an event.
  package func judge(_ event: Event, _ context: EvaluationContext) -> Judgement {
    let explanations = plans.map { Explanation($0, of: id, for: event) }
    guard let trigger = explanations.firstIndex(of: .fits) else { return .noTrigger(explanations) }
    guard let (reason, explanation) = plans[trigger].conditionObjection(to: event, context) else {
      return .fits(trigger: trigger)
    }
    return .declined(trigger: trigger, reason, explanation: explanation)
  }
}

extension TriggerPlan {
  /// Why the condition keeps an event from running the rule, with the values seen; nil where it holds.
  package func conditionObjection(
    to event: Event, _ context: EvaluationContext
  ) -> (Refusal.Reason, explanation: String)? {
    let scope = scope(for: event)
    switch condition.verdict(in: scope, context) {
    case .holds: return nil
    case .fails(let part):
      let expression = condition.parts[part].expression
      let seen = expression.seenValues(in: scope, context: context)
      let detail = seen.isEmpty ? "" : " (" + seen.joined(separator: ", ") + ")"
      return (.condition, "`\(expression.source)` is false\(detail).")
    case .error(let part, let error):
      let source = condition.parts[part].expression.source
      return (.conditionFailed, "`\(source)` can't be worked out: \(error.message)")
    }
  }
}
