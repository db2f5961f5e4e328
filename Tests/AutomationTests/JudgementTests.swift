internal import Automation
internal import Rules
internal import TestKit
internal import Testing
internal import Values
internal import Workflow

@Suite("A rule's judgement")
struct JudgementTests {
  private let text = """
    id: r
    when:
      - {signal: a, event: removed}
      - {signal: a, name: "*.pdf"}
    if: [n > 0, n < 100 / n]
    do: [{work: x}]
    """

  private func judge(_ event: Event) throws -> String {
    let rule = try #require(try RuleFixture.ruleSet(text)[RuleID("r")])
    switch rule.judge(event, EvaluationContext(now: event.at)) {
    case .fits(let trigger): return "fits \(trigger)"
    case .noTrigger(let explanations): return "no trigger of \(explanations.count)"
    case .declined(let trigger, let reason, let explanation):
      return "\(trigger) \(reason.rawValue): \(explanation)"
    }
  }

  @Test("names the first trigger that fits and what its condition says")
  func judgement() throws {
    #expect(try judge(RuleFixture.event(n: 2, name: "a.pdf")) == "fits 1")
    #expect(try judge(RuleFixture.event(n: 2, event: "removed")) == "fits 0")
    #expect(try judge(RuleFixture.event(n: 2)) == "no trigger of 2")
    #expect(
      try judge(RuleFixture.event(n: 0, name: "a.pdf")) == "1 condition: `n > 0` is false (n = 0).")
    #expect(
      try judge(RuleFixture.event(n: 11, name: "a.pdf"))
        == "1 condition: `n < 100 / n` is false (n = 11).")
  }

  @Test("says the same as the machine that serves events", arguments: [0, 2, 11])
  func machine(n: Int64) throws {
    let rules = try RuleFixture.ruleSet(text)
    let event = RuleFixture.event(n: n, name: "a.pdf")
    var machine = Machine(rules: rules, resuming: Resumption())
    var said = "fits 1"
    for case .record(let record, _) in machine.step(
      .observed([Observation(event: event)]), at: event.at)
    {
      for case .declined(let refusal) in record.entries {
        said = "1 \(refusal.reason.rawValue): \(refusal.explanation)"
      }
    }
    #expect(try judge(event) == said)
  }
}
