internal import FileSystem
internal import Values
package import Workflow

/// Makes a folder and those above it; one that is there already is fine.
package struct MakeFolder: Action {
  package static let schema = ActionSchema(
    keyword: "make-folder",
    summary: "Makes a folder, unless it is there already.",
    main: Parameter(
      "folder", .path, required: true, "The folder; those above it are made as well."),
    result: .entity("file"),
    resultSummary: "The folder.",
    effects: [.writes],
    mayRepeat: true,
    example: """
      - make-folder: ~/Invoices/2026
      """)

  package init() {}

  package static func plan(_ invocation: Invocation) -> [PlannedEffect] {
    [PlannedEffect(.writes, "make the folder \(invocation.shown("folder"))")]
  }
  package func perform(
    _ invocation: Invocation, on host: Host
  ) async throws(ActionFailure) -> Outcome {
    let step = StepContext(invocation, of: Self.schema, on: host)
    let arguments = step.arguments
    let folder = try arguments.path("folder")
    let made = try await FolderMaking.make(folder, in: step)
    let value = try await step.fileWork(at: folder) { _ throws(FileError) in
      try FileEntity.value(at: folder)
    }
    return Outcome(value, details: ["made": .bool(!made.isEmpty)], touched: made)
  }
}
