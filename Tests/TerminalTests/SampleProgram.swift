import Terminal

/// A small command line with one of each kind of thing.
enum Sample {
  static let program = ProgramSyntax(
    "spirit", "Does the chores",
    options: [
      OptionSyntax("json", "Prints JSON."),
      OptionSyntax(
        "color", value: ValueSyntax("WHEN", .words(["auto", "always", "never"])), "Colours."),
      OptionSyntax("help", short: "h", "Shows help."),
    ],
    verbs: [
      VerbSyntax(
        "log", "Shows the history",
        options: [
          OptionSyntax("follow", short: "f", "Goes on showing."),
          OptionSyntax("limit", short: "n", value: ValueSyntax("COUNT"), "How many lines."),
          OptionSyntax(
            "rule", value: ValueSyntax("RULE", .known("rules")), isRepeatable: true,
            "Only of this rule [or several]: an id."),
        ],
        details: "First paragraph\nwith two lines.\n\nSecond one.",
        examples: [VerbSyntax.Example("spirit log -f", "follows it")]),
      VerbSyntax(
        "show", "Shows a run",
        operands: [OperandSyntax(ValueSyntax("RUN", .known("runs")), "Its number.")]),
      VerbSyntax(
        "check", "Checks files",
        operands: [OperandSyntax(ValueSyntax("FILE", .file), count: .any, "Files to check.")]),
      VerbSyntax(
        "completions", "Prints a script",
        operands: [
          OperandSyntax(ValueSyntax("SHELL", .words(["bash", "zsh", "fish"])), "Which shell.")
        ]),
      VerbSyntax("generate", "For scripts", isHidden: true),
    ])
}
