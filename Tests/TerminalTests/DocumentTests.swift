import Terminal
import Testing

@Suite("What is made from the list of commands")
struct DocumentTests {
  private let page = HelpPage(Sample.program, width: 60, paint: Paint(isOn: false))

  @Test("is help for each command")
  func help() throws {
    let verb = try #require(Sample.program.verb("log"))
    #expect(
      page.page(of: verb) == """
        Shows the history.

        usage: spirit log [-f] [-n COUNT] [--rule RULE]…

        options:
          -f, --follow       Goes on showing.
          -n, --limit COUNT  How many lines.
          --rule RULE        Only of this rule [or several]: an id.

        First paragraph with two lines.

        Second one.

        examples:
          spirit log -f
              follows it

        Options of all commands (see spirit help): --json, --color,
        --help.

        """)
  }

  @Test("is an overview that keeps hidden commands to itself and every line short")
  func overview() {
    let text = page.overview([("history", ["log", "show"]), ("files", ["check"])])
    #expect(text.contains("history:\n  log   Shows the history\n  show  Shows a run\n"))
    #expect(!text.contains("generate"))
    #expect(text.split(separator: "\n").allSatisfy { TextWidth.columns(String($0)) <= 80 })
  }

  @Test("are completions without hidden commands", arguments: Shell.allCases)
  func completions(shell: Shell) {
    let script = shell.completions(for: Sample.program)
    #expect(script.contains("follow"))
    #expect(script.contains("complete"))
    #expect(!script.contains("generate"))
  }

  @Test("are lines for fish that say what to offer where")
  func fish() {
    let lines = Shell.fish.completions(for: Sample.program).split(separator: "\n")
    #expect(
      lines.contains(
        "complete -c spirit -n '__fish_seen_subcommand_from log' -s n -l limit -x -d 'How many lines'"
      ))
    #expect(
      lines.contains(
        "complete -c spirit -n '__fish_seen_subcommand_from show' -a '(spirit complete runs 2>/dev/null)'"
      ))
    #expect(
      lines.contains("complete -c spirit -n '__fish_seen_subcommand_from check' -r -F"))
  }

  @Test("are manual pages in which no text is taken for a command of the formatter")
  func manual() {
    var page = ManualPage("spirit", section: 1, title: "does the chores", version: "1.0")
    page.markdown(
      """
      ## Description

      Runs `a-b` at .once.
      'quoted' lines too.

      .dotted paragraph

      - `--json`: prints JSON
      - plain point

      ```
      .not a command
      \\backslash
      ```
      """)
    #expect(
      page.text == #"""
        .\" Made by `hob generate man`; change the program or its manual sources instead.
        .TH SPIRIT 1 "" "Hob 1.0" "User Commands"
        .nh
        .ad l
        .SH NAME
        spirit \- does the chores
        .SH DESCRIPTION
        .PP
        Runs \fBa\-b\fR at .once. \(aqquoted\(aq lines too.
        .PP
        \&.dotted paragraph
        .TP
        \fB\-\-json\fR
        prints JSON
        .IP \(bu 2
        plain point
        .PP
        .RS 4
        .nf
        \&.not a command
        \ebackslash
        .fi
        .RE

        """#)
  }
}
