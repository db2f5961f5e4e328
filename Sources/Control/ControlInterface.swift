/// The names of the bus interface that the daemon serves and the command line speaks.
package enum ControlInterface {
  package static let busName = "org.hob.Hob1"
  package static let path = "/org/hob/Hob1"
  package static let interface = "org.hob.Hob1.Manager"

  /// What can be asked of the daemon; each takes and gives JSON texts, whose members are documented
  /// with the command of the same name.
  package enum Method: String, Sendable, CaseIterable {
    /// `() → status`
    case status = "Status"
    /// `() → report`
    case reload = "Reload"
    /// `(rule, event) → verdict`
    case trigger = "Trigger"
    /// `(shortcut, inputs) → ending`: answers when the run has ended.
    case run = "Run"
    /// `(name, fields) → nothing`
    case emit = "Emit"
    /// `(rule, isEnabled) → nothing`
    case setEnabled = "SetEnabled"
    /// `(rule or empty, isPaused) → nothing`
    case setPaused = "SetPaused"
    /// `(run, reason) → nothing`
    case cancel = "Cancel"
  }

  /// Sent for each run that was queued, went on or ended; the argument is its line of `hob log`.
  package static let runChangedSignal = "RunChanged"

  /// Errors by name, so that the command line can tell them apart.
  package enum Failure: String, Sendable, CaseIterable {
    case noSuchRule = "org.hob.Hob1.Error.NoSuchRule"
    case noSuchShortcut = "org.hob.Hob1.Error.NoSuchShortcut"
    case badArgument = "org.hob.Hob1.Error.BadArgument"
    case notAllowed = "org.hob.Hob1.Error.NotAllowed"
    case stopping = "org.hob.Hob1.Error.Stopping"
  }
}
