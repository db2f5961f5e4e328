import Automation
import FileSystem
import Rules
import Storage
import Systemd
import Terminal
import Values

/// `hob log`: what ran and what was dropped.
enum ShowLog: Verb {
  static let section = VerbSection.looking

  /// How many lines there are on a terminal unless another number is asked for.
  private static let linesOnTerminal = 30

  static var syntax: VerbSyntax {
    VerbSyntax(
      "log", "Shows what ran and what was dropped, the newest last",
      options: [
        OptionSyntax("follow", short: "f", "Goes on and shows what comes, until interrupted."),
        OptionSyntax(
          "rule", value: ValueSyntax("RULE", .known("rules")), "Only runs and drops of this rule."),
        OptionSyntax(
          "status",
          value: ValueSyntax("STATUS", .words(RunStatus.allCases.map(\.rawValue))),
          isRepeatable: true, "Only what stands so; may be repeated."),
        OptionSyntax(
          "since", value: ValueSyntax("SPAN"),
          "Only what came within this span (`2h`, `3 days`), or since a time such as 2026-01-31T07:30:00Z."
        ),
        OptionSyntax(
          "limit", short: "n", value: ValueSyntax("COUNT"),
          "How many lines at most, the newest ones; `all` for all. Unless said: \(linesOnTerminal) on a terminal, all elsewhere."
        ),
        OptionSyntax(
          "all", short: "a", "Also what is no loss: conditions that were false, rules switched off."
        ),
      ],
      details: """
        With `--json` each line is a run or a drop: `id` (null for a drop), `rule`, `shortcut`,
        `status`, `reason`, `event` (`id`, `type`, `fields`, `at`, `caught_up`; null for a run by
        hand), `queued`, `started`, `ended`, and for drops `refusal`. Times are RFC 3339 in UTC.

        With `--follow` a run is shown whenever it goes on: queued, running, ended.
        """,
      examples: [
        VerbSyntax.Example(
          "hob log --since 2h --status failed", "what failed in the last two hours"),
        VerbSyntax.Example("hob log -f --rule invoices", "watch one rule at work"),
      ])
  }

  static func run(
    _ arguments: ParsedArguments, in session: Session
  ) throws(Failure) -> ExitCode {
    let (query, limit) = try read(arguments, session)
    let history = try session.historyIfAny()
    let follows = arguments.has("follow")
    // Before the lines that are there, so that nothing falls between them and what comes.
    let progress = try session.reading { () throws(HistoryError) in try history?.progress() }
    if let history { try show(history, query, limit, session) }
    if history == nil, !session.isJSON, !follows {
      session.output.line("Nothing has been recorded yet.")
    }
    guard follows else { return .success }
    session.output.flush()
    return try LogFollower(session, query, history, progress).run()
  }

  private static func read(
    _ arguments: ParsedArguments, _ session: Session
  ) throws(Failure) -> (RunQuery, limit: Int) {
    var query = RunQuery()
    query.rule = arguments.value("rule").map(RuleID.init)
    query.statuses = Set(arguments.values("status").compactMap(RunStatus.init(rawValue:)))
    query.since = try arguments.value("since").map { text throws(Failure) in
      try TimeArgument.since(text, now: session.now)
    }
    query.includesQuietRefusals = arguments.has("all")
    let isShort = session.output.width != nil && !session.isJSON
    return (query, try limit(arguments.value("limit"), isShort ? linesOnTerminal : .max))
  }

  private static func limit(_ text: String?, _ usual: Int) throws(Failure) -> Int {
    guard let text else { return usual }
    if text == "all" { return .max }
    guard let number = Int(text), number >= 0 else {
      throw Failure(.usage, "`\(text)` is no number of lines", help: "write -n 50, or -n all")
    }
    return number
  }

  /// Prints the newest lines, the oldest of them first.
  private static func show(
    _ history: HistoryReader, _ query: RunQuery, _ limit: Int, _ session: Session
  ) throws(Failure) {
    let pages = try LogPages(history, query, limit: limit, session)
    if pages.isEmpty, !session.isJSON {
      session.output.line("Nothing of that kind is on record.")
      return
    }
    try pages.forEach { lines in
      if session.isJSON {
        for line in lines { session.output.json(LogLine.value(of: line)) }
      } else {
        session.output.table(RunText(session).table(lines))
      }
    }
  }
}
