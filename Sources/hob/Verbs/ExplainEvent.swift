import Service
import Automation
import Diagnostics
import Rules
import Storage
import Terminal
import Values

/// `hob explain`: what an event meant to each rule.
enum ExplainEvent: Verb {
  static let section = VerbSection.looking

  static var syntax: VerbSyntax {
    VerbSyntax(
      "explain", "Tells what an event meant to each rule near it",
      operands: [
        OperandSyntax(
          ValueSyntax("EVENT", .known("events")),
          "The number of an event, as `hob show` and `hob why` tell it, or `last`.")
      ],
      details: """
        Each rule that watches the same is named with what became of the event, or with the first
        thing that did not fit.

        With `--json`: `event` and `rules`, each with `rule`, `outcome` (ran, declined, no-match,
        unseen), `run`, `status`, `reason` and `explanation`.
        """,
      examples: [VerbSyntax.Example("hob explain last", "why did nothing happen just now?")])
  }

  static func run(
    _ arguments: ParsedArguments, in session: Session
  ) throws(Failure) -> ExitCode {
    let history = try session.history()
    let event = try find(arguments.operands[0], history, session)
    let recorded = try session.reading { () throws(HistoryError) in
      try history.outcomes(of: event.id)
    }
    let rules = session.base.rules.rules
    let verdicts = rules.map { (rule: $0, verdict: Verdict($0, event, recorded: recorded)) }
    let near = verdicts.filter { $0.verdict.kind != .elsewhere }
    // Rules that ran and are no longer there.
    let gone = recorded.filter { line in !rules.contains { $0.id == line.rule } }
    if session.isJSON {
      session.output.json(value(event, near))
    } else {
      print(event, near, gone, others: verdicts.count - near.count, session)
    }
    return .success
  }

  private static func find(
    _ name: String, _ history: HistoryReader, _ session: Session
  ) throws(Failure) -> Event {
    let found: Event?
    if name == "last" {
      found = try session.reading { () throws(HistoryError) in
        try history.lastEvents(limit: 1).first
      }
    } else {
      let id = EventID(try ShowRun.number(name, "event"))
      found = try session.reading { () throws(HistoryError) in try history.event(id) }
    }
    guard let found else {
      throw Failure(
        .notFound, name == "last" ? "no event is on record" : "event \(name) is not on record",
        help: "`hob log --json` tells the events of runs")
    }
    return found
  }

  private static func print(
    _ event: Event, _ near: [(rule: Rule, verdict: Verdict)], _ gone: [RunSummary], others: Int,
    _ session: Session
  ) {
    let output = session.output
    let when = session.times.moment(event.at, withSeconds: true)
    output.line(
      "Event \(event.id.value), \(when): \(Printable.text(RunText(session).event(event)))")
    if event.isCaughtUp { output.line("It was found after a time when nobody watched.") }
    output.line()
    for (rule, verdict) in near {
      output.line(
        "\(output.paint.bold(Printable.text(rule.id.name))): "
          + output.paint.apply(verdict.hue, Printable.text(verdict.sentence)))
    }
    for line in gone {
      output.line(Printable.text(RunText(session).line(line)) + "  (the rule is gone)")
    }
    if near.isEmpty, gone.isEmpty { output.line("No rule watches what this event came from.") }
    if others > 0 { output.line("\(Words.count(others, "rule")) watch something else.") }
  }

  private static func value(_ event: Event, _ near: [(rule: Rule, verdict: Verdict)]) -> Value {
    var map = ValueMap()
    map[.string("event")] = LogLine.value(of: event)
    map[.string("rules")] = .list(
      near.map { rule, verdict in
        guard case .map(var inner) = verdict.value else { return .null }
        inner[.string("rule")] = .string(rule.id.name)
        return .map(inner)
      })
    return .map(map)
  }
}
