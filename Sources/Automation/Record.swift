package import Values

/// What one turn of the loop writes to the history, in one transaction.
package struct Record: Sendable, Hashable {
  package var entries: [Entry] = []
  /// What triggers remember from this turn on.
  package var marks: [Mark] = []
  /// Whether it must survive a loss of power, and so is synced to the disk.
  package var isDurable = false

  package init() {}

  /// Takes in a later record, to be kept together with this one.
  package mutating func add(_ later: Record) {
    entries += later.entries
    marks += later.marks
    isDurable = isDurable || later.isDurable
  }

  package var isEmpty: Bool { entries.isEmpty && marks.isEmpty }
}

/// What a start finds in the history: the state to go on from.
package struct Resumption: Sendable, Hashable {
  /// A run that has not ended, with its event.
  package struct OpenRun: Sendable, Hashable {
    package let ticket: RunTicket
    package let event: Event?
    package let hasStarted: Bool
    /// The step whose intent is recorded and whose end is not; or the last one that ended.
    package let lastStep: String?

    package init(ticket: RunTicket, event: Event?, hasStarted: Bool, lastStep: String?) {
      (self.ticket, self.event) = (ticket, event)
      (self.hasStarted, self.lastStep) = (hasStarted, lastStep)
    }
  }

  /// In the order in which they were admitted.
  package var openRuns: [OpenRun] = []
  package var switches: [RuleID: Bool] = [:]
  package var pausedRules: Set<RuleID> = []
  package var isPaused = false
  /// When runs of each rule were admitted lately, the newest last, for throttles.
  package var recentAdmissions: [RuleID: [Instant]] = [:]
  package var nextEvent = EventID(1)
  package var nextRun = RunID(1)

  package init() {}
}
