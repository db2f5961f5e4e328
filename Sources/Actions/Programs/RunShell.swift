internal import Values
package import Workflow

/// Runs a script of the shell; values reach it as arguments or environment, never as its text.
package struct RunShell: Action {
  package static let schema = ActionSchema(
    keyword: "shell",
    summary: "Runs a script with /bin/sh and keeps what it prints.",
    main: Parameter(
      "script", .text, required: true,
      """
      The script. `${…}` in it is the shell's own: Hob puts no values into the text, so that a \
      file name is never a command. Hand values over with `arguments` or `env`, and put them in \
      double quotes: `"$1"`.
      """),
    parameters: [
      Parameter("arguments", .list(.text), "What the script sees as `$1`, `$2` and so on."),
      ChildSettings.inputParameter,
      Parameter("env", .dictionary(.text), ChildSettings.environmentParameter.summary),
      ChildSettings.folderParameter,
      ChildSettings.acceptParameter,
    ],
    result: .string,
    resultSummary: ChildSettings.resultSummary,
    effects: [.programs],
    example: """
      - shell: |
          gzip -k -- "$1" && echo "$GREETING"
        arguments: ["${file.path}"]
        env: {GREETING: "done with ${file.name}"}
      """)

  package init() {}

  package static func plan(_ invocation: Invocation) -> [PlannedEffect] {
    [PlannedEffect(.programs, "run /bin/sh with the script: \(invocation.shown("script"))")]
  }

  package func perform(
    _ invocation: Invocation, on host: Host
  ) async throws(ActionFailure) -> Outcome {
    let step = StepContext(invocation, of: Self.schema, on: host)
    let arguments = step.arguments
    let script = FilePath.bytes(of: try arguments.text("script"))
    let settings = try ChildSettings(variables: "env", in: step)
    let values = try arguments.texts("arguments").map(FilePath.bytes(of:))
    // After the script comes `$0`, the name by which the shell speaks of it.
    let words = [Array("-c".utf8), Array("--".utf8), script, Array("hob".utf8)] + values
    let child = ChildRun(name: "The script", settings: settings)
    return try await child.perform(FilePath("/bin/sh"), words, in: step)
  }
}
