/// The shells that completions are written for.
package enum Shell: String, Sendable, Hashable, CaseIterable {
  case bash, zsh, fish

  /// The script that makes the shell complete a program's command lines.
  package func completions(for program: ProgramSyntax) -> String {
    switch self {
    case .bash: BashCompletions(program).script
    case .zsh: ZshCompletions(program).script
    case .fish: FishCompletions(program).script
    }
  }

  /// The customary file name of the script.
  package func fileName(for program: ProgramSyntax) -> String {
    switch self {
    case .bash: program.name + ".bash"
    case .zsh: "_" + program.name
    case .fish: program.name + ".fish"
    }
  }
}

extension String {
  /// The first sentence, without the marks around code: what fits beside a completion.
  var short: String {
    let plain = filter { $0 != "`" }
    let end = plain.firstRange(of: ". ")?.lowerBound ?? plain.firstRange(of: "; ")?.lowerBound
    let first = plain[..<(end ?? plain.endIndex)]
    return first.hasSuffix(".") ? String(first.dropLast()) : String(first)
  }

  /// The text as one word of a POSIX shell.
  var quotedForShell: String { "'" + replacing("'", with: #"'\''"#) + "'" }
}

extension OptionSyntax {
  /// All ways to write it.
  var spellings: [String] { (short.map { ["-\($0)"] } ?? []) + [spelling] }
}
