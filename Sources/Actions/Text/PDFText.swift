internal import FileSystem
internal import Systemd
internal import Values
internal import Workflow

/// Takes the text out of a PDF with the `pdftotext` of poppler, in a process of its own.
///
/// A document from a stranger that breaks the reader so breaks nothing else.
struct PDFText {
  let file: FilePath
  let keepsLayout: Bool

  private static let program = FilePath("pdftotext")

  func perform(in step: StepContext) async throws(ActionFailure) -> Outcome {
    var command = ChildProcess.Command(
      Self.program, arguments, environment: step.host.environment.raw, in: FilePath("/"))
    command.outputLimit = step.limits.extractedText
    command.errorLimit = step.limits.capturedOutput
    command.timeLimit = step.timeLeft(atMost: step.limits.extraction)
    let exit: ChildProcess.Exit
    do throws(SpawnError) {
      exit = try await ChildProcess.run(command, on: step.host.reactor)
    } catch {
      throw Self.failure(error)
    }
    try check(exit, limits: step.limits)
    let text = FilePath.text(of: exit.output)
    return Outcome(
      .string(text),
      details: [
        "kind": .string("pdf"), "empty": .bool(ExtractText.isBlank(text)),
        "took": .duration(exit.duration),
      ])
  }

  private var arguments: [[UInt8]] {
    var words = ["-enc", "UTF-8", "-nopgbrk"]
    if keepsLayout { words.append("-layout") }
    // The path is absolute, so that it can't look like an option; `--` says it once more.
    return (words + ["--"]).map { Array($0.utf8) } + [file.bytes, Array("-".utf8)]
  }

  private func check(_ exit: ChildProcess.Exit, limits: ActionLimits) throws(ActionFailure) {
    let name = LineText.oneLine(file.text)
    if exit.hasTimedOut {
      throw failure(.timedOut, "Taking the text out of \(name) took too long and was ended.")
    }
    if exit.wasCancelled {
      throw failure(.cancelled, "Taking the text out of \(name) was cancelled.")
    }
    guard exit.isSuccess else {
      let end = ChildRun.trimmed(exit.errorOutput).suffix(limits.quotedError)
      let words = LineText.oneLine(FilePath.text(of: Array(end)))
      throw failure(
        .programFailed,
        "No text can be taken out of \(name): pdftotext gave \(exit.status)"
          + (words.isEmpty ? "" : "; it wrote: " + words))
    }
    guard !exit.outputIsCut else {
      throw failure(.limit, "The text of \(name) is longer than \(limits.extractedText) bytes.")
    }
  }

  private func failure(_ reason: ActionFailure.Reason, _ message: String) -> ActionFailure {
    ActionFailure(reason, message, details: ["path": .string(file.text)])
  }

  private static func failure(_ error: SpawnError) -> ActionFailure {
    switch error.reason {
    case .notInPath, .noSuchProgram:
      ActionFailure(
        .unavailable,
        "Reading a PDF needs the program `pdftotext`: install the package poppler-utils.",
        details: ["program": .string("pdftotext"), "package": .string("poppler-utils")])
    case .noInterpreter, .notExecutable, .badFolder, .argumentsTooLarge, .holdsNUL, .noResources,
      .cancelled, .other:
      ActionFailure(error)
    }
  }
}
