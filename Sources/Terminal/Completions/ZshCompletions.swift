/// Completions for zsh, see `_arguments` in zshcompsys(1).
struct ZshCompletions {
  let program: ProgramSyntax

  init(_ program: ProgramSyntax) { self.program = program }

  var script: String {
    let name = program.name
    return """
      #compdef \(name)
      # Completions of \(name) for zsh, made from its own list of commands.

      # Offers names that only the program knows.
      _\(name)_known() {
        local -a names
        names=(${(f)"$(_call_program \(name)-$1 \(name) complete $1 2>/dev/null)"})
        compadd -a names
      }

      _\(name)_commands() {
        local -a commands
        commands=(
      \(commands)
        )
        _describe -t commands command commands
      }

      _\(name)() {
        local curcontext=$curcontext state
        local -a common
        local -A opt_args
        common=(
      \(program.options.flatMap(specs).map { "    " + $0 }.joined(separator: "\n"))
        )
        _arguments -C $common '1: :_\(name)_commands' '*:: :->arguments'
        [[ $state == arguments ]] || return
        curcontext=${curcontext%:*}:\(name)-$words[1]:
        case $words[1] in
      \(program.shownVerbs.map(arguments).joined(separator: "\n"))
        esac
      }

      if [[ $zsh_eval_context[-1] == loadautofunc ]]; then
        _\(name) "$@"
      else
        compdef _\(name) \(name)
      fi

      """
  }

  private var commands: String {
    program.shownVerbs.map { "    " + "\($0.name):\($0.summary.short)".quotedForShell }
      .joined(separator: "\n")
  }

  private func arguments(of verb: VerbSyntax) -> String {
    let operands = verb.operands.map { operand in
      let start = operand.count == .any ? "*:" : operand.count == .optional ? "::" : ":"
      return "\(start)\(operand.value.name):\(action(operand.value))".quotedForShell
    }
    let specs = verb.options.flatMap(specs) + operands
    let lines = (["_arguments $common"] + specs).joined(separator: " \\\n        ")
    return "    \(verb.name))\n      \(lines)\n      ;;"
  }

  /// One specification for each way to write an option; each excludes the others.
  private func specs(of option: OptionSyntax) -> [String] {
    let others = option.spellings.joined(separator: " ")
    let start = option.isRepeatable ? "*" : "(\(others))"
    let value = option.value.map { ":\($0.name):\(action($0))" } ?? ""
    let summary = "[" + option.summary.short.escaped(["[", "]", ":"]) + "]"
    return option.spellings.map { spelling in
      // `=`: the value may stand behind it or in the next word; `+`: right behind, or there.
      let mark = option.value == nil ? "" : spelling.hasPrefix("--") ? "=" : "+"
      return "\(start)\(spelling)\(mark)\(summary)\(value)".quotedForShell
    }
  }

  private func action(_ value: ValueSyntax) -> String {
    switch value.choice {
    case .text: " "
    case .file: "_files"
    case .folder: "_files -/"
    case .words(let words): "(" + words.joined(separator: " ") + ")"
    case .known(let kind): "_\(program.name)_known \(kind)"
    }
  }
}

extension String {
  /// The text with a backslash before each of some characters.
  fileprivate func escaped(_ characters: Set<Character>) -> String {
    reduce(into: "") { text, character in
      if characters.contains(character) { text += "\\" }
      text.append(character)
    }
  }
}
