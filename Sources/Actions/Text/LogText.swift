internal import Values
package import Workflow

/// Writes a line into the service's log and the run's record.
package struct LogText: Action {
  /// How much a line matters, in the words of syslog(3).
  package enum Level: String, CaseIterable, Sendable {
    case debug, info, notice, warning, error
  }

  package static let schema = ActionSchema(
    keyword: "log",
    summary: "Writes a line into the log.",
    main: Parameter(
      "text", .text, required: true,
      """
      The line. Line breaks and control characters in it are written as `\\n` and the like, so \
      that one step always makes one entry.
      """),
    parameters: [
      Parameter(
        "level", .oneOf(Level.allCases.map(\.rawValue)), default: Level.info.rawValue,
        "How much it matters: from `debug` to `error`.")
    ],
    mayRepeat: true,
    example: """
      - log: ${file.name} has ${file.size} bytes
        level: notice
      """)

  package init() {}

  package static func plan(_ invocation: Invocation) -> [PlannedEffect] { [] }

  package func perform(
    _ invocation: Invocation, on host: Host
  ) async throws(ActionFailure) -> Outcome {
    let step = StepContext(invocation, of: Self.schema, on: host)
    let arguments = step.arguments
    let level = try arguments.choice("level", default: Level.info)
    let (short, wasCut) = LineText.cut(try arguments.text("text"), to: step.limits.logEntry)
    let line = LineText.oneLine(short)
    host.log(level.rawValue, line)
    return Outcome(details: ["text": .string(line), "cut": .bool(wasCut)])
  }
}
