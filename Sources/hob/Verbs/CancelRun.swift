import Systemd
import Automation
import Control
import Storage
import Terminal
import Values

/// `hob cancel`: ends a run that waits or is under way.
enum CancelRun: Verb {
  static let section = VerbSection.acting

  static var syntax: VerbSyntax {
    VerbSyntax(
      "cancel", "Ends a run that waits or is under way",
      operands: [
        OperandSyntax(ValueSyntax("RUN", .known("runs")), "The number of the run.")
      ],
      options: [
        OptionSyntax("reason", value: ValueSyntax("TEXT"), "What the history keeps as the reason.")
      ],
      details: """
        Programs that the run started get SIGTERM, and SIGKILL if that does not help. What the run
        has done already stays done.
        """,
      examples: [VerbSyntax.Example("hob cancel 42", "run 42 ends as cancelled")])
  }

  static func run(
    _ arguments: ParsedArguments, in session: Session
  ) throws(Failure) -> ExitCode {
    let run = RunID(try ShowRun.number(arguments.operands[0], "run"))
    if let history = try session.historyIfAny() {
      let known = try session.reading { () throws(HistoryError) in
        try history.run(run, stepLimit: 0)
      }
      guard let known else {
        throw Failure(
          .notFound, "run \(run.value) is not on record", help: "`hob log` lists what is")
      }
      if known.summary.status.isEnd {
        throw Failure(
          .refused, "run \(run.value) has ended already: \(known.summary.status.rawValue)")
      }
    }
    let reason = arguments.value("reason") ?? "Cancelled by hand."
    _ = try session.ask(.cancel, [.uint64(UInt64(run.value)), .string(reason)])
    if session.isJSON {
      session.output.json(.map(ValueMap(["run": .int(run.value)])))
    } else {
      session.output.line("Run \(run.value) is being cancelled.")
    }
    return .success
  }
}
