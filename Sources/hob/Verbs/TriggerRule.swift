import Systemd
import Automation
import Control
import Diagnostics
import FileSystem
import Rules
import Service
import Terminal
import Values
import Workflow

/// `hob trigger`: acts as if a rule's trigger had seen something.
enum TriggerRule: Verb {
  static let section = VerbSection.acting

  static var syntax: VerbSyntax {
    VerbSyntax(
      "trigger", "Acts as if the rule's trigger had seen an event",
      operands: [OperandSyntax(RuleSwitch.rule, "The rule's id.")],
      options: [
        OptionSyntax(
          "file", value: ValueSyntax("PATH", .file), "The event is about this file or folder."),
        OptionSyntax(
          "event", value: ValueSyntax("JSON"),
          "Fields of the event as a JSON object; what is left out is filled in."),
        OptionSyntax("dry-run", "Tells what would be done, and touches nothing."),
      ],
      details: """
        Conditions, modes and throttles count as for any event; only this rule sees it. Exit code 1
        where the rule did not run.

        With `--json`: `run` (null where there is none), `reason` and `explanation`. With
        `--dry-run` it needs no hobd; `--json` then prints one step a line: `place`, `keyword`,
        `remark` and `effects` (each with `effect` and `text`).
        """,
      examples: [
        VerbSyntax.Example(
          "hob trigger invoices --file ~/Invoices/acme.pdf", "runs the rule for a file now"),
        VerbSyntax.Example(
          "hob trigger invoices --file acme.pdf --dry-run", "what would it do with this file?"),
      ])
  }

  static func run(
    _ arguments: ParsedArguments, in session: Session
  ) throws(Failure) -> ExitCode {
    let name = arguments.operands[0]
    let fields = try fields(arguments, session)
    if arguments.has("dry-run") {
      return try dryRun(try session.rule(name), fields, session)
    }
    let answer = try session.ask(.trigger, [.string(name), .string(JSON.encode(.map(fields)))])
    let verdict = StatusReader(answer)
    let run = verdict.number("run")
    if session.isJSON {
      session.output.json(answer)
    } else if run > 0 {
      session.output.line("Run \(run) was admitted; `hob show \(run)` tells how it goes.")
    } else {
      session.output.line(Printable.text("It did not run: \(verdict.text("explanation"))"))
    }
    return run > 0 ? .success : .failure
  }

  private static func fields(
    _ arguments: ParsedArguments, _ session: Session
  ) throws(Failure) -> ValueMap {
    var fields = ValueMap()
    if let text = arguments.value("event") { fields = try NamedValues.object(text, "--event") }
    if let file = arguments.value("file") {
      guard fields[.string("file")] == nil else {
        throw Failure(.usage, "the file is given by --file and by --event")
      }
      fields[.string("file")] = .string(session.absolute(FilePath(file)).text)
    }
    return fields
  }

  private static func dryRun(
    _ rule: Rule, _ given: ValueMap, _ session: Session
  ) throws(Failure) -> ExitCode {
    var fields: [String: Value] = [:]
    for case (.string(let name), let value) in given.pairs { fields[name] = value }
    let event: Event
    do throws(Engine.Refused) {
      event = try Engine.event(for: rule, fields)
    } catch {
      throw Failure(.usage, error.message.withoutStop)
    }
    let context = EvaluationContext(now: event.at)
    switch rule.judge(event, context) {
    case .fits(let trigger):
      try DryRunText(session).print(rule.plans[trigger], event, context)
      return .success
    case .declined(_, let reason, let explanation):
      return tell(reason.rawValue, explanation, session)
    case .noTrigger(let explanations):
      let misfits = explanations.compactMap { $0.sentence(for: event) }
      return tell("pattern", misfits.joined(separator: "; ") + ".", session)
    }
  }

  private static func tell(
    _ reason: String, _ explanation: String, _ session: Session
  ) -> ExitCode {
    if session.isJSON {
      session.output.json(
        .map(
          ValueMap([
            "run": .null, "reason": .string(reason), "explanation": .string(explanation),
          ])))
    } else {
      session.output.line(Printable.text("It would not run: \(explanation)"))
    }
    return .failure
  }
}
