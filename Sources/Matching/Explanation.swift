package import Rules
package import Values

/// Why a trigger of a rule fits an event or not: the tests of the matcher, told one by one.
package enum Explanation: Sendable, Hashable {
  case fits
  /// The event comes from something else that is armed.
  case otherSource
  /// The event was meant for other rules.
  case otherAudience
  /// This test does not hold.
  case failed(FieldTest)

  /// Looks at one trigger of a rule; the first thing that fails is told.
  package init(_ plan: TriggerPlan, of rule: RuleID, for event: Event) {
    guard plan.spec.armingKey == event.origin else {
      self = .otherSource
      return
    }
    guard event.audience?.contains(rule) ?? true else {
      self = .otherAudience
      return
    }
    self = plan.spec.tests.first { !$0.holds(for: event) }.map(Explanation.failed) ?? .fits
  }
}

extension FieldTest {
  /// What the test found and what it wants, as the middle of a sentence.
  package func sentence(for event: Event) -> String {
    let name = "`" + field.joined(separator: ".") + "`"
    guard let value = event.value(at: field) else { return "\(name) is missing" }
    return "\(name) is \(JSON.encode(value)) and \(wish)"
  }

  private var wish: String {
    switch test {
    case .equals(let value): "should be \(JSON.encode(value))"
    case .among(let values):
      "should be one of \(values.map { JSON.encode($0) }.joined(separator: ", "))"
    case .glob(let patterns):
      "does not match \(patterns.map { "`\($0.pattern)`" }.joined(separator: " or "))"
    }
  }
}
