internal import Values
package import Workflow

/// Runs a program with its arguments as they are: no shell looks at them.
package struct RunProgram: Action {
  package static let schema = ActionSchema(
    keyword: "run-program",
    summary: "Runs a program and keeps what it prints.",
    main: Parameter(
      "program", .text, required: true,
      """
      The program: a name that is looked up in `PATH`, or a path. A path that does not begin \
      with `/` is counted from the home folder, and so is one that begins with `~/`.
      """),
    parameters: [
      Parameter(
        "arguments", .list(.text),
        """
        Its arguments. Each arrives as it is, whatever characters it holds. A name that begins \
        with a dash may still look like an option to the program: most take `--` before names.
        """),
      ChildSettings.inputParameter,
      ChildSettings.environmentParameter,
      ChildSettings.folderParameter,
      ChildSettings.acceptParameter,
    ],
    result: .string,
    resultSummary: ChildSettings.resultSummary,
    effects: [.programs],
    example: """
      - run-program: convert
        arguments: ["${file.path}", "-resize", "1024", "${file.folder}/small.jpg"]
        timeout: 2 min
      """)

  package init() {}

  package static func plan(_ invocation: Invocation) -> [PlannedEffect] {
    var words = [invocation.shown("program")]
    if case .list(let values)? = invocation.arguments["arguments"] {
      words += values.map { "'" + (ValueText.text(of: $0) ?? JSON.encode($0)) + "'" }
    }
    return [PlannedEffect(.programs, "run " + words.joined(separator: " "))]
  }

  package func perform(
    _ invocation: Invocation, on host: Host
  ) async throws(ActionFailure) -> Outcome {
    let step = StepContext(invocation, of: Self.schema, on: host)
    let arguments = step.arguments
    let program = FilePath(try arguments.text("program"))
    let settings = try ChildSettings(
      variables: "environment", in: step)
    let words = try arguments.texts("arguments").map(FilePath.bytes(of:))
    let child = ChildRun(name: "`\(program.text)`", settings: settings)
    return try await child.perform(
      Self.location(of: program, home: host.home), words, in: step)
  }

  /// A bare name is looked up in `PATH` later; a relative path counts from the home folder.
  private static func location(of program: FilePath, home: FilePath) -> FilePath {
    let tilde = Array("~/".utf8)
    if program.bytes.starts(with: tilde) {
      return home.appending(Array(program.bytes.dropFirst(tilde.count)))
    }
    let isName = !program.bytes.contains(UInt8(ascii: "/"))
    return isName || program.isAbsolute ? program : home.appending(program.bytes)
  }
}
