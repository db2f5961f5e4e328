internal import Actions
internal import Diagnostics
internal import Service
internal import TestKit
internal import Testing
internal import Values
internal import Workflow
internal import YAML

@Suite("A dry run")
struct DryRunTests {
  /// What steps would do, one line each.
  private func plan(_ steps: String, _ scope: [String: Value] = [:]) throws -> [String] {
    let text = "inputs: {name: text, items: list}\nsteps:\n" + steps
    let collector = DiagnosticCollector(SourceText(file: "x.yaml", text: text))
    let document = try #require(collector.parse()?.first)
    let decoder = ShortcutDecoder(Catalogs.steps(home: FilePath("/home/me")), collector)
    let decoded = decoder.decode(document, name: "x")
    let shortcut = try #require(
      decoded, "\(collector.diagnostics.map { $0.rendered() }.joined(separator: "\n"))")
    var run = DryRun(library: ["x": shortcut], context: EvaluationContext(now: .epoch))
    return run.plan(shortcut, scope: scope).flatMap(Self.lines)
  }

  private static func lines(_ plan: DryRun.Plan) -> [String] {
    let effects = plan.effects.map { "\($0.effect.rawValue): \($0.text)" }
    let own = "\(plan.place) \(plan.keyword) \(plan.remark)"
    return [([own] + effects).joined(separator: " | ")] + plan.steps.flatMap(lines)
  }

  @Test("tells effects with their targets, and what is not known as it is written")
  func effects() throws {
    #expect(
      try plan(
        """
          - make-folder: ~/Out/${name}
          - run-program: date
            save: date
          - append-file: ~/Out/${date}
            text: ${name}
        """, ["name": .string("a")]) == [
          "1 make-folder  | writes: make the folder /home/me/Out/a",
          "2 run-program  | programs: run date",
          "3 append-file  | writes: add to ~/Out/${date}: a",
        ])
  }

  @Test("goes the way of a condition that is known, and shows both of one that is not")
  func branches() throws {
    let steps = """
        - if: name == "a"
          then: [{log: yes}]
          else: [{log: no}]
        - run-program: date
          save: date
        - if: date == ""
          then: [{log: yes}]
          else: [{log: no}]
        - log: skipped
          if: name == "b"
      """
    #expect(
      try plan(steps, ["name": .string("a")]) == [
        "1 if `name == \"a\"` holds", "1.then.1 log ", "2 run-program  | programs: run date",
        "3 if depends on `date == \"\"`", "3.then.1 log ", "3.else.1 log ",
        "4 log skipped: its `if` is false",
      ])
  }

  @Test("goes through a list that is known, and once through one that is not")
  func loops() throws {
    let steps = """
        - repeat: ${items}
          do: [{append-file: /out, text: "${item}"}]
      """
    #expect(
      try plan(steps, ["items": .list([.string("a"), .string("b")])]) == [
        "1 repeat 2 rounds", "1.each[1].1 append-file  | writes: add to /out: a",
        "1.each[2].1 append-file  | writes: add to /out: b",
      ])
    #expect(
      try plan(steps) == [
        "1 repeat for each of ${items}", "1.each.1 append-file  | writes: add to /out: ${item}",
      ])
  }

  @Test("ends at its limits, a shortcut that runs itself too")
  func limits() throws {
    let many = try plan(
      "  - repeat: 5000\n    do: [{log: x}]\n")
    #expect(many.count == DryRun.mostSteps)
    #expect(try plan("  - run-shortcut: x\n").count == WorkflowLimits.standard.depth)
  }
}
