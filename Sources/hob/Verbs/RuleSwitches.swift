import Systemd
import Control
import Terminal
import Values

/// `hob enable`: lets a rule run, from now on and after restarts.
enum EnableRule: Verb {
  static let section = VerbSection.acting

  static var syntax: VerbSyntax {
    VerbSyntax(
      "enable", "Switches a rule on; that is remembered",
      operands: [OperandSyntax(RuleSwitch.rule, "The rule's id.")],
      details: """
        What is said here wins over `enabled:` in the rule's file, also after a restart, until it
        is said otherwise.
        """,
      examples: [VerbSyntax.Example("hob enable invoices", "the rule runs again")])
  }

  static func run(
    _ arguments: ParsedArguments, in session: Session
  ) throws(Failure) -> ExitCode {
    try RuleSwitch.set(arguments.operands[0], true, session)
  }
}

/// `hob disable`: keeps a rule from running.
enum DisableRule: Verb {
  static let section = VerbSection.acting

  static var syntax: VerbSyntax {
    VerbSyntax(
      "disable", "Switches a rule off; that is remembered",
      operands: [OperandSyntax(RuleSwitch.rule, "The rule's id.")],
      details: """
        Its events are still recorded, with the reason why it did not run. Runs under way go on;
        `hob cancel` ends them.
        """,
      examples: [VerbSyntax.Example("hob disable invoices", "until it is enabled again")])
  }

  static func run(
    _ arguments: ParsedArguments, in session: Session
  ) throws(Failure) -> ExitCode {
    try RuleSwitch.set(arguments.operands[0], false, session)
  }
}

/// What the two switches share.
enum RuleSwitch {
  static let rule = ValueSyntax("RULE", .known("rules"))

  static func set(
    _ rule: String, _ isEnabled: Bool, _ session: Session
  ) throws(Failure) -> ExitCode {
    _ = try session.ask(.setEnabled, [.string(rule), .boolean(isEnabled)])
    if session.isJSON {
      session.output.json(
        .map(ValueMap(["rule": .string(rule), "enabled": .bool(isEnabled)])))
    } else {
      session.output.line("The rule \(rule) is switched \(isEnabled ? "on" : "off").")
    }
    return .success
  }
}

/// `hob pause`: lets new runs wait.
enum PauseRules: Verb {
  static let section = VerbSection.acting

  static var syntax: VerbSyntax {
    VerbSyntax(
      "pause", "Lets new runs wait, of one rule or of all, until resumed",
      operands: [OperandSyntax(RuleSwitch.rule, count: .optional, "Only this rule.")],
      details: """
        Nothing is lost: what happens meanwhile is queued, on disk, and runs after `hob resume`.
        Runs under way go on.
        """,
      examples: [
        VerbSyntax.Example("hob pause", "everything waits"),
        VerbSyntax.Example("hob resume", "and goes on"),
      ])
  }

  static func run(
    _ arguments: ParsedArguments, in session: Session
  ) throws(Failure) -> ExitCode {
    try Pausing.set(arguments.operands.first, true, session)
  }
}

/// `hob resume`: lets what waits go on.
enum ResumeRules: Verb {
  static let section = VerbSection.acting

  static var syntax: VerbSyntax {
    VerbSyntax(
      "resume", "Lets what was paused go on",
      operands: [OperandSyntax(RuleSwitch.rule, count: .optional, "Only this rule.")],
      examples: [VerbSyntax.Example("hob resume invoices", "the runs that waited start")])
  }

  static func run(
    _ arguments: ParsedArguments, in session: Session
  ) throws(Failure) -> ExitCode {
    try Pausing.set(arguments.operands.first, false, session)
  }
}

/// What pausing and resuming share.
private enum Pausing {
  static func set(
    _ rule: String?, _ isPaused: Bool, _ session: Session
  ) throws(Failure) -> ExitCode {
    _ = try session.ask(.setPaused, [.string(rule ?? ""), .boolean(isPaused)])
    if session.isJSON {
      let name = rule.map { Value.string($0) } ?? .null
      session.output.json(.map(ValueMap(["rule": name, "paused": .bool(isPaused)])))
      return .success
    }
    let what = rule.map { "The rule \($0)" } ?? "Everything"
    let command = rule.map { "hob resume \($0)" } ?? "hob resume"
    let rest = rule == nil ? " Rules that were paused by themselves still wait." : ""
    session.output.line(
      isPaused ? "\(what) waits; `\(command)` lets it go on." : "\(what) goes on.\(rest)")
    return .success
  }
}
