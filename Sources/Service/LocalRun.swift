internal import Actions
package import Automation
internal import FileSystem
package import Rules
internal import Storage
package import Systemd
internal import Synchronization
package import Values

/// Runs one shortcut in this process: what `hob run` does where no daemon holds the state.
///
/// It takes the same lock and writes the same history. What waits there for the daemon stays as it
/// is.
package enum LocalRun {
  /// Runs a shortcut to its end.
  ///
  /// - Parameter bus: Where notifications go; nil for none.
  /// - Throws: what keeps the run from beginning, another process that holds the state among it.
  package static func run(
    _ request: ShortcutRequest, rules: RuleSet, state: FilePath?, bus: BusAddress?,
    settings: EngineSettings
  ) throws(StartupFailure) -> (RunID, RunEnding) {
    Signal.block([.terminate, .interrupt, .brokenPipe])
    Signal.keepChildren()
    let folder = StateFolder.locate(explicit: state)
    let lock = try Daemon.hold(folder)
    let storage = EventLoop()
    let history = try Daemon.open(lock, on: storage, settings)
    let ending = Ending()
    let loop = EventLoop()
    loop.run { reactor in
      let engine = Engine(
        loop: loop, reactor: reactor, history: history, rules: rules, settings: settings)
      Task(executorPreference: loop) {
        let result = await engine.runAlone(request, bus: bus)
        ending.value.withLock { $0 = result }
        loop.stop()
      }
    }
    storage.stop()
    guard let result = ending.value.withLock({ $0 }) else {
      throw StartupFailure(
        .usage, "There is no shortcut `\(request.shortcut)`; see `hob shortcuts`.")
    }
    return result
  }
}

/// Carries the end of a run from the loop to whoever started it.
private final class Ending: Sendable {
  let value = Mutex<(RunID, RunEnding)?>(nil)
}

extension Engine {
  /// Runs one shortcut for a process that does nothing else; nil where there is no such shortcut.
  func runAlone(_ request: ShortcutRequest, bus: BusAddress?) async -> (RunID, RunEnding)? {
    for signal in [Signal.terminate, .interrupt] {
      signals.append(watch(signal) { self.interrupt() })
    }
    if let bus { visit(bus) }
    started = WallClock.now()
    await countOn()
    do throws(Refused) {
      return try await run(request.shortcut, input: request.input, with: request.with)
    } catch {
      return nil
    }
  }

  /// Stops what runs, as Ctrl-C asks: its end is recorded as any other.
  private func interrupt() {
    for run in machine.activeRuns { receive(.cancelRequested(run, reason: "Interrupted by hand.")) }
  }

  /// Joins a bus for notifications, without a name of its own.
  private func visit(_ address: BusAddress) {
    // Without a bus the notifications of the run say so themselves.
    host.bus = try? Bus(address, on: reactor)
  }
}
