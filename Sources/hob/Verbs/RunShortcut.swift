import Rules
import Automation
import Control
import Diagnostics
import FileSystem
import Service
import Storage
import Systemd
import Terminal
import Values
import Workflow

/// `hob run`: runs a shortcut now and waits for its end.
enum RunShortcut: Verb {
  static let section = VerbSection.acting

  static var syntax: VerbSyntax {
    VerbSyntax(
      "run", "Runs a shortcut now and waits for its end",
      operands: [
        OperandSyntax(
          ValueSyntax("SHORTCUT", .known("shortcuts")), "The shortcut's file name without .yaml."),
        OperandSyntax(
          ValueSyntax("NAME=VALUE"), count: .any,
          "Named inputs: `true`, numbers and JSON are read as such, the rest as text."),
      ],
      options: [
        OptionSyntax("input", value: ValueSyntax("TEXT"), "The main input, as text."),
        OptionSyntax(
          "file", value: ValueSyntax("PATH", .file), "The main input, a file or folder."),
        OptionSyntax("dry-run", "Tells what would be done, and touches nothing."),
      ],
      details: """
        Where hobd holds the history it is asked to run the shortcut; elsewhere the shortcut runs
        right here and writes the same history. What it stops with is printed. Exit code 1 where it
        failed.

        With `--json`: `run`, `status`, `reason` and `result`. With `--dry-run`, `--json` prints
        one step a line: `place`, `keyword`, `remark` and `effects` (each with `effect` and `text`).
        """,
      examples: [
        VerbSyntax.Example("hob run process-invoice --file acme.pdf", "files one invoice by hand"),
        VerbSyntax.Example("hob run resize --file a.png width=800", "with a named input"),
        VerbSyntax.Example(
          "hob run process-invoice --file acme.pdf --dry-run", "what would it do?"),
      ])
  }

  static func run(
    _ arguments: ParsedArguments, in session: Session
  ) throws(Failure) -> ExitCode {
    let name = arguments.operands[0]
    let known = session.base.rules.shortcuts[name]
    let input = try input(arguments, wants: known?.input, session)
    var with: [String: Value] = [:]
    for pair in try NamedValues.read(arguments.operands.dropFirst()) {
      with[pair.name] = try value(pair.value, as: known?.inputs[pair.name], session)
    }
    if arguments.has("dry-run") {
      let shortcut = try shortcut(name, session)
      try DryRunText(session).print(
        shortcut, input: input, with: with, EvaluationContext(now: session.now))
      return .success
    }
    if try isHeld(session.state) {
      return tell(try runInService(name, input, with, session), session)
    }
    _ = try shortcut(name, session)
    let request = ShortcutRequest(shortcut: name, input: input, with: with)
    return tell(try runHere(request, session), session)
  }

  private static func input(
    _ arguments: ParsedArguments, wants type: InputType?, _ session: Session
  ) throws(Failure) -> Value? {
    let text = arguments.value("input")
    guard let path = arguments.value("file") else {
      guard let text else { return nil }
      return try value(.string(text), as: type, session)
    }
    guard text == nil else { throw Failure(.usage, "the input is given by --input and by --file") }
    return try file(path, session)
  }

  /// A value as it was typed, or the file of that name where the shortcut wants one.
  private static func value(
    _ typed: Value, as type: InputType?, _ session: Session
  ) throws(Failure) -> Value {
    guard type == .file || type == .folder, case .string(let path) = typed else { return typed }
    return try file(path, session)
  }

  /// A file with its properties, as triggers hand it over.
  private static func file(_ path: String, _ session: Session) throws(Failure) -> Value {
    let path = session.absolute(session.environment.expandingTilde(FilePath(path)))
    do throws(FileError) {
      return try FileEntity.value(at: path)
    } catch {
      throw Failure(.notFound, error.description)
    }
  }

  private static func shortcut(_ name: String, _ session: Session) throws(Failure) -> Shortcut {
    if let shortcut = session.base.rules.shortcuts[name] { return shortcut }
    let broken = session.base.files.first { file in
      file.outcome == .failed && FoundFile(path: file.path, state: .read).stem == name
    }
    if let broken {
      throw Failure(
        .failure, "the shortcut `\(name)` has errors",
        help: "`hob check \(broken.path.text)` shows them")
    }
    throw .notFound(
      "shortcut", name, among: session.base.rules.shortcuts.keys, listedBy: "hob shortcuts")
  }

  /// Whether another process writes this history now.
  private static func isHeld(_ folder: StateFolder) throws(Failure) -> Bool {
    do throws(HistoryError) {
      _ = try StateLock(folder)
      return false
    } catch {
      guard error.reason == .inUse else { throw Failure(error) }
      return true
    }
  }

  private static func runInService(
    _ name: String, _ input: Value?, _ with: [String: Value], _ session: Session
  ) throws(Failure) -> Value {
    var inputs = ValueMap()
    if let input { inputs[.string("input")] = input }
    inputs[.string("with")] = .map(ValueMap(with))
    let arguments: [BusValue] = [
      .string(name), .string(JSON.encode(.map(inputs), form: .lossless)),
    ]
    do throws(Failure) {
      return try session.ask(.run, arguments, timeout: ControlClient.longestRun)
    } catch {
      guard error.code == .noService else { throw error }
      throw Failure(
        .noState,
        "another process holds the history in \(session.state.path.text): \(error.message)",
        help: "wait for it to end, or name the bus of its hobd with --bus")
    }
  }

  private static func runHere(
    _ request: ShortcutRequest, _ session: Session
  ) throws(Failure) -> Value {
    var settings = EngineSettings()
    settings.environment = session.environment
    settings.log = { _, message, fields in
      // How the run ended is told below; what is left are its `log` steps and warnings.
      guard !fields.contains(where: { $0.name == "HOB_STATUS" }) else { return }
      try? StandardStream.error.write(Printable.text(message) + "\n")
    }
    do throws(StartupFailure) {
      let (run, ending) = try LocalRun.run(
        request, rules: session.base.rules, state: session.state.path, bus: session.options.bus,
        settings: settings)
      return ending.report(of: run)
    } catch {
      let code: ExitCode =
        switch error.code {
        case .usage: .notFound
        case .state, .alreadyRunning: .noState
        case .system: .failure
        }
      throw Failure(code, error.message.withoutStop)
    }
  }

  private static func tell(_ report: Value, _ session: Session) -> ExitCode {
    let ending = StatusReader(report)
    let hasSucceeded = ending.text("status") == RunStatus.succeeded.rawValue
    if session.isJSON {
      session.output.json(report)
      return hasSucceeded ? .success : .failure
    }
    let run = ending.number("run")
    let errors = ErrorOutput(session.options.color)
    guard hasSucceeded else {
      let reason = ending.text("reason").withoutStop
      errors.tell(
        Failure(
          .failure, "run \(run) \(ending.text("status"))\(reason.isEmpty ? "" : ": " + reason)",
          help: "`hob show \(run)` tells its steps"))
      return .failure
    }
    switch report.member("result") ?? .null {
    case .null: break
    case .string(let text):
      session.output.line(session.output.width == nil ? text : Printable.text(text))
    case let value: session.output.line(JSON.encode(value))
    }
    if session.output.width != nil { errors.note("run \(run) succeeded") }
    return .success
  }
}
