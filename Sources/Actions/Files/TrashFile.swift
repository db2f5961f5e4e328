internal import Values
package import Workflow

/// Moves a file or folder to the trash, from where the desktop can restore it.
package struct TrashFile: Action {
  package static let schema = ActionSchema(
    keyword: "trash-file",
    summary: "Moves a file or folder to the trash.",
    main: Parameter("file", .file, required: true, "The file or folder to put into the trash."),
    result: .entity("file"),
    resultSummary: "The file at its place in the trash.",
    effects: [.writes],
    example: """
      - trash-file: ${file}
      """)

  package init() {}

  package static func plan(_ invocation: Invocation) -> [PlannedEffect] {
    [PlannedEffect(.writes, "move \(invocation.shown("file")) to the trash")]
  }
}
