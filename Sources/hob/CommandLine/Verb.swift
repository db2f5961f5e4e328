import Terminal

/// One command of the program.
protocol Verb: SendableMetatype {
  static var section: VerbSection { get }
  static var syntax: VerbSyntax { get }

  /// Does it; what it throws is told to people on standard error.
  static func run(
    _ arguments: ParsedArguments, in session: Session
  ) throws(Failure) -> ExitCode
}

/// Under which title a command stands in help.
enum VerbSection: String, CaseIterable {
  case looking = "what is there, what happened, and why"
  case acting = "set things going, stop them"
  case writing = "write rules and shortcuts"
  case helping = "help"
}
