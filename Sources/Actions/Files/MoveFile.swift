internal import FileSystem
internal import Values
package import Workflow

/// Moves a file or folder, also to another disk, and never replaces anything.
package struct MoveFile: Action {
  package static let schema = ActionSchema(
    keyword: "move-file",
    summary: "Moves a file or folder.",
    main: Parameter("file", .file, required: true, "The file or folder to move."),
    parameters: Destination.parameters + [ExistingTarget.parameter],
    result: .entity("file"),
    resultSummary: "The file at its new place; with `skip`, where it was left.",
    effects: [.writes],
    example: """
      - move-file: ${file}
        to: ~/Invoices/2026
        make-folder: true
      """)

  package init() {}

  package static func plan(_ invocation: Invocation) -> [PlannedEffect] {
    [
      PlannedEffect(
        .writes, "move \(invocation.shown("file")) to \(invocation.shown("to"))")
    ]
  }

  package func perform(
    _ invocation: Invocation, on host: Host
  ) async throws(ActionFailure) -> Outcome {
    let step = StepContext(invocation, of: Self.schema, on: host)
    let transfer = try Transfer(step.arguments, removesSource: true)
    let copying = Copying(sweep: host.sweep)
    return try await transfer.perform(in: step) {
      (source, target, interruption) throws(FileError) in
      try copying.move(source, to: target, interruption)
    }
  }
}
