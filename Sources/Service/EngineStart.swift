internal import Actions
internal import Automation
internal import Diagnostics
internal import FileSystem
internal import Storage
package import Systemd
internal import Triggers
internal import Values
internal import Workflow

/// The engine's way from a loaded set of rules to its service.
extension Engine {
  /// Settles the past, arms the triggers, joins the bus, and says that it is ready.
  package func start(_ loader: RuleLoader, _ base: RuleBase, bus: BusAddress?) async {
    started = WallClock.now()
    directory = RuleDirectory(loader, base, watching, on: reactor) { loader in
      self.beginReading(loader)
    }
    report(base)
    await settlePast()
    arm()
    isStarting = false
    if let bus { join(bus) }
  }

  private func take(_ base: RuleBase) {
    settings.onReload(true)
    change(base.rules)
    report(base)
    settings.onReload(false)
  }

  /// Tells the log of files with errors, once for each state of them.
  private func report(_ base: RuleBase) {
    var told: Set<String> = []
    for file in base.files {
      for diagnostic in file.diagnostics where diagnostic.severity != .note {
        let text = diagnostic.line
        told.insert(text)
        guard !toldDiagnostics.contains(text) else { continue }
        settings.log(
          diagnostic.severity == .error ? .error : .warning, text,
          [Journal.Field("HOB_FILE", file.path.text)])
      }
    }
    toldDiagnostics = told
  }

  func makeHost() -> Host {
    Host(
      reactor: reactor, workers: watching.workers, bus: session?.bus,
      environment: settings.environment, limits: settings.actionLimits,
      log: { level, message in self.settings.log(Journal.Severity(name: level), message, []) },
      willTouch: { paths, invocation in self.ownHands.begin(paths, invocation) })
  }

  /// Reads the rules again, as SIGHUP asks.
  package func reload() { directory?.reload(nil) }

  private func beginReading(_ loader: RuleLoader) {
    Task(executorPreference: loop) { await self.read(loader) }
  }

  private func read(_ before: RuleLoader) async {
    let (loader, base) = await watching.workers.run(on: WorkerKey("rules")) {
      var loader = before
      let base = loader.load()
      return (loader, base)
    }
    directory?.finish(loader, base) { take($0) }
  }

  /// Goes on from what an earlier process left; where that can't be read it stays as it is.
  private func settlePast() async {
    do throws(HistoryError) {
      let past = try await history.resumption(now: WallClock.now())
      machine = Machine(rules: machine.rules, resuming: past, limits: settings.limits)
    } catch {
      settings.log(.error, "What was under way before can't be read: \(error)", [])
    }
    perform(machine.resume(at: WallClock.now()))
  }

  /// Counts on from the last run and event, and leaves the rest of the past alone.
  func countOn() async {
    var past = Resumption()
    do throws(HistoryError) {
      let found = try await history.resumption(now: WallClock.now())
      (past.nextEvent, past.nextRun) = (found.nextEvent, found.nextRun)
    } catch {
      settings.log(.error, "The history can't be read: \(error)", [])
    }
    machine = Machine(rules: machine.rules, resuming: past, limits: settings.limits)
  }

  /// Tells the user on the desktop, where there is a bus with a notification service.
  func tell(_ notice: Notice) {
    settings.log(
      notice.isFailure ? .warning : .notice, "\(notice.title): \(notice.body)",
      [Journal.Field("HOB_RUN", String(notice.run.value))])
    guard session != nil else { return }
    let invocation = Invocation(
      run: notice.run, step: "notice", keyword: "notify",
      arguments: [
        "text": .string(notice.body), "title": .string(notice.title),
        "urgency": .string(notice.isFailure ? "critical" : "normal"),
      ])
    Task(executorPreference: loop) { await self.notify(invocation) }
  }

  private func notify(_ invocation: Invocation) async {
    // A notice that can't be shown stands in the history and the log all the same.
    _ = try? await Notify().perform(invocation, on: host)
  }
}

extension Diagnostic {
  /// The message with its place on one line, for the log.
  fileprivate var line: String {
    let place = location.map { "\($0): " } ?? ""
    return place + message + (help.map { "; \($0)" } ?? "")
  }
}
