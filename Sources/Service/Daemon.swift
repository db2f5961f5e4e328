internal import FileSystem
internal import Rules
internal import Storage
internal import Systemd
internal import Values

/// The daemon from its start to its end.
package enum Daemon {
  /// Runs until a signal asks for the end.
  ///
  /// - Throws: what keeps it from starting; whatever goes wrong later is logged and survived.
  package static func run(_ options: DaemonOptions) throws(StartupFailure) {
    // Before the first thread, which would inherit the mask.
    Signal.block([.terminate, .interrupt, .hangUp, .brokenPipe])
    Signal.keepChildren()
    let folder = StateFolder.locate(explicit: options.state)
    let lock = try hold(folder)
    let settings = settings(options)
    let storage = EventLoop()
    let history = try open(lock, on: storage, settings)
    var loader = RuleLoader(
      folders: RuleFolders(
        environment: .current, rules: options.rules, shortcuts: options.shortcuts),
      catalog: Catalogs.rules(home: Environment.current.home))
    let base = loader.load()
    let loaded = loader
    let loop = EventLoop()
    let bus = options.bus
    loop.run { reactor in
      let engine = Engine(
        loop: loop, reactor: reactor, history: history, rules: base.rules, settings: settings)
      Task(executorPreference: loop) { await serve(engine, loaded, base, settings, bus) }
    }
    storage.stop()
  }

  private static func settings(_ options: DaemonOptions) -> EngineSettings {
    let journal = Journal(program: "hobd")
    // The journal gets all runs, a terminal only what matters.
    let level = options.logLevel ?? (journal.isConnected ? .info : .notice)
    var settings = EngineSettings()
    settings.environment = ServiceManager.environmentForChildren(.current)
    settings.logLevel = level
    settings.log = { severity, message, fields in
      if severity <= level { journal.log(severity, message, fields) }
    }
    settings.onReload = { begins in
      if begins {
        ServiceManager().reloading()
      } else {
        ServiceManager().ready("Rules were read again.")
      }
    }
    return settings
  }

  private static func serve(
    _ engine: Engine, _ loader: RuleLoader, _ base: RuleBase, _ settings: EngineSettings,
    _ bus: BusAddress?
  ) async {
    await engine.watchSignals()
    await engine.enableWatchdog()
    await engine.start(loader, base, bus: bus)
    let text = "Hob \(Version.text) is ready with \(base.rules.rules.count) rules."
    ServiceManager().ready(text)
    settings.log(.notice, text, [])
    // Reading rules takes code and memory that an idle service does without.
    CurrentProcess.releaseStartupMemory()
  }

  static func hold(_ folder: StateFolder) throws(StartupFailure) -> StateLock {
    do throws(HistoryError) {
      try folder.make()
      return try StateLock(folder)
    } catch {
      throw StartupFailure(error.reason == .inUse ? .alreadyRunning : .state, error.description)
    }
  }

  static func open(
    _ lock: StateLock, on storage: EventLoop, _ settings: EngineSettings
  ) throws(StartupFailure) -> History {
    do throws(HistoryError) {
      let (history, loss) = try History.open(lock, on: storage, now: WallClock.now())
      if let loss { settings.log(.error, loss.description, []) }
      try storage.startThread(for: "hob-history")
      return history
    } catch {
      throw StartupFailure(.state, error.description)
    }
  }
}

extension EventLoop {
  /// Starts the loop's own thread; without one nothing can be kept.
  fileprivate func startThread(for name: String) throws(HistoryError) {
    do throws(Errno) {
      try startThread(name: name)
    } catch {
      throw HistoryError(.cannotOpen, "no thread for it can be started: \(error)", file: name)
    }
  }
}

extension Engine {
  /// Ends in order at SIGTERM and SIGINT, reads the rules again at SIGHUP.
  func watchSignals() {
    for signal in [Signal.terminate, .interrupt] {
      signals.append(watch(signal) { self.end() })
    }
    signals.append(watch(.hangUp) { self.reload() })
  }

  func watch(_ signal: Signal, _ handler: @escaping () -> Void) -> Source? {
    do throws(Errno) {
      return try reactor.watch(signal, handler: handler)
    } catch {
      settings.log(.error, "The signal \(signal) can't be watched: \(error)", [])
      return nil
    }
  }

  /// Lets the service manager restart us should the loop hang, where it asked for that.
  func enableWatchdog() {
    do throws(Errno) {
      _ = try reactor.enableWatchdog()
    } catch {
      settings.log(.warning, "The watchdog can't be served: \(error)", [])
    }
  }

  private func end() {
    ServiceManager().stopping("Lets what runs finish.")
    let loop = loop
    drain { loop.stop() }
  }
}
