package import Rules
package import Values
package import Workflow

extension Machine {
  /// What happened.
  package enum Input: Sendable {
    case observed([Observation])
    /// An action ended.
    case finished(RunID, Result<Outcome, ActionFailure>)
    /// All records up to this number are kept.
    case recorded(upTo: Int)
    case rulesChanged(RuleSet)
    case switched(RuleID, isEnabled: Bool)
    /// New runs of one rule, or of all, wait or go on.
    case paused(RuleID?, isPaused: Bool)
    case cancelRequested(RunID, reason: String)
    case requested(ShortcutRequest)
    case drainRequested
    /// What still runs is to be cancelled.
    case drainExpired
  }

  /// What to do.
  package enum Effect: Sendable {
    /// Keep this; `recorded` answers with the number.
    case record(Record, number: Int)
    case perform(RunID, Invocation)
    case cancel(RunID)
    /// Turn the sources off, so that the kernel and the ledger keep what comes.
    case hold
    case release
    /// Tell the user.
    case tell(Notice)
    case exit
  }
}

/// A shortcut to run by hand.
package struct ShortcutRequest: Sendable, Hashable {
  package let run: RunID?
  package let shortcut: String
  package let input: Value?
  package let with: [String: Value]

  package init(
    run: RunID? = nil, shortcut: String, input: Value?, with: [String: Value] = [:]
  ) {
    (self.run, self.shortcut, self.input, self.with) = (run, shortcut, input, with)
  }
}

/// Something the user should know.
package struct Notice: Sendable, Hashable {
  package let title: String
  package let body: String
  package let isFailure: Bool
  package let run: RunID

  package init(title: String, body: String, isFailure: Bool, run: RunID) {
    (self.title, self.body, self.isFailure, self.run) = (title, body, isFailure, run)
  }
}
