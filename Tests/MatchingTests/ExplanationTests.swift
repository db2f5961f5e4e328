internal import Matching
internal import Rules
internal import TestKit
internal import Testing
internal import Values

@Suite("An explanation")
struct ExplanationTests {
  private func explain(_ when: String, _ event: Event) throws -> (Explanation, String) {
    let rules = try RuleFixture.ruleSet("id: r\nwhen: \(when)\ndo: [{work: x}]")
    let rule = try #require(rules[RuleID("r")])
    let explanation = Explanation(rule.plans[0], of: rule.id, for: event)
    guard case .failed(let test) = explanation else { return (explanation, "") }
    return (explanation, test.sentence(for: event))
  }

  @Test("agrees with the matcher on what fits")
  func fits() throws {
    #expect(try explain("{signal: a}", RuleFixture.event()).0 == .fits)
    #expect(try explain("{signal: b}", RuleFixture.event()).0 == .otherSource)
    var event = RuleFixture.event()
    event.audience = [RuleID("other")]
    #expect(try explain("{signal: a}", event).0 == .otherAudience)
  }

  @Test("names the first field that does not fit, with what it is and should be")
  func sentences() throws {
    #expect(
      try explain("{signal: a, event: removed}", RuleFixture.event()).1
        == #"`event` is "added" and should be "removed""#)
    #expect(
      try explain("{signal: a, name: ['*.pdf', 'y*']}", RuleFixture.event(name: "a\nb")).1
        == #"`name` is "a\nb" and does not match `*.pdf` or `y*`"#)
    var event = RuleFixture.event()
    event.fields["event"] = nil
    #expect(try explain("{signal: a, event: removed}", event).1 == "`event` is missing")
  }
}
