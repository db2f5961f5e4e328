package import Values

/// The steps that steer a run and do nothing themselves, as data.
package enum ControlStep: String, Sendable, Hashable, CaseIterable {
  case branch = "if"
  case `repeat` = "repeat"
  case set
  case stop
  case runShortcut = "run-shortcut"

  /// What the checker, the manual and the editors know of it.
  package var schema: ActionSchema {
    switch self {
    case .branch:
      ActionSchema(
        keyword: rawValue, summary: "Runs some steps where a condition holds, others where not.",
        main: Parameter("if", .condition, required: true, "What must hold; a list: all of it."),
        parameters: [
          Parameter("then", .steps, "Steps where it holds."),
          Parameter("else", .steps, "Steps where it does not."),
        ],
        example: """
          - if: input.size > bytesize("5 MiB")
            then:
              - notify: ${input.name} is large
            else:
              - log: ${input.name} is small
          """)
    case .repeat:
      ActionSchema(
        keyword: rawValue,
        summary: "Runs steps once for each item of a list, or a number of times.",
        main: Parameter("repeat", .any, required: true, "A list, or how many rounds."),
        parameters: [
          Parameter("as", .text, default: "item", "The name that the item has inside."),
          Parameter("do", .steps, required: true, "Steps of a round; `index` counts from 1."),
        ],
        example: """
          - repeat: ${["a", "b"]}
            as: letter
            do:
              - log: Round ${index} is ${letter}
          """)
    case .set:
      ActionSchema(
        keyword: rawValue, summary: "Gives values names for later steps.",
        main: Parameter("set", .dictionary(.any), required: true, "Names with their values."),
        example: """
          - set:
              year: ${input.modified.getFullYear()}
              title: Scan of ${input.stem}
          """)
    case .stop:
      ActionSchema(
        keyword: rawValue, summary: "Ends the shortcut here, with a result.",
        main: Parameter("stop", .any, "The result; the reason where `failed` is true."),
        parameters: [
          Parameter("failed", .boolean, default: "false", "Whether the run ends as failed.")
        ],
        example: """
          - stop: Nothing to do
          """)
    case .runShortcut:
      ActionSchema(
        keyword: rawValue, summary: "Runs another shortcut; its result is kept by `save`.",
        main: Parameter("run-shortcut", .text, required: true, "The shortcut's file name."),
        parameters: [
          Parameter("input", .any, "Its main input."),
          Parameter("with", .dictionary(.any), "Its named inputs."),
        ],
        result: .dynamic, resultSummary: "What the shortcut stopped with.",
        example: """
          - run-shortcut: process-invoice
            input: ${input}
          """)
    }
  }

  /// Arguments that every step may have beside its own.
  package static let common: [Parameter] = [
    Parameter("save", .text, "The name under which later steps find the result."),
    Parameter("if", .condition, "The step is skipped unless this holds."),
    Parameter("timeout", .duration, "How long it may take; then it is stopped and fails."),
    Parameter(
      "on-error", .steps, default: "fail",
      "What follows a failure: `fail`, `continue`, or steps that see it as `error`."),
  ]
}
