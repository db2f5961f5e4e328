internal import FileSystem
internal import Values
package import Workflow

/// Reads a whole file into a value.
package struct ReadFile: Action {
  /// What a file's content becomes.
  package enum Form: String, CaseIterable, Sendable {
    case text, bytes
  }

  package static let schema = ActionSchema(
    keyword: "read-file",
    summary: "Reads a file.",
    main: Parameter("file", .file, required: true, "The file to read."),
    parameters: [
      Parameter(
        "as", .oneOf(Form.allCases.map(\.rawValue)), default: Form.text.rawValue,
        """
        `text`, where bytes that are not UTF-8 keep a reversible form and a byte-order mark at \
        the start is left out, or `bytes` as they are.
        """),
      Parameter(
        "limit", .byteSize, default: "64 MiB",
        "The most that is read, 64 MiB at the highest; a longer file is an error."),
    ],
    result: .dynamic,
    resultSummary: "The content of the file.",
    effects: [.reads],
    mayRepeat: true,
    example: """
      - read-file: ~/notes.txt
        limit: 1 MiB
        save: notes
      """)

  package init() {}

  package static func plan(_ invocation: Invocation) -> [PlannedEffect] {
    [PlannedEffect(.reads, "read \(invocation.shown("file"))")]
  }
  package func perform(
    _ invocation: Invocation, on host: Host
  ) async throws(ActionFailure) -> Outcome {
    let step = StepContext(invocation, of: Self.schema, on: host)
    let arguments = step.arguments
    let file = try arguments.path("file")
    let form = try arguments.choice("as", default: Form.text)
    let most = step.limits.readFile
    let limit = try arguments.count("limit") ?? most
    guard limit <= most else {
      throw arguments.failure("limit", "is \(limit) bytes; \(most) is the most a step may read")
    }
    let bytes = try await step.fileWork(at: file) { _ throws(FileError) in
      try OpenFile.contents(of: file, limit: limit)
    }
    let value: Value =
      switch form {
      case .bytes: .bytes(bytes)
      case .text: .string(FilePath.text(of: TextEncoding.withoutByteOrderMark(bytes)))
      }
    return Outcome(value, details: ["size": .int(Int64(bytes.count))])
  }
}
