internal import Diagnostics
internal import Rules
internal import Service
internal import TestKit
internal import Testing
internal import Values

@Suite("The tests in rule files")
struct RuleTesterTests {
  /// What the tester says to a test of one rule; nil where it passes.
  private func problem(_ event: String, _ expect: String, rest: String = "") throws -> String? {
    let text = """
      id: r
      when:
        - {signal: a, name: "*.pdf"}
        - {signal: b, event: removed}
      if: n > 0 && (now > timestamp("2026-01-01T00:00:00Z") || n < 10)
      do: [{work: x}]
      tests: [{event: \(event), expect: \(expect)\(rest)}]
      """
    let rules = try RuleFixture.ruleSet(text)
    let tester = RuleTester(RuleFixture.catalog, now: Instant(seconds: 0))
    let outcomes = tester.run(try #require(rules[RuleID("r")]))
    #expect(outcomes.count == 1)
    return outcomes.first?.problem
  }

  @Test(
    "pass where the rule does what they expect",
    arguments: [
      ("{name: a.pdf, n: 1}", "run", ""), ("{name: a.txt, event: added, n: 1}", "no-run", ""),
      ("{name: a.pdf, n: 0}", "no-run", ""), ("{event: removed, n: 1}", "run", ""),
      ("{name: a.pdf, n: 10}", "no-run", ""),
      ("{name: a.pdf, n: 10}", "run", ", now: '2026-06-01T00:00:00Z'"),
      ("{name: a.pdf, n: 1, file: /x/y}", "run", ""),
    ])
  func pass(event: String, expect: String, rest: String) throws {
    #expect(try problem(event, expect, rest: rest) == nil)
  }

  @Test(
    "say what is otherwise than they expect",
    arguments: [
      ("{name: a.pdf, n: 1}", "no-run", "it should not run, and it runs"),
      (
        "{name: a.txt, event: added, n: 1}", "run",
        #"it should run, and no trigger fits: `name` is "a.txt" and does not match `*.pdf`"#
      ),
      (
        "{name: a.pdf, n: 0}", "run",
        #"it should run, and `n > 0 && (now > timestamp("2026-01-01T00:00:00Z") || n < 10)` is false (n = 0)"#
      ),
      (
        "{nmae: a.pdf}", "no-run",
        "a `signal` event has no field `nmae`; it has event, n, name, file"
      ),
    ])
  func fail(event: String, expect: String, problem wanted: String) throws {
    #expect(try problem(event, expect) == wanted)
  }

  @Test("never take what can't be worked out for false")
  func error() throws {
    let wanted = try problem("{name: a.pdf, file: /x}", "no-run")
    #expect(wanted?.contains("can't be worked out") == true, "\(wanted ?? "")")
  }
}
