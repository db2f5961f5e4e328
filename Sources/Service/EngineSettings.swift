package import Actions
package import Automation
package import FileSystem
package import Systemd

/// What an engine is told at its start and never again.
package struct EngineSettings: Sendable {
  package var limits = Limits.standard
  package var actionLimits = ActionLimits()
  /// How long after a failed write it is tried again.
  package var storageRetry: Duration = .seconds(5)
  /// How long runs may go on after the service was asked to stop.
  package var drain: Duration = .seconds(10)
  /// How long after the bus went away it is tried again.
  package var busRetry: Duration = .seconds(10)
  /// The environment that programs get.
  package var environment = Environment.current
  /// Told when a reload begins and when it has ended.
  package var onReload: @Sendable (_ begins: Bool) -> Void = { _ in }
  /// Lines that are less serious are not even made.
  package var logLevel = Journal.Severity.info
  package var log: @Sendable (Journal.Severity, String, [Journal.Field]) -> Void = { _, _, _ in }

  package init() {}
}

extension Journal.Severity {
  /// The severity of a word, as the `log` action takes it; `info` for others.
  package init(name: String) {
    switch name {
    case "error": self = .error
    case "warning": self = .warning
    case "notice": self = .notice
    case "debug": self = .debug
    default: self = .info
    }
  }
}
