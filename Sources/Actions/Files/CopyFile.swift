internal import FileSystem
internal import Values
package import Workflow

/// Copies a file or a folder with all that is in it, and never replaces anything.
package struct CopyFile: Action {
  package static let schema = ActionSchema(
    keyword: "copy-file",
    summary: "Copies a file, or a folder with all that is in it.",
    main: Parameter("file", .file, required: true, "The file or folder to copy."),
    parameters: Destination.parameters + [ExistingTarget.parameter],
    result: .entity("file"),
    resultSummary: "The copy; with `skip`, the file that stood there already.",
    effects: [.writes],
    example: """
      - copy-file: ${file}
        to: /media/backup/photos/
      """)

  package init() {}

  package static func plan(_ invocation: Invocation) -> [PlannedEffect] {
    [
      PlannedEffect(
        .writes, "copy \(invocation.shown("file")) to \(invocation.shown("to"))")
    ]
  }

  package func perform(
    _ invocation: Invocation, on host: Host
  ) async throws(ActionFailure) -> Outcome {
    let step = StepContext(invocation, of: Self.schema, on: host)
    let transfer = try Transfer(step.arguments, removesSource: false)
    let copying = Copying(sweep: host.sweep)
    return try await transfer.perform(in: step) {
      (source, target, interruption) throws(FileError) in
      try copying.copy(source, to: target, interruption)
    }
  }
}
