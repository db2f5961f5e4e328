internal import FileSystem
internal import Values
package import Workflow

/// Writes a text into a file, which appears under its name only when it is whole.
package struct WriteFile: Action {
  /// What is done where a file of that name stands already.
  package enum Existing: String, CaseIterable, Sendable {
    case fail
    case keepBoth = "keep-both"
    case replace
  }

  package static let schema = ActionSchema(
    keyword: "write-file",
    summary: "Writes a text into a file.",
    main: Parameter("path", .path, required: true, "The file to make. Its folder must be there."),
    parameters: [
      Parameter("text", .text, required: true, "What it will hold, exactly."),
      Parameter(
        "if-exists", .oneOf(Existing.allCases.map(\.rawValue)), default: Existing.fail.rawValue,
        """
        What to do where a file of that name stands already: `fail` ends the step with an error, \
        `keep-both` gives the new one a number, `replace` puts the new one in its place in one \
        step and the old one into the trash.
        """),
    ],
    result: .entity("file"),
    resultSummary: "The new file.",
    effects: [.writes],
    example: """
      - write-file: ~/Reports/today.txt
        text: "${report}"
        if-exists: replace
      """)

  package init() {}

  package static func plan(_ invocation: Invocation) -> [PlannedEffect] {
    let existing = invocation.arguments["if-exists"].flatMap(ValueText.text(of:))
    let end = existing == Existing.replace.rawValue ? ", an old one goes to the trash" : ""
    return [PlannedEffect(.writes, "write \(invocation.shown("path"))\(end)")]
  }

  package func perform(
    _ invocation: Invocation, on host: Host
  ) async throws(ActionFailure) -> Outcome {
    let step = StepContext(invocation, of: Self.schema, on: host)
    let path = try step.arguments.path("path")
    let bytes = FilePath.bytes(of: try step.arguments.text("text"))
    let existing = try step.arguments.choice("if-exists", default: Existing.fail)
    if existing == .replace,
      let outcome = try await Replacing(path: path, bytes: bytes).perform(in: step)
    {
      return outcome
    }
    let placing = Placing(
      wanted: path, existing: existing == .keepBoth ? .keepBoth : .fail, kind: .regular)
    let sweep = host.sweep
    let result = try await placing.perform(in: step) { (target, _) throws(FileError) in
      sweep.sweep(target.parent)
      _ = try AtomicWrite.create(target, with: bytes, .fail)
      return [:]
    }
    switch result {
    case .placed(let value, let details, let touched):
      return Outcome(value, details: details, touched: touched)
    case .skipped: preconditionFailure("Writing a file is never skipped.")
    }
  }
}
