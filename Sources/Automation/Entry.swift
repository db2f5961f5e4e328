package import Values
package import Workflow

/// One fact of the history: what was seen, decided, begun and ended.
///
/// Entries are written before what they announce is done, and their fold is the state from which
/// a restart goes on.
package enum Entry: Sendable, Hashable {
  case observed(Event)
  /// A rule was concerned by an event and did not run.
  case declined(Refusal)
  /// A run was admitted; it waits until its turn comes.
  case queued(RunTicket)
  case started(RunID, at: Instant)
  /// An action is about to be done: its intent.
  case stepBegan(StepStart)
  case stepEnded(RunID, step: String, StepResult, at: Instant)
  /// A step without an effect, `if` or `repeat`, was worked out.
  case stepPassed(StepStart, result: Value)
  case ended(RunID, RunEnding, at: Instant)
  case switched(RuleID, isEnabled: Bool, at: Instant)
  /// New runs wait, of one rule or of all, until resumed.
  case paused(RuleID?, isPaused: Bool, at: Instant)
}

/// Why a rule did not run though an event concerned it.
package struct Refusal: Sendable, Hashable {
  package enum Reason: String, Sendable, Hashable, CaseIterable {
    /// A condition was false.
    case condition
    /// A condition could not be worked out.
    case conditionFailed = "condition-failed"
    case disabled
    /// Mode `single`: a run was under way.
    case alreadyRunning = "already-running"
    /// The explicit `max` of running and waiting runs was reached.
    case full
    case throttled
    /// The rule met itself in the chain of causes, or the chain grew too long.
    case loop
    /// It was missed while nobody watched, and `catch-up` says to let it be.
    case notCaughtUp = "not-caught-up"
    /// The service was stopping.
    case stopping
  }

  package let event: EventID
  package let rule: RuleID
  package let reason: Reason
  /// What exactly, with the value seen: one sentence.
  package let explanation: String
  package let at: Instant

  package init(
    event: EventID, rule: RuleID, reason: Reason, explanation: String, at: Instant
  ) {
    (self.event, self.rule, self.reason) = (event, rule, reason)
    (self.explanation, self.at) = (explanation, at)
  }
}

/// A run that was admitted.
package struct RunTicket: Sendable, Hashable {
  package let run: RunID
  /// Nil for a shortcut that was run by hand.
  package let rule: RuleID?
  /// The shortcut's name; nil for steps that stand in the rule.
  package let shortcut: String?
  package let event: EventID?
  /// Which of the rule's triggers saw the event, from 0.
  package let trigger: Int
  /// The slot of `key:`; empty where the rule has none.
  package let key: String
  package let at: Instant

  package init(
    run: RunID, rule: RuleID?, shortcut: String?, event: EventID?, trigger: Int = 0,
    key: String = "", at: Instant
  ) {
    (self.run, self.rule, self.shortcut, self.event) = (run, rule, shortcut, event)
    (self.trigger, self.key, self.at) = (trigger, key, at)
  }
}

/// A step that is about to be done, with what goes into it.
package struct StepStart: Sendable, Hashable {
  package let run: RunID
  /// Where it stands: `3`, `3.then.1`, `2.each[4].1`.
  package let step: String
  package let keyword: String
  package let arguments: [String: Value]
  package let at: Instant

  package init(
    run: RunID, step: String, keyword: String, arguments: [String: Value], at: Instant
  ) {
    (self.run, self.step, self.keyword) = (run, step, keyword)
    (self.arguments, self.at) = (arguments, at)
  }
}

/// How a step ended.
package enum StepResult: Sendable, Hashable {
  case succeeded(Outcome)
  case failed(ActionFailure)
}

/// How a run ended.
package struct RunEnding: Sendable, Hashable {
  package let status: RunStatus
  /// What went wrong or stopped it; empty where it succeeded.
  package let reason: String
  package let result: Value

  package init(_ status: RunStatus, reason: String = "", result: Value = .null) {
    (self.status, self.reason, self.result) = (status, reason, result)
  }
}

/// Where a run stands.
package enum RunStatus: String, Sendable, Hashable, CaseIterable {
  case queued, running, waiting
  case succeeded, failed, interrupted, cancelled
  case timedOut = "timed-out"
  case dropped

  package var isEnd: Bool {
    switch self {
    case .queued, .running, .waiting: false
    case .succeeded, .failed, .interrupted, .cancelled, .timedOut, .dropped: true
    }
  }
}
