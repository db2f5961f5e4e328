internal import Rules
internal import TestKit
internal import Testing
internal import Values
internal import Workflow

@Suite("Rule files")
struct RuleDecoderTests {
  @Test("a whole rule is read with all it says")
  func whole() throws {
    let set = try RuleFixture.ruleSet(
      """
      rules:
        - id: invoices
          title: Process new invoices
          when:
            - signal: a
              id: first
              name: "*.pdf"
            - signal: b
          if: [n > 0, file.size < 100]
          mode: parallel
          at-once: 3
          max: 9
          key: name
          throttle: {at-most: 5, per: 1h}
          catch-up: {within: 24h}
          durable: true
          notify: true
          enabled: false
          run: process
          input: ${file}
          with: {year: 2026}
      """, shortcuts: ["process": "input: file\ninputs: {year: number}\nsteps: [{work: x}]"])
    let rule = try #require(set[RuleID("invoices")])
    #expect(rule.plans.map(\.id) == ["first", ""])
    #expect(rule.mode == Mode(.parallel, atOnce: 3, max: 9))
    #expect(rule.throttle == Throttle(atMost: 5, per: .seconds(3600)))
    #expect(rule.catchUp == .within(.seconds(86_400)))
    #expect(rule.isDurable && rule.notifies && !rule.isEnabledAtStart)
    #expect(rule.plans[0].condition.parts.count == 2)
    #expect(rule.plans[0].key != nil)
  }

  @Test("the one rule of a file takes the file's name")
  func defaultID() throws {
    let rules = RuleFixture.rules("when: {signal: a}\ndo: [{work: x}]", file: "scans.yaml")
    #expect(rules.rules.map(\.id.name) == ["scans"])
  }

  @Test("documents of one file are a rule each")
  func documents() throws {
    let rules = RuleFixture.rules(
      "id: a\nwhen: {signal: a}\ndo: [{work: x}]\n---\nid: b\nwhen: {signal: a}\ndo: [{work: x}]")
    #expect(rules.rules.map(\.id.name) == ["a", "b"])
  }

  /// A faulty file and what is said about it.
  static let faults: [(String, [String])] = [
    (
      "id: a\nwehn: {signal: a}\ndo: [{work: x}]",
      ["test.yaml:2:1: error: `wehn` is not a key of a rule; did you mean `when`?"]
    ),
    (
      "id: a\nwhen: {signla: a}\ndo: [{work: x}]",
      ["test.yaml:2:8: error: no trigger is named `signla`; did you mean `signal`?"]
    ),
    (
      "id: a\nwhen: {signal: a}\nconditons: [x]\ndo: [{work: x}]",
      ["test.yaml:3:1: error: `conditons` is not a key of a rule"]
    ),
    (
      "id: a\nwhen: {signal: a}\nif: n > \"x\"\ndo: [{work: x}]", ["test.yaml:3:5: error:"]
    ),
    (
      "id: a\nwhen: {signal: a}\nif: fiel.size > 0\ndo: [{work: x}]",
      ["test.yaml:3:5: error:", "did you mean `file`?"]
    ),
    (
      "id: a\nwhen: {signal: a}\nif: file.sise > 0\ndo: [{work: x}]", ["`size`"]
    ),
    (
      "id: a\nwhen: {signal: a}\nif: n + 1\ndo: [{work: x}]",
      ["expected a condition, which is true or false, found int"]
    ),
    (
      "id: a\nwhen: {signal: a}\ndo: [{wrok: x}]",
      ["no action or step is named `wrok`; did you mean `work`?"]
    ),
    (
      "id: a\nwhen: {signal: a}\ndo: [{work: x, shell: y}]",
      ["a step does one thing, and this one has `work` and `shell`"]
    ),
    (
      "id: a\nwhen: {signal: a}\ndo: [{work: \"${nmae}\"}]", ["did you mean `name`?"]
    ),
    ("id: a\nwhen: {signal: a}", ["a rule needs `run` with a shortcut's name"]),
    ("id: a\nwhen: {signal: a}\nrun: x\ndo: [{work: x}]", ["this one has both"]),
    ("id: a\nwhen: {signal: a, name: [x]}\nmode: paralel\nrun: x", ["`parallel`"]),
    ("id: a\nwhen: {signal: a}\nat-once: 3\nrun: x", ["`at-once` goes with mode `parallel`"]),
    ("id: a\nwhen: {signal: a}\nmax: 0\nrun: x", ["`max` is a number from 1"]),
    ("id: a\nwhen: {signal: a}\nmode: 0644\nmax: 0644\nrun: x", ["test.yaml:4:6: error:"]),
    ("id: a\nwhen: {disk: any}\nrun: x", ["the trigger `disk` is not part of this version"]),
    ("id: a\nwhen: {signal: a}\nfor: 3s\nrun: x", ["`for` is not part of this version"]),
    ("id: a\nwhen: {signal: a, if: n > 0}\nrun: x", ["`if` belongs to the rule"]),
    ("- a\n- b", ["expected a rule (a mapping), found a list"]),
    ("just a sentence", ["expected a rule (a mapping), found a text"]),
    (
      "rules:\n  - {id: a, when: {signal: a}, run: x}\n  - {id: a, when: {signal: a}, run: x}",
      ["stands already on line 2"]
    ),
    (
      "id: a\nwhen: {signal: a}\ndo:\n  - shell: cp \"${file.path}\" /tmp",
      ["`${file.path}` is left to the shell", "env: {FILE_PATH: \"${file.path}\"}"]
    ),
  ]

  @Test("a fault is named with its place and the nearest right name", arguments: faults)
  func faulty(text: String, wanted: [String]) {
    let (_, messages) = RuleFixture.rules(text)
    for piece in wanted { #expect(messages.contains(piece), "\(messages)") }
  }

  @Test("an error in a quoted or folded expression points at its own column")
  func columns() {
    let quoted = RuleFixture.rules(
      "id: a\nwhen: {signal: a}\nif: 'n > 0 && nmae == \"x\"'\nrun: x")
    #expect(quoted.messages.hasPrefix("test.yaml:3:15: error:"), "\(quoted.messages)")
    let folded = RuleFixture.rules(
      "id: a\nwhen: {signal: a}\nif: >\n  n > 0 &&\n  nmae == \"x\"\nrun: x")
    #expect(folded.messages.hasPrefix("test.yaml:5:3: error:"), "\(folded.messages)")
  }

  @Test("all errors of a file are told at once")
  func several() {
    let (_, messages) = RuleFixture.rules(
      "id: a\nwhen: {signal: a, nmae: x}\nmoed: single\ndo: [{wrok: x}, {work: \"${q}\"}]")
    #expect(messages.components(of: "error:") == 4, "\(messages)")
  }

  @Test("shell text keeps its own variables")
  func shell() throws {
    let (rules, messages) = RuleFixture.rules(
      "id: a\nwhen: {signal: a}\ndo:\n  - shell: echo \"${HOME}\" \"${x:-y}\" $1 ${n}")
    #expect(messages.isEmpty)
    #expect(rules.count == 1)
  }
}

extension String {
  /// How often a piece stands in the text.
  func components(of piece: String) -> Int {
    var count = 0
    var rest = self[...]
    while let range = rest.firstRange(of: piece) {
      count += 1
      rest = rest[range.upperBound...]
    }
    return count
  }
}
