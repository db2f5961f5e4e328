internal import FileSystem
internal import Systemd
internal import Values
internal import Workflow

/// Runs a program to its end and turns what came of it into the outcome of a step.
struct ChildRun {
  /// The name by which messages speak of it.
  let name: String
  let settings: ChildSettings

  func perform(
    _ program: FilePath, _ arguments: [[UInt8]], in step: StepContext
  ) async throws(ActionFailure) -> Outcome {
    var command = ChildProcess.Command(
      program, arguments, environment: settings.environment, in: settings.folder,
      input: settings.input)
    command.outputLimit = step.limits.capturedOutput
    command.errorLimit = step.limits.capturedOutput
    command.timeLimit = step.timeLeft() ?? step.limits.program
    let exit: ChildProcess.Exit
    do throws(SpawnError) {
      exit = try await ChildProcess.run(command, on: step.host.reactor)
    } catch {
      throw ActionFailure(error)
    }
    let details = Self.details(of: exit)
    try check(exit, details, in: step)
    let text = FilePath.text(of: Self.trimmed(exit.output))
    return Outcome(.string(text), details: details)
  }

  private func check(
    _ exit: ChildProcess.Exit, _ details: [String: Value], in step: StepContext
  ) throws(ActionFailure) {
    if exit.hasTimedOut {
      let limit = (step.invocation.timeout ?? step.limits.program).secondsText
      throw ActionFailure(
        .timedOut, "\(name) was ended: it ran longer than \(limit).", details: details)
    }
    if exit.wasCancelled {
      throw ActionFailure(
        .cancelled, "\(name) was ended, for its run was cancelled.", details: details)
    }
    if case .exited(let code) = exit.status, settings.accepted.contains(Int(code)) { return }
    throw ActionFailure(
      .programFailed,
      "\(name) failed: \(exit.status)\(Self.lastWords(exit, step.limits.quotedError))",
      details: details)
  }

  /// The end of what it wrote to its standard error, on one line.
  private static func lastWords(_ exit: ChildProcess.Exit, _ limit: Int) -> String {
    let end = trimmed(exit.errorOutput).suffix(limit)
    guard !end.isEmpty else { return "" }
    return "; it wrote: " + LineText.oneLine(FilePath.text(of: Array(end)))
  }

  private static func details(of exit: ChildProcess.Exit) -> [String: Value] {
    var details: [String: Value] = [
      "error_output": .string(FilePath.text(of: exit.errorOutput)),
      "output_cut": .bool(exit.outputIsCut), "error_output_cut": .bool(exit.errorOutputIsCut),
      "took": .duration(exit.duration),
    ]
    switch exit.status {
    case .exited(let code): details["exit_code"] = .int(Int64(code))
    case .signaled(let signal): details["signal"] = .string("\(signal)")
    }
    if !exit.isSuccess { details["output"] = .string(FilePath.text(of: exit.output)) }
    return details
  }

  /// The bytes without line breaks at their end, as `$(…)` of the shell gives them.
  static func trimmed(_ bytes: [UInt8]) -> [UInt8] {
    var end = bytes.count
    while end > 0, bytes[end - 1] == UInt8(ascii: "\n") || bytes[end - 1] == UInt8(ascii: "\r") {
      end -= 1
    }
    return end == bytes.count ? bytes : Array(bytes[..<end])
  }
}

extension ActionFailure {
  /// The failure of a step whose program could not be started.
  init(_ error: SpawnError) {
    let reason: Reason =
      switch error.reason {
      case .notInPath, .noSuchProgram, .noInterpreter: .notFound
      case .notExecutable: .denied
      case .badFolder: Self.reason(of: error.cause)
      case .argumentsTooLarge, .holdsNUL: .badArgument
      case .noResources, .other: .system
      case .cancelled: .cancelled
      }
    self.init(
      reason, LineText.oneLine("\(error)"),
      details: [
        "program": .string(error.program.text), "errno": .string(error.cause.name),
      ])
  }
}
