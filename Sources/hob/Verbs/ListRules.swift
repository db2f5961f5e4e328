import Expressions
import Workflow
import Diagnostics
import Rules
import Service
import Terminal
import Values

/// `hob rules`: the rules in force.
enum ListRules: Verb {
  static let section = VerbSection.looking

  static var syntax: VerbSyntax {
    VerbSyntax(
      "rules", "Lists the rules with what they wait for and run",
      options: [OptionSyntax("files", "Lists the files instead, those that are not read too.")],
      details: """
        The list comes from the files, whether hobd runs or not; on and off as it was said last.

        With `--json`: `id`, `title`, `file`, `line`, `when` (each trigger with `id`, `trigger` and
        `options`), `if` (a list), `run`, `mode`, `at_once`, `max`, `enabled`, `paused`, `durable`,
        `notify`. With `--files`: `path`, `state` (loaded, failed, masked, hidden, ignored), `reason`,
        `earlier_version`, `rules`, `shortcut`, `diagnostics`.
        """,
      examples: [VerbSyntax.Example("hob rules --files", "why is a file not read?")])
  }

  static func run(
    _ arguments: ParsedArguments, in session: Session
  ) throws(Failure) -> ExitCode {
    if arguments.has("files") {
      FileList(session).print()
      return .success
    }
    let switches = try RuleSwitches(session)
    let rules = session.base.rules.rules
    if session.isJSON {
      for rule in rules { session.output.json(value(rule, switches, session)) }
      return .success
    }
    if rules.isEmpty {
      session.output.line("There are no rules in \(places(session)).")
      session.output.line("`hob new --from invoices` writes one to begin with.")
    } else {
      session.output.table(table(rules, switches, session))
    }
    FileList(session).remarks()
    return .success
  }

  private static func places(_ session: Session) -> String {
    session.folders.rules.map { Printable.text(session.shown($0)) }.joined(separator: ", ")
  }

  private static func table(
    _ rules: [Rule], _ switches: RuleSwitches, _ session: Session
  ) -> Table {
    let text = RuleText(session)
    var table = Table([
      Table.Column("RULE", least: 10), Table.Column("STATE"),
      Table.Column("WHEN", least: 16, cutsMiddle: true), Table.Column("RUNS", least: 10),
    ])
    for rule in rules {
      let (state, hue) = state(rule, switches)
      table.add([
        Table.Cell(rule.id.name, .bold), Table.Cell(state, hue),
        Table.Cell(text.triggers(rule)), Table.Cell(text.job(rule)),
      ])
    }
    return table
  }

  private static func state(_ rule: Rule, _ switches: RuleSwitches) -> (String, Hue) {
    if !switches.isEnabled(rule) { return ("off", .yellow) }
    return switches.isPaused(rule) ? ("paused", .yellow) : ("on", .green)
  }

  private static func value(
    _ rule: Rule, _ switches: RuleSwitches, _ session: Session
  ) -> Value {
    var map = ValueMap()
    map[.string("id")] = .string(rule.id.name)
    map[.string("title")] = .string(rule.title)
    map[.string("file")] = .string(rule.location.file)
    map[.string("line")] = .int(Int64(rule.location.line))
    map[.string("when")] = .list(rule.plans.map(value))
    let conditions = rule.plans.first?.condition.parts.map(\.expression.source) ?? []
    map[.string("if")] = .list(conditions.map { .string($0) })
    map[.string("run")] = rule.plans.first?.job.shortcutName.map { .string($0) } ?? .null
    map[.string("mode")] = .string(rule.mode.kind.rawValue)
    map[.string("at_once")] = .int(Int64(rule.mode.atOnce))
    map[.string("max")] = rule.mode.max.map { .int(Int64($0)) } ?? .null
    map[.string("enabled")] = .bool(switches.isEnabled(rule))
    map[.string("paused")] = .bool(switches.isPaused(rule))
    map[.string("durable")] = .bool(rule.isDurable)
    map[.string("notify")] = .bool(rule.notifies)
    return .map(map)
  }

  private static func value(_ plan: TriggerPlan) -> Value {
    var map = ValueMap()
    map[.string("id")] = plan.id.isEmpty ? .null : .string(plan.id)
    map[.string("trigger")] = .string(plan.spec.keyword)
    map[.string("options")] = .map(ValueMap(plan.spec.options))
    return .map(map)
  }
}
