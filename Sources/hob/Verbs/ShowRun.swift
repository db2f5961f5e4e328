import Automation
import Storage
import Terminal
import Values

/// `hob show`: everything about one run.
enum ShowRun: Verb {
  static let section = VerbSection.looking

  static var syntax: VerbSyntax {
    VerbSyntax(
      "show", "Shows one run as a tree: its event, each step with what went in and out",
      operands: [
        OperandSyntax(
          ValueSyntax("RUN", .known("runs")), "The number of a run, or `last` for the newest.")
      ],
      options: [
        OptionSyntax(
          "rule", value: ValueSyntax("RULE", .known("rules")),
          "With `last`: the newest of this rule."),
        OptionSyntax("full", "Shows every value whole, however long."),
      ],
      details: """
        With `--json`: the members of `hob log --json`, and `trigger`, `key`, `result`, `cut`,
        `step_count` and `steps`, each with `place`, `keyword`, `arguments`, `status` (begun,
        succeeded, failed, passed), `reason`, `began`, `ended`, `result`, `details`, `message`,
        `touched` and `cut`.
        """,
      examples: [
        VerbSyntax.Example("hob show last", "what happened just now"),
        VerbSyntax.Example("hob show last --rule invoices", "the newest run of that rule"),
      ])
  }

  static func run(
    _ arguments: ParsedArguments, in session: Session
  ) throws(Failure) -> ExitCode {
    let history = try session.history()
    let run = try find(arguments, history, session)
    if session.isJSON {
      session.output.json(value(of: run))
    } else {
      RunTree(session, run, isFull: arguments.has("full")).print()
    }
    return .success
  }

  private static func find(
    _ arguments: ParsedArguments, _ history: HistoryReader, _ session: Session
  ) throws(Failure) -> RunDetail {
    let name = arguments.operands.first ?? ""
    let id: RunID
    if name == "last" {
      var query = RunQuery()
      query.rule = arguments.value("rule").map(RuleID.init)
      // Drops have no number and no steps.
      query.statuses = Set(RunStatus.allCases).subtracting([.dropped])
      query.limit = 1
      let lines = try session.reading { () throws(HistoryError) in
        try history.runs(matching: query)
      }
      guard let last = lines.first?.run else {
        let whose = arguments.value("rule").map { " of the rule `\($0)`" } ?? ""
        throw Failure(.notFound, "there is no run\(whose) on record", help: "see `hob log`")
      }
      id = last
    } else {
      id = RunID(try number(name, "run"))
    }
    guard let run = try session.reading({ () throws(HistoryError) in try history.run(id) }) else {
      throw Failure(
        .notFound, "run \(id.value) is not on record", help: "`hob log` lists what is")
    }
    return run
  }

  /// A number that was typed, with or without `#` before it.
  static func number(_ text: String, _ kind: String) throws(Failure) -> Int64 {
    let digits = text.hasPrefix("#") ? text.dropFirst() : text[...]
    guard let number = Int64(digits), number > 0 else {
      throw Failure(.usage, "`\(text)` is no number of a \(kind)")
    }
    return number
  }

  private static func value(of run: RunDetail) -> Value {
    guard case .map(var map) = LogLine.value(of: run.summary) else { return .null }
    map[.string("trigger")] = .int(Int64(run.trigger))
    map[.string("key")] = .string(run.key)
    map[.string("result")] = run.result
    map[.string("cut")] = .bool(run.isCut)
    map[.string("step_count")] = .int(Int64(run.stepCount))
    map[.string("steps")] = .list(run.steps.map(value))
    return .map(map)
  }

  private static func value(of step: StepDetail) -> Value {
    let (status, reason) =
      switch step.state {
      case .begun: ("begun", "")
      case .succeeded: ("succeeded", "")
      case .failed(let reason): ("failed", reason)
      case .passed: ("passed", "")
      }
    var map = ValueMap()
    map[.string("place")] = .string(step.place)
    map[.string("keyword")] = .string(step.keyword)
    map[.string("arguments")] = .map(ValueMap(step.arguments))
    map[.string("status")] = .string(status)
    map[.string("reason")] = .string(reason)
    map[.string("began")] = .timestamp(step.began)
    map[.string("ended")] = step.ended.map { .timestamp($0) } ?? .null
    map[.string("result")] = step.result
    map[.string("details")] = .map(ValueMap(step.details))
    map[.string("message")] = .string(step.message)
    map[.string("touched")] = .list(step.touched.map { .string($0.text) })
    map[.string("cut")] = .bool(step.isCut)
    return .map(map)
  }
}
