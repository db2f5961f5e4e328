/// Completions for fish, see complete(1) of fish.
struct FishCompletions {
  let program: ProgramSyntax

  init(_ program: ProgramSyntax) { self.program = program }

  var script: String {
    var lines = [
      "# Completions of \(program.name) for fish, made from its own list of commands.",
      "complete -c \(program.name) -f",
    ]
    lines += program.options.map { line($0, for: nil) }
    lines += program.shownVerbs.map { verb in
      "\(start(for: nil)) -n __fish_use_subcommand -a \(verb.name) -d \(quoted(verb.summary.short))"
    }
    for verb in program.shownVerbs {
      lines += verb.options.map { line($0, for: verb) }
      lines += verb.operands.compactMap { operand(of: $0, for: verb) }
    }
    return lines.joined(separator: "\n") + "\n"
  }

  private func start(for verb: VerbSyntax?) -> String {
    let condition = verb.map { " -n '__fish_seen_subcommand_from \($0.name)'" } ?? ""
    return "complete -c \(program.name)\(condition)"
  }

  private func line(_ option: OptionSyntax, for verb: VerbSyntax?) -> String {
    var line = start(for: verb)
    if let short = option.short { line += " -s \(short)" }
    line += " -l \(option.name)"
    if let value = option.value { line += " " + arguments(value) }
    return line + " -d \(quoted(option.summary.short))"
  }

  private func operand(of operand: OperandSyntax, for verb: VerbSyntax) -> String? {
    if case .text = operand.value.choice { return nil }
    return "\(start(for: verb)) \(arguments(operand.value).replacing("-x ", with: ""))"
  }

  private func arguments(_ value: ValueSyntax) -> String {
    switch value.choice {
    case .text: "-x"
    case .file: "-r -F"
    case .folder: "-x -a '(__fish_complete_directories)'"
    case .words(let words): "-x -a \(quoted(words.joined(separator: " ")))"
    case .known(let kind): "-x -a '(\(program.name) complete \(kind) 2>/dev/null)'"
    }
  }

  /// In quotes of fish, where a backslash escapes quote and backslash alone.
  private func quoted(_ text: String) -> String {
    "'" + text.replacing("\\", with: "\\\\").replacing("'", with: "\\'") + "'"
  }
}
