import Control
import Automation
import Diagnostics
import FileSystem
import Service
import Storage
import Terminal
import Values

/// `hob status`: how the daemon is, and what needs attention.
enum ShowStatus: Verb {
  static let section = VerbSection.looking

  /// Over which time ended runs are counted.
  private static let recently = Duration.seconds(86_400)

  static var syntax: VerbSyntax {
    VerbSyntax(
      "status", "Shows whether hobd runs, what it watches, and what needs attention",
      details: """
        Exit code 3 where hobd does not run.

        With `--json`: `running`, and from hobd `version`, `pid`, `started`, `state` (running,
        paused, stopping), `rules` (each with `id`, `title`, `enabled`, `paused`, `running`,
        `waiting`), `triggers` (each with `trigger`, `watches`, `state`, `reason`),
        `watched_folders`, `files`, `history` (its trouble, or empty), `held` and `bus`; from the
        history `state_folder`, `size`, and `last_day` (how many runs ended how).
        """)
  }

  static func run(
    _ arguments: ParsedArguments, in session: Session
  ) throws(Failure) -> ExitCode {
    let answer = try session.askIfThere(.status)
    let figures = try figures(session)
    if session.isJSON {
      session.output.json(value(answer, figures, session))
    } else if let answer {
      StatusPage(session, StatusReader(answer), figures).print()
    } else {
      absent(figures, session)
    }
    return answer == nil ? .noService : .success
  }

  private static func figures(_ session: Session) throws(Failure) -> HistoryFigures? {
    let history = try session.historyIfAny()
    return try session.reading { () throws(HistoryError) in
      try history?.figures(since: session.now - recently)
    }
  }

  private static func absent(_ figures: HistoryFigures?, _ session: Session) {
    let paint = session.output.paint
    if session.options.bus == nil {
      session.output.line("hobd was not asked, as `--bus none` wants it.")
    } else {
      session.output.line(
        "\(paint.red("hobd is not running")), so nothing is watched; \(Failure.startAdvice).")
    }
    StatusPage.history(figures, session)
    FileList(session).remarks()
  }

  private static func value(
    _ answer: Value?, _ figures: HistoryFigures?, _ session: Session
  ) -> Value {
    var map = ValueMap()
    map[.string("running")] = .bool(answer != nil)
    if case .map(let members)? = answer {
      for (key, value) in members.pairs { map[key] = value }
    }
    map[.string("state_folder")] = .string(session.state.path.text)
    map[.string("size")] = figures.map { .int($0.size) } ?? .null
    var runs = ValueMap()
    for status in RunStatus.allCases {
      let count = status == .dropped ? figures?.drops : figures?.runs[status]
      runs[.string(status.rawValue)] = .int(Int64(count ?? 0))
    }
    map[.string("last_day")] = .map(runs)
    return .map(map)
  }
}

/// The status for people: one line for each thing, and what needs attention below.
private struct StatusPage {
  private let session: Session
  private let status: StatusReader
  private let figures: HistoryFigures?

  init(_ session: Session, _ status: StatusReader, _ figures: HistoryFigures?) {
    (self.session, self.status, self.figures) = (session, status, figures)
  }

  private var paint: Paint { session.output.paint }

  func print() {
    head()
    rules()
    triggers()
    Self.history(figures, session)
    trouble()
  }

  private func head() {
    let state = status.text("state")
    let hue: Hue = state == "running" ? .green : .yellow
    let since = status.time("started").map { ", started \(session.times.distance($0))" } ?? ""
    session.output.line(
      "hobd \(status.text("version")) is \(paint.apply(hue, state))"
        + "\(since) (process \(status.number("pid")))")
    if state == "paused" { session.output.line("New runs wait; `hob resume` lets them go on.") }
  }

  private func rules() {
    let all = status.list("rules")
    let off = all.count { !$0.flag("enabled") }
    let paused = all.count { $0.flag("paused") }
    let running = all.reduce(0) { $0 + $1.number("running") }
    let waiting = all.reduce(0) { $0 + $1.number("waiting") }
    var parts = [Words.count(all.count, "rule")]
    if off > 0 { parts.append("\(off) switched off") }
    if paused > 0 { parts.append("\(paused) paused") }
    parts.append("\(running) running")
    parts.append("\(waiting) waiting")
    line("rules", parts.joined(separator: ", "))
  }

  private func triggers() {
    let all = status.list("triggers")
    let broken = all.filter { $0.text("state") != "whole" }
    let folders = Words.count(status.number("watched_folders"), "folder")
    line("watching", "\(Words.count(all.count, "trigger")) on \(folders)")
    for trigger in broken {
      let what = "\(trigger.text("watches")): \(trigger.text("state"))"
      let reason = trigger.text("reason")
      warn(what + (reason.isEmpty ? "" : ": " + reason))
    }
  }

  static func history(_ figures: HistoryFigures?, _ session: Session) {
    let folder = Printable.text(session.shown(session.state.path))
    guard let figures else {
      session.output.line("  history   nothing recorded yet, in \(folder)")
      return
    }
    let size = SizeText.text(figures.size)
    var parts: [String] = []
    for status in RunStatus.allCases where status.isEnd && status != .dropped {
      let count = figures.runs[status] ?? 0
      if count > 0 { parts.append("\(count) \(status.rawValue)") }
    }
    if figures.drops > 0 { parts.append("\(figures.drops) dropped") }
    let day = parts.isEmpty ? "no runs" : parts.joined(separator: ", ")
    session.output.line("  history   last day: \(day); \(size) in \(folder)")
  }

  private func trouble() {
    let history = status.text("history")
    if !history.isEmpty { warn("the history can't be written, so runs wait: \(history)") }
    if status.flag("held") { warn("events wait in the kernel until the history has caught up") }
    if !status.flag("bus") { warn("there is no session bus, so notifications can't be shown") }
    for file in status.failedFiles {
      let earlier = file.flag("earlier_version") ? "; the version before is in force" : ""
      warn("\(session.shown(file.text("path"))) has errors\(earlier): `hob check` shows them")
    }
    if let remark = Lingering.remark(session.environment) { warn(remark) }
  }

  private func line(_ name: String, _ text: String) {
    session.output.line("  " + TextWidth.padded(name, to: 8) + "  " + text)
  }

  private func warn(_ text: String) {
    session.output.line("  " + paint.yellow("! " + Printable.text(text)))
  }
}

/// Whether the user's services go on after the last log-out; loginctl(1), "enable-linger".
private enum Lingering {
  static func remark(_ environment: Environment) -> String? {
    guard let user = environment.text("USER"), !user.isEmpty,
      environment.runtimeFolder != nil,
      FileOperations.exists(FilePath("/run/systemd/users")),
      !FileOperations.exists(FilePath("/var/lib/systemd/linger").appending(user))
    else { return nil }
    return "hobd ends when you log out; `loginctl enable-linger` keeps it"
  }
}
