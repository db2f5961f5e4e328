import Terminal

/// `hob help`: the list of commands, or everything about one.
enum ShowHelp: Verb {
  static let section = VerbSection.helping

  static var syntax: VerbSyntax {
    VerbSyntax(
      "help", "Explains the commands, or one of them",
      operands: [
        OperandSyntax(
          ValueSyntax("COMMAND", .known("topics")), count: .optional,
          "A command, or `exit-codes`.")
      ])
  }

  static func run(
    _ arguments: ParsedArguments, in session: Session
  ) throws(Failure) -> ExitCode {
    guard let topic = arguments.operands.first else {
      session.output.text(overview(session))
      return .success
    }
    if topic == exitCodes {
      for code in ExitCode.allCases { session.output.line("  \(code.rawValue)  \(code.meaning)") }
      return .success
    }
    guard let verb = VerbRegistry.verb(topic) else {
      throw .notFound("command", topic, among: topics, listedBy: "hob help")
    }
    session.output.text(page(of: verb, session))
    return .success
  }

  private static let exitCodes = "exit-codes"

  static var topics: [String] { VerbRegistry.program.shownVerbs.map(\.name) + [exitCodes] }

  static func overview(_ session: Session) -> String {
    help(session).overview(VerbRegistry.sections)
  }

  static func page(of verb: any Verb.Type, _ session: Session) -> String {
    help(session).page(of: verb.syntax)
  }

  private static func help(_ session: Session) -> HelpPage {
    HelpPage(VerbRegistry.program, width: session.output.width, paint: session.output.paint)
  }
}
