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
}
