internal import FileSystem
internal import TestKit
internal import Testing
internal import Values

/// The completions as printed, in real shells.
@Suite("Completions", .timeLimit(.minutes(2)))
struct CompletionTests {
  private func world() throws -> HobCommand {
    let hob = try HobCommand()
    try hob.rule("invoices", "when: {folder: ~/I}\ndo: [{log: x}]")
    try hob.rule("ink", "when: {folder: ~/I}\ndo: [{log: x}]")
    return hob
  }

  /// What bash offers for a command line whose last word is being typed.
  private func offers(_ words: [String]) throws -> [String] {
    let hob = try world()
    let quoted = words.map { "'\($0)'" }.joined(separator: " ")
    let script = """
      hob() { "$0" "$@"; }
      eval "$("$0" completions bash)"
      COMP_WORDS=(hob \(quoted))
      COMP_CWORD=\(words.count)
      _hob
      printf '%s\\n' "${COMPREPLY[@]}"
      """
    let answer = try HobCommand.shell(script, hob)
    #expect(answer.errors == "")
    return answer.lines
  }

  @Test("offer commands, options, words and rules in bash")
  func bash() throws {
    #expect(try offers(["sh"]) == ["shortcuts", "show"])
    #expect(try offers(["--json", "lo"]) == ["log"])
    #expect(try offers(["log", "--li"]) == ["--limit"])
    #expect(try offers(["log", "--status", "can"]) == ["cancelled"])
    #expect(try offers(["log", "--status", "=", "can"]) == ["cancelled"])
    #expect(try offers(["completions", "f"]) == ["fish"])
    #expect(try offers(["why", "inv"]) == ["invoices"])
    #expect(try offers(["enable", "in"]) == ["ink", "invoices"])
    #expect(try offers(["log", "--rule", "ink", "--co"]) == ["--color"])
    #expect(try offers(["why", "ink", "inv"]) == [])
  }

  private static func has(_ shell: String) -> Bool {
    FileOperations.exists(FilePath("/usr/bin/" + shell))
  }

  @Test("are scripts that zsh understands", .enabled(if: has("zsh")))
  func zsh() throws {
    let hob = try world()
    let answer = try HobCommand.shell(
      """
      "$0" completions zsh > "$1/_hob" && zsh -n "$1/_hob" && zsh -f -c '
        autoload -Uz compinit && compinit -u -d "$1/dump"
        source "$1/_hob" && echo "${_comps[hob]}"' zsh "$1"
      """, hob)
    #expect(answer.output == "_hob\n", "\(answer.errors)")
  }

  @Test("offer commands and rules in fish", .enabled(if: has("fish")))
  func fish() throws {
    let hob = try world()
    let answer = try HobCommand.shell(
      """
      mkdir -p "$1/bin" "$1/home/.config/hob" && ln -s "$1/rules.d" "$1/home/.config/hob/rules.d"
      ln -s "$P" "$1/bin/hob"
      "$0" completions fish > "$1/hob.fish"
      HOME="$1/home" XDG_CONFIG_HOME= PATH="$1/bin:$PATH" fish --no-config -c "
        source $1/hob.fish
        complete -C 'hob sho'
        complete -C 'hob why inv'
        complete -C 'hob log --status can'"
      """, hob)
    let names = answer.lines.map { $0.split(separator: "\t").first.map(String.init) ?? "" }
    #expect(names == ["shortcuts", "show", "invoices", "cancelled"], "\(answer)")
  }
}
