internal import Matching
internal import Rules
internal import TestKit
internal import Testing
internal import Values

@Suite("The matcher")
struct MatcherTests {
  @Test("it gives what a plain walk over all rules gives", arguments: UInt64(0)..<64)
  func oracle(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let names = ["a.pdf", "b.pdf", "a.txt", "x", "ä.pdf", "a.tar.gz", ".pdf"]
    let patterns = ["*.pdf", "a.*", "a.pdf", "*", "*.gz", "?.txt", "{a,b}.pdf", "ä*", "*df", "x"]
    var text = "rules:\n"
    for number in 0..<Int.random(in: 1..<30, using: &random) {
      let signal = ["a", "b"].randomElement(using: &random) ?? "a"
      text += "  - id: r\(number)\n    when:\n"
      for _ in 0..<Int.random(in: 1...2, using: &random) {
        text += "      - signal: \(signal)\n"
        if Bool.random(using: &random) {
          text +=
            "        event: \(["added", "removed"].randomElement(using: &random) ?? "added")\n"
        }
        if Bool.random(using: &random) {
          let some = (0..<Int.random(in: 1...2, using: &random)).map { _ in
            "'\(patterns.randomElement(using: &random) ?? "*")'"
          }
          text += "        name: [\(some.joined(separator: ", "))]\n"
        }
      }
      text += "    do: [{work: x}]\n"
    }
    let rules = try RuleFixture.ruleSet(text)
    let matcher = Matcher(rules)
    for name in names {
      for kind in ["added", "removed"] {
        for signal in ["a", "b", "c"] {
          var event = RuleFixture.event(signal, event: kind, name: name)
          if Bool.random(using: &random) { event.audience = [RuleID("r0"), RuleID("r3")] }
          #expect(matcher.matches(for: event) == Matcher.walk(rules, for: event), "\(text) \(name)")
        }
      }
    }
  }

  @Test("a rule with two fitting triggers is named once, with the first")
  func once() throws {
    let rules = try RuleFixture.ruleSet(
      "id: r\nwhen: [{signal: a, event: removed}, {signal: a}, {signal: a, name: [x]}]\ndo: [{work: x}]"
    )
    let matches = Matcher(rules).matches(for: RuleFixture.event())
    #expect(matches == [Matcher.Match(rule: RuleID("r"), trigger: 1)])
  }
}
