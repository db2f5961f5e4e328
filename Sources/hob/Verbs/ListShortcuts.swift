import Diagnostics
import Rules
import Service
import Terminal
import Values
import Workflow

/// `hob shortcuts`: what can be run by name.
enum ListShortcuts: Verb {
  static let section = VerbSection.looking

  static var syntax: VerbSyntax {
    VerbSyntax(
      "shortcuts", "Lists the shortcuts with what they take and which rules run them",
      details: """
        With `--json`: `name`, `title`, `file`, `input` (null where it takes none), `inputs` (named
        ones with their types), `steps` (how many) and `rules` (which run it).
        """)
  }

  static func run(
    _ arguments: ParsedArguments, in session: Session
  ) throws(Failure) -> ExitCode {
    let base = session.base
    let shortcuts = base.rules.shortcuts.values.sorted { $0.name < $1.name }
    if session.isJSON {
      for shortcut in shortcuts { session.output.json(value(shortcut, base.rules)) }
      return .success
    }
    if shortcuts.isEmpty {
      let places = session.folders.shortcuts.map { Printable.text(session.shown($0)) }
      session.output.line("There are no shortcuts in \(places.joined(separator: ", ")).")
    } else {
      var table = Table([
        Table.Column("SHORTCUT", least: 10), Table.Column("TAKES", least: 8),
        Table.Column("TITLE", least: 12), Table.Column("RUN BY", least: 10),
      ])
      for shortcut in shortcuts {
        table.add([
          Table.Cell(shortcut.name, .bold), Table.Cell(inputs(shortcut)),
          Table.Cell(shortcut.title),
          Table.Cell(users(of: shortcut, base.rules).joined(separator: ", ")),
        ])
      }
      session.output.table(table)
    }
    FileList(session).remarks()
    return .success
  }

  private static func inputs(_ shortcut: Shortcut) -> String {
    let named = shortcut.inputs.sorted { $0.key < $1.key }.map { "\($0.key): \($0.value.rawValue)" }
    return ((shortcut.input.map { [$0.rawValue] } ?? []) + named).joined(separator: ", ")
  }

  private static func users(of shortcut: Shortcut, _ rules: RuleSet) -> [String] {
    rules.rules.filter { rule in
      rule.plans.contains { $0.job.shortcutName == shortcut.name }
    }.map(\.id.name)
  }

  private static func value(_ shortcut: Shortcut, _ rules: RuleSet) -> Value {
    var map = ValueMap()
    map[.string("name")] = .string(shortcut.name)
    map[.string("title")] = .string(shortcut.title)
    map[.string("file")] = .string(shortcut.location.file)
    map[.string("input")] = shortcut.input.map { .string($0.rawValue) } ?? .null
    map[.string("inputs")] = .map(ValueMap(shortcut.inputs.mapValues { .string($0.rawValue) }))
    map[.string("steps")] = .int(Int64(shortcut.steps.count))
    map[.string("rules")] = .list(users(of: shortcut, rules).map { .string($0) })
    return .map(map)
  }
}
