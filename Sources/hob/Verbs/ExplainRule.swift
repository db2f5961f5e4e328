import Service
import Automation
import Diagnostics
import Rules
import Storage
import Terminal
import Values

/// `hob why`: why a rule ran, or did not.
enum ExplainRule: Verb {
  static let section = VerbSection.looking

  /// How many events are told of unless another number is asked for.
  private static let usualEvents = 5
  /// How many may be asked for.
  private static let mostEvents = 1_000

  static var syntax: VerbSyntax {
    VerbSyntax(
      "why", "Tells why a rule ran or did not, by what came near it lately",
      operands: [OperandSyntax(RuleSwitch.rule, "The rule's id.")],
      options: [
        OptionSyntax(
          "limit", short: "n", value: ValueSyntax("COUNT"),
          "How many of the last events are told of (\(usualEvents) unless said).")
      ],
      details: """
        First what holds now: whether the rule is loaded, hobd runs, the rule is on, and its
        trigger sees what it should. Then the last events from what the rule watches: each with
        what became of it, or with the first field or condition that did not fit and its value.

        With `--json`: `rule`, `findings` (each with `kind` and `message`), `last_run` (as in
        `hob log --json`), and `events`, each with `event`, `outcome` (ran, declined, no-match,
        unseen), `run`, `status`, `reason` and `explanation`.
        """,
      examples: [VerbSyntax.Example("hob why invoices", "why did it not take that file?")])
  }

  static func run(
    _ arguments: ParsedArguments, in session: Session
  ) throws(Failure) -> ExitCode {
    let limit = try limit(arguments.value("limit"))
    let report = try WhyReport(arguments.operands[0], limit: limit, session)
    if session.isJSON {
      session.output.json(report.value)
    } else {
      report.print(session)
    }
    return .success
  }

  private static func limit(_ text: String?) throws(Failure) -> Int {
    guard let text else { return usualEvents }
    guard let number = Int(text), (0...mostEvents).contains(number) else {
      throw Failure(.usage, "`\(text)` is no number of events from 0 to \(mostEvents)")
    }
    return number
  }
}

/// What is to be said about a rule.
private struct WhyReport {
  let name: String
  private let findings: [Finding]
  private let lastRun: RunSummary?
  private let events: [(event: Event, verdict: Verdict)]

  init(_ name: String, limit: Int, _ session: Session) throws(Failure) {
    self.name = name
    let history = try session.historyIfAny()
    guard let rule = session.base.rules[RuleID(name)] else {
      findings = try RuleFindings.missing(name, session)
      (lastRun, events) = (nil, [])
      return
    }
    lastRun = try session.reading { () throws(HistoryError) in
      try history?.lastRun(of: rule.id)
    }
    var near: [(event: Event, verdict: Verdict)] = []
    if let history {
      for event in try Self.lastEvents(near: rule, limit, history, session) {
        let recorded = try session.reading { () throws(HistoryError) in
          try history.outcomes(of: event.id)
        }
        near.append((event, Verdict(rule, event, recorded: recorded)))
      }
    }
    events = near
    var findings = try RuleFindings(rule, session).all
    if near.isEmpty, limit > 0 {
      let triggers = RuleText(session).triggers(rule)
      findings.append(
        Finding(.nothingSeen, "Nothing that it waits for (\(triggers)) is on record."))
    }
    self.findings = findings
  }

  /// The newest events of what the rule's triggers watch, the newest first.
  private static func lastEvents(
    near rule: Rule, _ limit: Int, _ history: HistoryReader, _ session: Session
  ) throws(Failure) -> [Event] {
    var events: [Event] = []
    for key in Set(rule.plans.map(\.spec.armingKey)) {
      events += try session.reading { () throws(HistoryError) in
        try history.lastEvents(of: key, limit: limit)
      }
    }
    return Array(events.sorted { $0.id > $1.id }.prefix(limit))
  }

  func print(_ session: Session) {
    let output = session.output
    for finding in findings { output.line(Printable.text(finding.message)) }
    if findings.isEmpty { output.line("Nothing stands against the rule now.") }
    if let lastRun {
      let when = session.times.moment(lastRun.queued)
      let run = lastRun.run?.value ?? 0
      output.line("It ran last \(when): run \(run), \(lastRun.status.rawValue).")
    }
    guard !events.isEmpty else { return }
    output.line()
    output.line("The last events from what it watches, the newest first:")
    let text = RunText(session)
    for (event, verdict) in events {
      let when = session.times.moment(event.at, withSeconds: true)
      output.line(
        "  \(output.paint.dim(when))  \(Printable.text(text.event(event)))"
          + output.paint.dim("  event \(event.id.value)"))
      output.line("      " + output.paint.apply(verdict.hue, Printable.text(verdict.sentence)))
    }
  }

  var value: Value {
    var map = ValueMap()
    map[.string("rule")] = .string(name)
    map[.string("findings")] = .list(findings.map(\.value))
    map[.string("last_run")] = lastRun.map(LogLine.value(of:)) ?? .null
    map[.string("events")] = .list(
      events.map { event, verdict in
        guard case .map(var inner) = verdict.value else { return .null }
        inner[.string("event")] = LogLine.value(of: event)
        return .map(inner)
      })
    return .map(map)
  }
}
