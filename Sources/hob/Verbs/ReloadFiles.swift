import Control
import Terminal
import Values

/// `hob reload`: makes the daemon read its files now.
enum ReloadFiles: Verb {
  static let section = VerbSection.acting

  static var syntax: VerbSyntax {
    VerbSyntax(
      "reload", "Makes hobd read rules and shortcuts again, now",
      details: """
        hobd watches its folders and does so by itself; this is for file systems that tell nothing,
        and to see the outcome at once. Rules that did not change keep what they have under way.
        Exit code 1 where a file has errors: its last good version stays in force.

        With `--json`: `rules` and `shortcuts` (how many are in force), and `files`, as
        `hob rules --files --json` prints them.
        """)
  }

  static func run(
    _ arguments: ParsedArguments, in session: Session
  ) throws(Failure) -> ExitCode {
    let report = try session.ask(.reload)
    let errors = StatusReader(report).failedFiles.count
    if session.isJSON {
      session.output.json(report)
    } else {
      let rules = report.member("rules")?.count ?? 0
      let shortcuts = report.member("shortcuts")?.count ?? 0
      session.output.line(
        "\(Words.count(rules, "rule")) and \(Words.count(shortcuts, "shortcut")) are in force.")
      if errors > 0 {
        session.output.line("\(Words.count(errors, "file")) with errors; `hob check` shows them.")
      }
    }
    return errors == 0 ? .success : .failure
  }
}

extension Value {
  /// A number of things: the number itself, or how many members there are.
  var count: Int {
    switch self {
    case .int(let number): Int(number)
    case .list(let values): values.count
    case .map(let map): map.count
    case .null, .bool, .uint, .double, .string, .bytes, .timestamp, .duration, .type, .optional,
      .entity:
      0
    }
  }
}

/// Numbers with their nouns.
enum Words {
  static func count(_ number: Int, _ noun: String) -> String {
    number == 1 ? "1 \(noun)" : "\(number) \(noun)s"
  }
}
