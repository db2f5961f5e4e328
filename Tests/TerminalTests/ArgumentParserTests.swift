import Terminal
import Testing

@Suite("The command line")
struct ArgumentParserTests {
  /// What a command line says, in one line of text.
  private func read(_ line: String) -> String {
    let words = line.split(separator: " ").map(String.init)
    do throws(UsageError) {
      let parsed = try ArgumentParser(Sample.program).parse(words)
      var parts = [parsed.verb ?? "-"]
      for option in ["json", "color", "help", "follow", "limit", "rule"] where parsed.has(option) {
        let values = parsed.values(option).joined(separator: "+")
        parts.append(values.isEmpty ? option : "\(option)=\(values)")
      }
      return (parts + parsed.operands.map { "<\($0)>" }).joined(separator: " ")
    } catch {
      return "! \(error)"
    }
  }

  @Test(
    "takes options in every customary form, before and after the command",
    arguments: [
      ("", "-"),
      ("log", "log"),
      ("--json log", "log json"),
      ("log --json", "log json"),
      ("log -f -n 20", "log follow limit=20"),
      ("log -fn20", "log follow limit=20"),
      ("log -n=20", "log limit=20"),
      ("log --limit=20", "log limit=20"),
      ("log --limit=", "log limit"),
      ("log --rule=a=b --rule c", "log rule=a=b+c"),
      ("show 7", "show <7>"),
      ("show -- -7", "show <-7>"),
      ("check", "check"),
      ("check a - --json b", "check json <a> <-> <b>"),
      ("check -- --json", "check <--json>"),
      ("show --help", "show help"),
      ("-h", "- help"),
      ("generate", "generate"),
      ("completions zsh", "completions <zsh>"),
      ("--color=never log", "log color=never"),
    ])
  func wellFormed(line: String, expected: String) { #expect(read(line) == expected) }

  @Test(
    "is refused with what to write instead",
    arguments: [
      ("lgo", "! there is no command `lgo`; did you mean `spirit log`?"),
      ("xyzzy", "! there is no command `xyzzy`; `spirit help` lists them"),
      ("log --jso", "! `spirit log` has no option --jso; did you mean --json?"),
      ("log --fol", "! `spirit log` has no option --fol; see `spirit log --help`"),
      (
        "--follow log",
        "! spirit has no option --follow; it goes after its command: spirit log --follow"
      ),
      (
        "show -7",
        "! `spirit show` has no option -7;"
          + " to give it as a word that begins with a hyphen, put `--` before it"
      ),
      ("log --limit", "! --limit needs a value; write --limit COUNT"),
      ("log -n", "! -n needs a value; write -n COUNT"),
      ("log --follow=yes", "! --follow takes no value"),
      ("log -n 1 -n 2", "! -n stands twice"),
      ("--color=nevr log", "! `nevr` is no WHEN; did you mean `never`?"),
      ("--color=red log", "! `red` is no WHEN; it is one of auto, always, never"),
      ("show", "! `spirit show` needs RUN"),
      ("show 1 2", "! `2` is too much for `spirit show`"),
      ("completions tcsh", "! `tcsh` is no SHELL; it is one of bash, zsh, fish"),
      ("log extra", "! `extra` is too much for `spirit log`"),
    ])
  func malformed(line: String, expected: String) { #expect(read(line) == expected) }

  @Test("names the command whose help tells more")
  func verbOfError() {
    #expect(throws: UsageError("--limit needs a value", help: "write --limit COUNT", verb: "log")) {
      try ArgumentParser(Sample.program).parse(["log", "--limit"])
    }
  }

  @Test("has a limit on its length")
  func limit() throws {
    let most = ArgumentParser.mostArguments
    let files = Array(repeating: "a", count: most - 1)
    #expect(try ArgumentParser(Sample.program).parse(["check"] + files).operands.count == most - 1)
    #expect(throws: UsageError("more than \(most) arguments")) {
      try ArgumentParser(Sample.program).parse(["check"] + files + ["a"])
    }
  }
}
