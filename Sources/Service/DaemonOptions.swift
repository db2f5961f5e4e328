package import Systemd
package import Values

/// What the daemon was told on its command line.
package struct DaemonOptions: Sendable {
  package var rules: FilePath?
  package var shortcuts: FilePath?
  package var state: FilePath?
  /// Nil for `--bus none`.
  package var bus: BusAddress? = .user
  package var logLevel: Journal.Severity?

  package init() {}
}

/// Why the daemon can't run, with the code that it exits with.
package struct StartupFailure: Error, Sendable {
  /// Exit codes of the daemon; the manual lists them.
  package enum Code: Int32, Sendable, CaseIterable {
    case usage = 2
    /// The state folder can't be made or read.
    case state = 3
    /// Another process holds the state.
    case alreadyRunning = 4
    /// The kernel refused a thread or a descriptor.
    case system = 5
  }

  package let code: Code
  package let message: String

  package init(_ code: Code, _ message: String) { (self.code, self.message) = (code, message) }
}
