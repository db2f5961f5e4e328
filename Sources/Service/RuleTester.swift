internal import Automation
internal import Matching
package import Rules
package import Values
internal import Workflow

/// Runs the tests that stand in rule files, with the code that serves events.
package struct RuleTester: Sendable {
  /// What became of one test; nil for the message where it passed.
  package struct Outcome: Sendable {
    package let rule: RuleID
    package let test: RuleTest
    /// What is wrong, without a full stop.
    package let problem: String?
  }

  private let catalog: RuleCatalog
  private let now: Instant

  /// Makes a tester; tests without a `now:` of their own happen at this time.
  package init(_ catalog: RuleCatalog, now: Instant) { (self.catalog, self.now) = (catalog, now) }

  /// Runs all tests of a rule.
  package func run(_ rule: Rule) -> [Outcome] {
    rule.tests.map { test in
      Outcome(rule: rule.id, test: test, problem: problem(with: test, of: rule))
    }
  }

  private func problem(with test: RuleTest, of rule: Rule) -> String? {
    let time = test.now ?? now
    var refusals: [String] = []
    var misfits: [String] = []
    for plan in rule.plans {
      guard let schema = catalog.triggers[plan.spec.keyword]?.schema else { continue }
      do throws(EventFieldReader.Problem) {
        let fields = try EventFieldReader.fields(
          test.fields, of: schema, spec: plan.spec, now: time)
        let event = Event(
          source: plan.spec.keyword, origin: plan.spec.armingKey, fields: fields, at: time)
        switch rule.judge(event, EvaluationContext(now: time)) {
        case .fits:
          return test.expectsRun ? nil : "it should not run, and it runs"
        case .declined(_, let reason, let explanation):
          // What can't be worked out is never taken for false.
          guard reason == .condition, !test.expectsRun else {
            return test.expectsRun
              ? "it should run, and \(explanation.withoutStop)" : explanation.withoutStop
          }
          return nil
        case .noTrigger(let explanations):
          misfits += explanations.compactMap { $0.sentence(for: event) }
        }
      } catch {
        refusals.append(error.message)
      }
    }
    // Fields that no trigger has are a mistake in the test, whatever it expects.
    guard refusals.count < rule.plans.count else { return refusals.first }
    guard test.expectsRun else { return nil }
    return "it should run, and no trigger fits"
      + (misfits.first.map { ": \($0)" } ?? "")
  }
}

extension Explanation {
  /// What does not fit, as the middle of a sentence; nil where the event fits or is another's.
  package func sentence(for event: Event) -> String? {
    switch self {
    case .fits, .otherSource, .otherAudience: nil
    case .failed(let test): test.sentence(for: event)
    }
  }
}

extension String {
  /// The text without a full stop at its end.
  package var withoutStop: String { hasSuffix(".") ? String(dropLast()) : self }
}
