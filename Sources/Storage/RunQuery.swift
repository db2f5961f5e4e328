package import Automation
package import Values

/// Which runs are asked for, the newest first.
package struct RunQuery: Sendable, Hashable {
  /// Only those of one rule; nil for all.
  package var rule: RuleID?
  /// Only those that stand so, empty for all; drops count as dropped.
  package var statuses: Set<RunStatus> = []
  /// Only those admitted or dropped at or after a point in time.
  package var since: Instant?
  /// How many lines at most.
  package var limit = RunQuery.defaultLimit
  /// Only what is older than the last line of an earlier page.
  package var before: LogPlace?
  /// Whether also refusals that are no loss are listed: a false condition, a rule switched off.
  package var includesQuietRefusals = false

  /// The number of lines unless another is asked for.
  package static let defaultLimit = 100

  package init() {}
}

/// A place in the log between two lines, from which reading goes on.
package struct LogPlace: Sendable, Hashable {
  /// Runs with this number or a higher one have been read.
  package let run: RunID
  /// Refusals with this number or a higher one have been read.
  package let refusal: Int64
}

/// One line of the log: a run, or a drop, which is an event that got no run.
package struct RunSummary: Sendable, Hashable {
  /// The number of the run; nil for a drop.
  package let run: RunID?
  /// Why an event got no run; nil for a run.
  package let refusal: Refusal.Reason?
  package let rule: RuleID?
  package let shortcut: String?
  /// Where the run stands; `dropped` for a drop.
  package let status: RunStatus
  /// What went wrong or stopped it; empty where nothing did.
  package let reason: String
  /// What set it off; nil where it was run by hand or the event is no longer kept.
  package let event: Event?
  /// When it was admitted or dropped.
  package let queued: Instant
  package let started: Instant?
  package let ended: Instant?
  /// The place right below this line.
  package let place: LogPlace
}

/// One run with everything that is kept of it.
package struct RunDetail: Sendable, Hashable {
  package let summary: RunSummary
  /// Which of the rule's triggers saw the event, from 0.
  package let trigger: Int
  /// The slot of `key:`; empty where the rule has none.
  package let key: String
  package let result: Value
  /// Whether the result was too long to be kept whole.
  package let isCut: Bool
  /// In the order in which they began.
  package let steps: [StepDetail]
  /// How many steps are kept, also where fewer were asked for.
  package let stepCount: Int
}

/// One step of a run with everything that is kept of it.
package struct StepDetail: Sendable, Hashable {
  /// How a step stands.
  package enum State: Sendable, Hashable {
    /// It has begun and not ended; in a run that has ended: it was interrupted.
    case begun
    case succeeded
    case failed(String)
    /// It was worked out and had no effect.
    case passed
  }

  /// Where it stands in the shortcut: `3`, `3.then.1`.
  package let place: String
  package let keyword: String
  package let arguments: [String: Value]
  package let state: State
  package let began: Instant
  package let ended: Instant?
  package let result: Value
  package let details: [String: Value]
  /// What went wrong; empty where nothing did.
  package let message: String
  /// The paths that it changed.
  package let touched: [FilePath]
  /// Whether something of it was too long to be kept whole.
  package let isCut: Bool
}
