internal import Matching
package import Rules
package import Values
internal import Workflow

/// Everything the service decides, as a value: what happened goes in, what to do comes out.
///
/// It does no I/O, reads no clock and throws no dice. What it decides is recorded first and done
/// when the record is kept; a restart goes on from what was kept.
package struct Machine: Sendable {
  /// Transitions: serving → draining → stopped.
  enum Phase: Sendable, Hashable {
    case serving
    case draining
    case stopped
  }

  var phase = Phase.serving
  package internal(set) var rules: RuleSet
  var matcher: Matcher
  let limits: Limits
  /// The runs that have not ended.
  var runs: [RunID: Run] = [:]
  var slots: [SlotKey: Slots] = [:]
  var switches: [RuleID: Bool]
  var pausedRules: Set<RuleID>
  package internal(set) var isPaused: Bool
  /// When runs of throttled rules were admitted, the newest last.
  var admissions: [RuleID: [Instant]]
  var nextEvent: EventID
  var nextRun: RunID
  /// How many runs hold a slot, over all rules.
  var activeCount = 0
  /// Slots that runs left in this step.
  var freed: [SlotKey] = []

  /// The number of the last record handed out, and of the last that is kept.
  private var lastRecord = 0
  private var keptRecord = 0
  private var isHolding = false
  /// Actions whose intent is not kept yet, in order.
  private var intents: [(record: Int, run: RunID, invocation: Invocation)] = []

  /// What this step has to record and to do; empty between steps.
  var record = Record()
  var effects: [Effect] = []
  /// The time of this step.
  var now = Instant.epoch

  package init(rules: RuleSet, resuming past: Resumption, limits: Limits = .standard) {
    self.rules = rules
    matcher = Matcher(rules)
    self.limits = limits
    (switches, pausedRules, isPaused) = (past.switches, past.pausedRules, past.isPaused)
    admissions = past.recentAdmissions
    (nextEvent, nextRun) = (past.nextEvent, past.nextRun)
    for open in past.openRuns {
      runs[open.ticket.run] = Run(ticket: open.ticket, event: open.event)
    }
    interrupted = past.openRuns.filter(\.hasStarted)
    waiting = past.openRuns.filter { !$0.hasStarted }
  }

  /// What the first step after a start has to settle.
  var interrupted: [Resumption.OpenRun]
  var waiting: [Resumption.OpenRun]

  /// Takes in what happened and says what to do about it.
  package mutating func step(_ input: Input, at now: Instant) -> [Effect] {
    self.now = now
    switch (phase, input) {
    case (.serving, .observed(let observations)):
      for observation in observations { observe(observation) }
    case (.serving, .requested(let request)): admit(request)
    case (.serving, .rulesChanged(let rules)), (.draining, .rulesChanged(let rules)):
      change(rules)
    case (.serving, .switched(let rule, let isEnabled)),
      (.draining, .switched(let rule, let isEnabled)):
      switches[rule] = isEnabled
      record.entries.append(.switched(rule, isEnabled: isEnabled, at: now))
    case (.serving, .paused(let rule, let isPaused)), (.draining, .paused(let rule, let isPaused)):
      pause(rule, isPaused: isPaused)
    case (.serving, .finished(let run, let result)), (.draining, .finished(let run, let result)):
      finish(run, result)
    case (.serving, .recorded(let number)), (.draining, .recorded(let number)):
      keptRecord = max(keptRecord, number)
      performKept()
    case (.serving, .cancelRequested(let run, let reason)),
      (.draining, .cancelRequested(let run, let reason)):
      cancel(run, RunEnding(.cancelled, reason: reason))
    case (.serving, .drainRequested): phase = .draining
    case (.draining, .drainExpired): cancelAll()
    // What comes while draining is found again after the next start: nothing is marked.
    case (.draining, .observed), (.draining, .requested), (.draining, .drainRequested): break
    case (.serving, .drainExpired), (.stopped, _): break
    }
    return finishStep()
  }

  /// Settles what an earlier process left: the first step after a start.
  package mutating func resume(at now: Instant) -> [Effect] {
    self.now = now
    endInterrupted()
    requeueWaiting()
    return finishStep()
  }

  /// Whether a rule may run: what was said last, else what its file says.
  package func isEnabled(_ rule: Rule) -> Bool { switches[rule.id] ?? rule.isEnabledAtStart }

  /// Whether new runs are admitted.
  package var isServing: Bool { phase == .serving }

  /// The runs that have an action under way or on its way.
  package var activeRuns: [RunID] {
    runs.values.filter { $0.state != .waiting }.map(\.id).sorted()
  }

  /// Whether new runs of a rule wait until resumed.
  package func isPaused(_ rule: RuleID) -> Bool { isPaused || pausedRules.contains(rule) }

  /// Runs that wait and that are under way, of one rule.
  package func runCounts(of rule: RuleID) -> (waiting: Int, running: Int) {
    var counts = (waiting: 0, running: 0)
    for (key, slots) in slots where key.rule == rule {
      counts.waiting += slots.waitingCount
      counts.running += slots.active.count
    }
    return counts
  }

  /// Hands out the record of this step before what depends on it.
  private mutating func finishStep() -> [Effect] {
    fillFreedSlots()
    var all: [Effect] = []
    if !record.isEmpty {
      lastRecord += 1
      all.append(.record(record, number: lastRecord))
      record = Record()
    }
    all += effects
    effects = []
    let isFull = lastRecord - keptRecord > limits.unrecorded || runs.count > limits.waitingRuns
    if isFull != isHolding {
      isHolding = isFull
      all.append(isFull ? .hold : .release)
    }
    if phase == .draining, activeCount == 0, keptRecord == lastRecord {
      phase = .stopped
      all.append(.exit)
    }
    return all
  }

  /// Asks for an action once the intent in this step's record is kept.
  mutating func intend(_ run: RunID, _ invocation: Invocation) {
    intents.append((lastRecord + 1, run, invocation))
  }

  private mutating func performKept() {
    let ready = intents.prefix { $0.record <= keptRecord }
    intents.removeFirst(ready.count)
    for intent in ready {
      guard runs[intent.run]?.state == .recording else { continue }
      runs[intent.run]?.state = .performing
      // A run that was cancelled meanwhile never begins its action.
      if runs[intent.run]?.cancellation == nil {
        effects.append(.perform(intent.run, intent.invocation))
      } else {
        finish(intent.run, .failure(ActionFailure(.cancelled, "Cancelled before it began.")))
      }
    }
  }

  /// The names and the time that conditions and steps of this moment see.
  func context(at instant: Instant) -> EvaluationContext { EvaluationContext(now: instant) }
}
