internal import FileSystem
internal import Values
package import Workflow

/// Adds text at the end of a file.
package struct AppendFile: Action {
  package static let schema = ActionSchema(
    keyword: "append-file",
    summary: "Adds lines at the end of a file, and makes the file if there is none.",
    main: Parameter("path", .path, required: true, "The file. Its folder must be there."),
    parameters: [
      Parameter(
        "text", .text, required: true,
        """
        What to add. It begins on a line of its own and ends with a line break, which is added \
        where it is missing.
        """)
    ],
    result: .entity("file"),
    resultSummary: "The file.",
    effects: [.writes],
    example: """
      - append-file: ~/arrivals.txt
        text: ${file.name}
      """)

  package init() {}

  package static func plan(_ invocation: Invocation) -> [PlannedEffect] {
    [
      PlannedEffect(
        .writes, "add to \(invocation.shown("path")): \(invocation.shown("text"))")
    ]
  }

  package func perform(
    _ invocation: Invocation, on host: Host
  ) async throws(ActionFailure) -> Outcome {
    let step = StepContext(invocation, of: Self.schema, on: host)
    let arguments = step.arguments
    let path = try arguments.path("path")
    let text = FilePath.bytes(of: try arguments.text("text"))
    let lineFeed = UInt8(ascii: "\n")
    let appending = Appending(path: path)
    return try await appending.perform(in: step) {
      (file, size) throws(ActionFailure) in
      let startsLine = try file.isAtLineStart(size: size)
      return (startsLine ? [] : [lineFeed]) + text + (text.last == lineFeed ? [] : [lineFeed])
    }
  }
}
