package import FileSystem
package import Systemd
package import Values
package import Workflow

/// What actions need of the place where they run: the loop, threads, the bus, and who to tell.
///
/// Lives on one loop, in the region of the actor that made it, and is handed to each action there.
package final class Host {
  package let reactor: Reactor
  /// The threads for what may block.
  package let workers: Workers
  /// The session bus; nil where there is none.
  package var bus: Bus?
  /// The environment that programs get; the session's current one, which may change.
  package var environment: Environment
  package let limits: ActionLimits
  /// Takes a line for the log, with its level: `debug`, `info`, `notice`, `warning` or `error`.
  package let log: (_ level: String, _ message: String) -> Void
  /// Is told which paths an action is about to change, so that folder triggers know Hob's own hand.
  ///
  /// Called on the loop, before anything is changed. Where an announced name turns out to be taken,
  /// nothing is done under it and the next one is announced; what was changed at last stands in the
  /// outcome.
  package let willTouch: (_ paths: [FilePath], _ invocation: Invocation) -> Void

  package init(
    reactor: Reactor, workers: Workers, bus: Bus? = nil, environment: Environment,
    limits: ActionLimits = ActionLimits(), log: @escaping (String, String) -> Void,
    willTouch: @escaping ([FilePath], Invocation) -> Void
  ) {
    (self.reactor, self.workers, self.bus) = (reactor, workers, bus)
    (self.environment, self.limits, self.log, self.willTouch) = (
      environment, limits, log, willTouch
    )
  }

  /// The thread for work on a path: each mounted file system has its own.
  func workerKey(for path: FilePath) -> WorkerKey { mounts.key(for: path) }

  /// What removes the leftovers of killed copies.
  let sweep = LeftoverSweep()

  private lazy var mounts = MountKeys(reactor: reactor)

  /// The folder from which relative paths count, and in which programs start.
  package var home: FilePath { environment.home }
}
