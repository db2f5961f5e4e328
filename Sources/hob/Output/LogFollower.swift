import Automation
import FileSystem
import Storage
import Systemd
import Terminal
import Values

/// Shows what comes into the log, whoever writes it, until the program is interrupted.
///
/// It watches the database's files and asks nobody: it works with no bus, and goes on over a
/// restart of the daemon.
final class LogFollower {
  /// How long to wait for more after a change, so that a burst is read at once.
  private static let pause = Duration.milliseconds(20)

  private let session: Session
  private let query: RunQuery
  private var history: HistoryReader?
  private var progress: LogProgress?
  private var failure: Failure?
  /// Kept as long as there is something to watch.
  private var watching: (inotify: Inotify, timer: Timer)?

  init(
    _ session: Session, _ query: RunQuery, _ history: HistoryReader?, _ progress: LogProgress?
  ) {
    (self.session, self.query) = (session, query)
    (self.history, self.progress) = (history, progress)
  }

  func run() throws(Failure) -> ExitCode {
    let folder = session.state
    // A folder that is not there can't be watched, and the first writer would make it anyhow.
    try session.reading { () throws(HistoryError) in try folder.make() }
    EventLoop().run { reactor in
      do throws(Errno) {
        try watch(folder, on: reactor)
      } catch {
        end(
          reactor.loop,
          Failure(.failure, "the folder \(folder.path.text) can't be watched: \(error)"))
      }
    }
    if let failure { throw failure }
    return .success
  }

  private func watch(_ folder: StateFolder, on reactor: Reactor) throws(Errno) {
    let loop = reactor.loop
    let timer = reactor.timer { self.read(loop) }
    let name = folder.database.name
    let inotify = try Inotify(on: reactor) { records in
      // The database and its write-ahead log, which has a longer name.
      if records.contains(where: { $0.name.starts(with: name) || $0.isOverflow }) {
        timer.arm(after: Self.pause)
      }
    }
    _ = try inotify.watches.add(folder.path, [.modified, .created, .movedTo])
    watching = (inotify, timer)
    // What came between the first look and the watch.
    timer.arm(after: .zero)
  }

  private func read(_ loop: EventLoop) {
    do throws(Failure) {
      if history == nil { try begin() }
      guard let history, var progress else { return }
      while true {
        let lines = try session.reading { () throws(HistoryError) in
          try history.changes(since: &progress)
        }
        show(lines)
        if lines.count < HistoryReader.mostChanges { break }
      }
      self.progress = progress
      session.output.flush()
      if session.output.failure != nil { end(loop, nil) }
    } catch {
      end(loop, error)
    }
  }

  /// Opens a history that somebody has just made: all of it is new.
  private func begin() throws(Failure) {
    guard let opened = try session.historyIfAny() else { return }
    var all = RunQuery()
    all.limit = .max
    let (lines, end) = try session.reading { () throws(HistoryError) in
      let end = try opened.progress()
      return (try opened.runs(matching: all), end)
    }
    show(lines.reversed())
    (history, progress) = (opened, end)
  }

  private func show(_ lines: [RunSummary]) {
    let text = RunText(session)
    for line in lines where isWanted(line) {
      if session.isJSON {
        session.output.json(LogLine.value(of: line))
      } else {
        session.output.line(text.line(line))
      }
    }
  }

  private func isWanted(_ line: RunSummary) -> Bool {
    if let rule = query.rule, line.rule != rule { return false }
    return query.statuses.isEmpty || query.statuses.contains(line.status)
  }

  private func end(_ loop: EventLoop, _ failure: Failure?) {
    self.failure = failure
    watching = nil
    loop.stop()
  }
}
