import Diagnostics
import Service
import Terminal
import Values

/// The files of the rules and shortcuts folders, with what became of each.
struct FileList {
  private let session: Session

  init(_ session: Session) { self.session = session }

  func print() {
    if session.isJSON {
      for file in session.base.files { session.output.json(file.value) }
      return
    }
    var table = Table([
      Table.Column("FILE", least: 20, cutsMiddle: true), Table.Column("STATE"),
      Table.Column("HOLDS", least: 16),
    ])
    for file in session.base.files {
      table.add([
        Table.Cell(session.shown(file.path)),
        Table.Cell(file.outcome.rawValue, Self.hue(file.outcome)), Table.Cell(holds(file)),
      ])
    }
    if table.isEmpty {
      session.output.line("There are no files.")
    } else {
      session.output.table(table)
    }
  }

  /// What must not be overlooked below a list of rules or shortcuts.
  func remarks() {
    for file in session.base.files where file.outcome == .failed {
      let errors = Words.count(Self.errors(file), "error")
      let path = Printable.text(session.shown(file.path))
      session.output.line(session.output.paint.red("\(path) has \(errors): `hob check` shows them"))
    }
  }

  private func holds(_ file: FileReport) -> String {
    if !file.reason.isEmpty { return file.reason }
    if file.outcome == .failed { return Words.count(Self.errors(file), "error") }
    if let shortcut = file.shortcut { return "shortcut \(shortcut)" }
    return file.rules.map(\.name).joined(separator: ", ")
  }

  private static func errors(_ file: FileReport) -> Int {
    file.diagnostics.count { $0.severity == .error }
  }

  private static func hue(_ outcome: FileReport.Outcome) -> Hue {
    switch outcome {
    case .loaded: .green
    case .failed: .red
    case .masked, .hidden: .yellow
    case .ignored: .dim
    }
  }
}
