import Automation
import Diagnostics
import Storage
import Terminal
import Values

/// Runs, drops and events as people are told of them.
struct RunText {
  let session: Session

  init(_ session: Session) { self.session = session }

  /// How a status is coloured.
  static func hue(_ status: RunStatus) -> Hue {
    switch status {
    case .succeeded: .green
    case .failed, .timedOut, .interrupted: .red
    case .running, .waiting: .cyan
    case .queued, .cancelled, .dropped: .yellow
    }
  }

  /// What ran: the rule, else the shortcut.
  func name(_ summary: RunSummary) -> String {
    summary.rule?.name ?? summary.shortcut ?? "-"
  }

  /// How long a run took, or has taken so far.
  func took(_ summary: RunSummary) -> String {
    guard let started = summary.started else { return "" }
    if let ended = summary.ended { return TimeText.span(ended - started) }
    return summary.status == .running ? TimeText.span(session.now - started) + "…" : ""
  }

  /// An event in a few words: `folder.added ~/Invoices/a.pdf`.
  func event(_ event: Event) -> String {
    let subject = subject(event)
    return subject.isEmpty ? event.type : event.type + " " + subject
  }

  /// What an event is about: a file, else its fields.
  func subject(_ event: Event) -> String {
    if case .string(let path)? = event.fields["file"]?.member("path") {
      return session.shown(path)
    }
    if case .string(let name)? = event.fields["name"] {
      guard case .map(let fields)? = event.fields["fields"], !fields.isEmpty else { return name }
      return name + " " + Value.map(fields).shown
    }
    let rest = event.fields.filter { $0.key != "event" }
    return rest.isEmpty ? "" : Value.map(ValueMap(rest)).shown
  }

  /// A line of the log that stands alone, as `hob log -f` prints them.
  func line(_ summary: RunSummary) -> String {
    let paint = session.output.paint
    let time = summary.ended ?? summary.started ?? summary.queued
    var parts = [
      paint.dim(session.times.moment(time, withSeconds: true)),
      paint.apply(Self.hue(summary.status), summary.status.rawValue),
      paint.bold(Printable.text(name(summary))),
    ]
    if let run = summary.run { parts.append("run \(run.value)") }
    if let event = summary.event { parts.append(Printable.text(self.event(event))) }
    if summary.status.isEnd, summary.started != nil { parts.append("in " + took(summary)) }
    if !summary.reason.isEmpty { parts.append(Printable.text(summary.reason)) }
    return parts.joined(separator: "  ")
  }

  /// Lines of the log as a table, the oldest first.
  func table(_ lines: [RunSummary]) -> Table {
    let hasReasons = lines.contains { !$0.reason.isEmpty }
    var columns = [
      Table.Column("RUN", isRight: true), Table.Column("WHEN"), Table.Column("RULE", least: 10),
      Table.Column("STATUS"), Table.Column("TOOK", isRight: true),
      Table.Column("EVENT", least: 12, cutsMiddle: true),
    ]
    if hasReasons { columns.append(Table.Column("REASON", least: 12)) }
    var table = Table(columns)
    let times = session.times
    for summary in lines {
      var cells = [
        Table.Cell(summary.run.map { String($0.value) } ?? "-"),
        Table.Cell(times.moment(summary.queued)), Table.Cell(name(summary), .bold),
        Table.Cell(summary.status.rawValue, Self.hue(summary.status)),
        Table.Cell(took(summary)), Table.Cell(summary.event.map(event) ?? "by hand", .dim),
      ]
      if hasReasons { cells.append(Table.Cell(summary.reason)) }
      table.add(cells)
    }
    return table
  }
}
