import Rules
import Workflow
import Actions
import Service
import Storage
import Terminal
import Triggers
import Values

/// `hob complete`: names that completions offer, one a line; silent where there are none.
enum CompleteNames: Verb {
  static let section = VerbSection.helping

  static var syntax: VerbSyntax {
    VerbSyntax(
      "complete", "Prints the names of a kind, for completions",
      operands: [OperandSyntax(ValueSyntax("KIND"), "`rules`, `shortcuts`, `runs` and so on.")],
      isHidden: true)
  }

  /// How many runs or events are offered.
  private static let mostNumbers = 20

  static func run(
    _ arguments: ParsedArguments, in session: Session
  ) throws(Failure) -> ExitCode {
    let names: [String] =
      switch arguments.operands.first {
      case "rules": session.base.rules.rules.map(\.id.name)
      case "shortcuts": session.base.rules.shortcuts.keys.sorted()
      case "triggers": TriggerRegistry.all.map { $0.schema.keyword }
      case "actions": ListActions.schemas.map(\.keyword)
      case "topics": ShowHelp.topics
      case "examples": StartFile.examples(session).map(\.name)
      case "runs": try runs(session)
      case "events": try events(session)
      default: []
      }
    for name in names { session.output.line(name) }
    return .success
  }

  private static func runs(_ session: Session) throws(Failure) -> [String] {
    guard let history = try session.historyIfAny() else { return [] }
    var query = RunQuery()
    query.limit = mostNumbers
    let lines = try session.reading { () throws(HistoryError) in
      try history.runs(matching: query)
    }
    return ["last"] + lines.compactMap { $0.run.map { String($0.value) } }
  }

  private static func events(_ session: Session) throws(Failure) -> [String] {
    guard let history = try session.historyIfAny() else { return [] }
    let events = try session.reading { () throws(HistoryError) in
      try history.lastEvents(limit: mostNumbers)
    }
    return ["last"] + events.map { String($0.id.value) }
  }
}
