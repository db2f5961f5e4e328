internal import FileSystem
internal import Values
package import Workflow

/// Gives a file or folder another name in the same folder.
package struct RenameFile: Action {
  package static let schema = ActionSchema(
    keyword: "rename-file",
    summary: "Gives a file or folder another name.",
    main: Parameter("file", .file, required: true, "The file or folder to rename."),
    parameters: [
      Parameter(
        "to", .text, required: true, "The new name, with its ending and without a slash."),
      ExistingTarget.parameter,
    ],
    result: .entity("file"),
    resultSummary: "The file under its new name; with `skip`, where it was left.",
    effects: [.writes],
    example: """
      - rename-file: ${file}
        to: ${file.stem} (paid).${file.ext}
      """)

  package init() {}

  package static func plan(_ invocation: Invocation) -> [PlannedEffect] {
    [
      PlannedEffect(
        .writes, "rename \(invocation.shown("file")) to \(invocation.shown("to"))")
    ]
  }

  package func perform(
    _ invocation: Invocation, on host: Host
  ) async throws(ActionFailure) -> Outcome {
    let step = StepContext(invocation, of: Self.schema, on: host)
    let arguments = step.arguments
    let source = try arguments.path("file")
    let transfer = Transfer(
      source: source,
      destination: Destination(folder: source.parent, name: try arguments.fileName("to")),
      existing: try arguments.choice("if-exists", default: ExistingTarget.keepBoth),
      removesSource: true)
    let copying = Copying(sweep: host.sweep)
    return try await transfer.perform(in: step) {
      (source, target, interruption) throws(FileError) in
      try copying.move(source, to: target, interruption)
    }
  }
}
