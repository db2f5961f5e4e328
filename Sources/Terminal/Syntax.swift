/// What stands after an option or as an operand: its name in help, and what it may be.
package struct ValueSyntax: Sendable, Hashable {
  /// What shells can offer for it.
  package enum Choice: Sendable, Hashable {
    case text
    case file
    case folder
    /// Exactly these; anything else is refused.
    case words([String])
    /// What `hob complete KIND` prints: names that only the program knows.
    case known(String)
  }

  /// Its name in help: `RULE`.
  package let name: String
  package let choice: Choice

  package init(_ name: String, _ choice: Choice = .text) {
    (self.name, self.choice) = (name, choice)
  }
}

/// An option of a verb, or of all verbs.
package struct OptionSyntax: Sendable, Hashable {
  /// Its long name, without the hyphens.
  package let name: String
  package let short: Character?
  /// What must stand after it; nil for an option that is there or not.
  package let value: ValueSyntax?
  /// What it does, in a sentence or two; names of options and words stand in backticks.
  package let summary: String
  package let isRepeatable: Bool

  package init(
    _ name: String, short: Character? = nil, value: ValueSyntax? = nil, isRepeatable: Bool = false,
    _ summary: String
  ) {
    (self.name, self.short, self.value) = (name, short, value)
    (self.isRepeatable, self.summary) = (isRepeatable, summary)
  }

  /// How it is written: `--since`.
  package var spelling: String { "--" + name }
}

/// What stands on the command line without hyphens before it.
package struct OperandSyntax: Sendable, Hashable {
  /// How often it may stand there.
  package enum Count: Sendable, Hashable {
    case one, optional, any
  }

  package let value: ValueSyntax
  package let count: Count
  package let summary: String

  package init(_ value: ValueSyntax, count: Count = .one, _ summary: String) {
    (self.value, self.count, self.summary) = (value, count, summary)
  }

  /// How usage lines show it: `RULE`, `[FILE]`, `[FILE…]`.
  package var usage: String {
    switch count {
    case .one: value.name
    case .optional: "[\(value.name)]"
    case .any: "[\(value.name)…]"
    }
  }
}

/// One verb of a program, as data for the parser, the help, the man page and completions.
package struct VerbSyntax: Sendable, Hashable {
  /// A command line with what it does.
  package struct Example: Sendable, Hashable {
    package let command: String
    package let meaning: String

    package init(_ command: String, _ meaning: String) {
      (self.command, self.meaning) = (command, meaning)
    }
  }

  package let name: String
  /// One line for the list of verbs.
  package let summary: String
  package let operands: [OperandSyntax]
  package let options: [OptionSyntax]
  /// Paragraphs, parted by empty lines.
  package let details: String
  package let examples: [Example]
  /// Whether it is left out of lists: for scripts, not for people.
  package let isHidden: Bool

  package init(
    _ name: String, _ summary: String, operands: [OperandSyntax] = [],
    options: [OptionSyntax] = [], details: String = "", examples: [Example] = [],
    isHidden: Bool = false
  ) {
    (self.name, self.summary) = (name, summary)
    (self.operands, self.options) = (operands, options)
    (self.details, self.examples, self.isHidden) = (details, examples, isHidden)
  }
}

/// The whole command line of a program.
package struct ProgramSyntax: Sendable, Hashable {
  package let name: String
  /// One line on what the program is for.
  package let summary: String
  /// Options that every verb takes.
  package let options: [OptionSyntax]
  package let verbs: [VerbSyntax]

  package init(
    _ name: String, _ summary: String, options: [OptionSyntax], verbs: [VerbSyntax]
  ) {
    (self.name, self.summary) = (name, summary)
    (self.options, self.verbs) = (options, verbs)
  }

  package func verb(_ name: String) -> VerbSyntax? { verbs.first { $0.name == name } }

  /// The verbs that people are shown.
  package var shownVerbs: [VerbSyntax] { verbs.filter { !$0.isHidden } }
}
