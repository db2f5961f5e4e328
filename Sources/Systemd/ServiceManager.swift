internal import CSystemd
package import FileSystem

/// What a service tells the service manager that started it, see sd_notify(3).
///
/// Without one, that is without `NOTIFY_SOCKET`, telling does nothing.
package struct ServiceManager: Sendable {
  package init() {}

  /// Says that the service is up.
  package func ready(_ status: String) { tell("READY=1", status) }

  /// Says that the service reads its configuration again; `ready` ends that.
  package func reloading() {
    // Type=notify-reload of systemd 253 wants the time, on the clock of CLOCK_MONOTONIC.
    let now = KernelClock.monotonic.now().microsecondsRoundedUp
    tell("RELOADING=1\nMONOTONIC_USEC=\(now)", nil)
  }

  /// Says that the service is about to end.
  package func stopping(_ status: String) { tell("STOPPING=1", status) }

  /// Sets the line that `systemctl status` shows.
  package func status(_ text: String) { tell(nil, text) }

  private func tell(_ state: String?, _ status: String?) {
    // A newline would end the status and begin another assignment.
    let line = status.map { text in "STATUS=" + text.split(separator: "\n").joined(separator: " ") }
    let message = [state, line].compactMap(\.self).joined(separator: "\n")
    _ = unsafe sd_notify(0, message)
  }

  /// The variables that concern the service alone and that its children must not inherit.
  package static let ownVariables: Set<String> = [
    "NOTIFY_SOCKET", "WATCHDOG_PID", "WATCHDOG_USEC", "LISTEN_PID", "LISTEN_FDS",
    "LISTEN_FDNAMES", "MAINPID", "MANAGERPID", "JOURNAL_STREAM", "INVOCATION_ID",
    "SYSTEMD_EXEC_PID", "CREDENTIALS_DIRECTORY", "STATE_DIRECTORY", "RUNTIME_DIRECTORY",
    "CONFIGURATION_DIRECTORY", "CACHE_DIRECTORY", "LOGS_DIRECTORY", "MEMORY_PRESSURE_WATCH",
    "MEMORY_PRESSURE_WRITE",
  ]

  /// An environment for children: without what concerns the service alone.
  package static func environmentForChildren(_ environment: Environment) -> Environment {
    Environment(
      raw: environment.raw.filter { entry in
        let name = entry.prefix { $0 != UInt8(ascii: "=") }
        return !ownVariables.contains(String(decoding: name, as: UTF8.self))
      })
  }
}

extension Reactor {
  /// Lets the service manager restart us should the loop hang, where it asked for that.
  ///
  /// - Returns: whether it did (`WatchdogSec=` in the unit).
  /// - Throws: what sd_event_set_watchdog(3) says.
  package func enableWatchdog() throws(Errno) -> Bool {
    let status = unsafe sd_event_set_watchdog(event, 1)
    guard status >= 0 else { throw Errno(-status) }
    return status > 0
  }
}
