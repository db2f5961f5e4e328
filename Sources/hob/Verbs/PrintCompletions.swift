import Terminal

/// `hob completions`: the script that makes a shell complete command lines.
enum PrintCompletions: Verb {
  static let section = VerbSection.helping

  static var syntax: VerbSyntax {
    VerbSyntax(
      "completions", "Prints what a shell needs to complete hob's command lines",
      operands: [
        OperandSyntax(
          ValueSyntax("SHELL", .words(Shell.allCases.map(\.rawValue))),
          "`bash`, `zsh` or `fish`.")
      ],
      details: "`scripts/install` puts them where the shells look. Without it:",
      examples: [
        VerbSyntax.Example(
          "source <(hob completions bash)", "completes in this bash; put it into ~/.bashrc"),
        VerbSyntax.Example(
          "hob completions fish > ~/.config/fish/completions/hob.fish", "completes in every fish"),
      ])
  }

  static func run(
    _ arguments: ParsedArguments, in session: Session
  ) throws(Failure) -> ExitCode {
    guard let shell = arguments.operands.first.flatMap(Shell.init(rawValue:)) else {
      throw Failure(.usage, "a shell is missing")
    }
    session.output.text(shell.completions(for: VerbRegistry.program))
    return .success
  }
}
