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

  /// Sent when a run was queued, began or ended, or an event was declined: `{id, rule, status}`.
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

extension ControlInterface.Method {
  /// The arguments with their D-Bus types.
  package var inputs: [(name: String, type: String)] {
    switch self {
    case .status, .reload: []
    case .trigger: [("rule", "s"), ("event", "s")]
    case .run: [("shortcut", "s"), ("inputs", "s")]
    case .emit: [("name", "s"), ("fields", "s")]
    case .setEnabled: [("rule", "s"), ("enabled", "b")]
    case .setPaused: [("rule", "s"), ("paused", "b")]
    case .cancel: [("run", "t"), ("reason", "s")]
    }
  }

  /// Whether the answer is a JSON text; else it is empty.
  package var givesText: Bool {
    switch self {
    case .status, .reload, .trigger, .run: true
    case .emit, .setEnabled, .setPaused, .cancel: false
    }
  }
}
