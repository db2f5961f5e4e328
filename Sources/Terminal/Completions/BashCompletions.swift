/// Completions for bash, see "Programmable Completion" in bash(1).
struct BashCompletions {
  let program: ProgramSyntax

  init(_ program: ProgramSyntax) { self.program = program }

  var script: String {
    let name = program.name
    return """
      # shellcheck shell=bash
      # Completions of \(name) for bash, made from its own list of commands.

      # Sets `kind` to what stands after an option of a command; to nothing where nothing does.
      _\(name)_option() {
        kind=
        case $1/$2 in
      \(optionCases)
        esac
      }

      # Sets `kind` to what a command takes at a place, counted from 0.
      _\(name)_operand() {
        kind=
        case $1/$2 in
      \(operandCases)
        esac
      }

      # Sets `options` to what a command may be given.
      _\(name)_options() {
        options="\(program.options.flatMap(\.spellings).joined(separator: " "))"
        case $1 in
      \(wordCases)
        esac
      }

      _\(name)_offer() {
        local line
        case $1 in
          file) compopt -o filenames 2>/dev/null; mapfile -t COMPREPLY < <(compgen -f -- "$current") ;;
          folder) compopt -o filenames 2>/dev/null; mapfile -t COMPREPLY < <(compgen -d -- "$current") ;;
          words:*) mapfile -t COMPREPLY < <(compgen -W "${1#words:}" -- "$current") ;;
          known:*)
            # Names may hold blanks: each line is one.
            while IFS= read -r line; do
              [[ $line == "$current"* ]] && COMPREPLY+=("$(printf '%q' "$line")")
            done < <(\(name) complete "${1#known:}" 2>/dev/null)
            ;;
        esac
      }

      _\(name)() {
        local current previous word kind options verb='' place=0 index
        COMPREPLY=()
        current=${COMP_WORDS[COMP_CWORD]}
        previous=${COMP_WORDS[COMP_CWORD - 1]}
        # bash makes a word of its own of each `=`.
        if [[ $previous == = ]]; then previous=${COMP_WORDS[COMP_CWORD - 2]}; fi
        if [[ $current == = ]]; then current=; fi
        for ((index = 1; index < COMP_CWORD; index++)); do
          word=${COMP_WORDS[index]}
          case $word in
            =) ;;
            -*)
              _\(name)_option "$verb" "$word"
              if [[ -n $kind ]]; then
                if [[ ${COMP_WORDS[index + 1]} == = ]]; then ((index++)); fi
                ((index++))
              fi
              ;;
            *) if [[ -z $verb ]]; then verb=$word; else ((place++)); fi ;;
          esac
        done
        if [[ $previous == -* ]]; then
          _\(name)_option "$verb" "$previous"
          if [[ -n $kind ]]; then
            _\(name)_offer "$kind"
            return
          fi
        fi
        if [[ $current == -* ]]; then
          _\(name)_options "$verb"
          mapfile -t COMPREPLY < <(compgen -W "$options" -- "$current")
        elif [[ -z $verb ]]; then
          mapfile -t COMPREPLY < <(compgen -W "\(verbs)" -- "$current")
        else
          _\(name)_operand "$verb" "$place"
          _\(name)_offer "$kind"
        fi
      }

      complete -F _\(name) \(name)

      """
  }

  private var verbs: String { program.shownVerbs.map(\.name).joined(separator: " ") }

  private var optionCases: String {
    let common = cases(of: program.options, verb: "*")
    // The first case that fits counts: a command's own options come first.
    return (program.shownVerbs.flatMap { cases(of: $0.options, verb: $0.name) } + common)
      .joined(separator: "\n")
  }

  private func cases(of options: [OptionSyntax], verb: String) -> [String] {
    options.compactMap { option in
      guard let value = option.value else { return nil }
      let patterns = option.spellings.map { "\(verb)/\($0)" }.joined(separator: " | ")
      return "    \(patterns)) kind=\(kind(value)) ;;"
    }
  }

  private var operandCases: String {
    let lines = program.shownVerbs.flatMap { verb in
      verb.operands.enumerated().map { index, operand in
        let place = operand.count == .any ? "*" : String(index)
        return "    \(verb.name)/\(place)) kind=\(kind(operand.value)) ;;"
      }
    }
    return lines.joined(separator: "\n")
  }

  private var wordCases: String {
    program.shownVerbs.filter { !$0.options.isEmpty }.map { verb in
      let words = verb.options.flatMap(\.spellings).joined(separator: " ")
      return "    \(verb.name)) options+=\" \(words)\" ;;"
    }.joined(separator: "\n")
  }

  private func kind(_ value: ValueSyntax) -> String {
    switch value.choice {
    case .text: "text"
    case .file: "file"
    case .folder: "folder"
    case .words(let words): "words:" + words.joined(separator: " ").quotedForShell
    case .known(let kind): "known:" + kind
    }
  }
}
