internal import Matching
internal import Rules
internal import Values
internal import Workflow

extension Machine {
  /// Swaps the rules whole; what runs keeps the definition it began with.
  mutating func change(_ rules: RuleSet) {
    self.rules = rules
    matcher = Matcher(rules)
    startAll()
  }

  mutating func pause(_ rule: RuleID?, isPaused: Bool) {
    record.entries.append(.paused(rule, isPaused: isPaused, at: now))
    if let rule {
      if isPaused { pausedRules.insert(rule) } else { pausedRules.remove(rule) }
    } else {
      self.isPaused = isPaused
    }
    if !isPaused { startAll() }
  }

  private mutating func startAll() {
    for key in slots.keys.sorted(by: {
      ($0.rule?.name ?? "", $0.key) < ($1.rule?.name ?? "", $1.key)
    }) { startNext(key) }
  }

  /// Stops a run: at once where it waits, by its action where one is under way.
  mutating func cancel(_ id: RunID, _ ending: RunEnding) {
    guard let run = runs[id], run.cancellation == nil else { return }
    switch run.state {
    case .waiting: end(id, ending)
    case .recording: runs[id]?.cancellation = ending
    case .performing:
      runs[id]?.cancellation = ending
      effects.append(.cancel(id))
    }
  }

  /// Stops what still runs when the service has to end.
  mutating func cancelAll() {
    for run in runs.values.sorted(by: { $0.id < $1.id }) where run.state != .waiting {
      cancel(
        run.id,
        RunEnding(.interrupted, reason: "Interrupted at step \(run.step): the service stopped."))
    }
  }

  /// Tells the truth about runs that an earlier process had begun.
  mutating func endInterrupted() {
    for open in interrupted {
      let id = open.ticket.run
      runs[id]?.rule = open.ticket.rule.flatMap { rules[$0] }
      let place = open.lastStep.map { " at step \($0)" } ?? " before its first step"
      let reason = "Interrupted\(place): the service ended while it ran."
      guard let run = runs.removeValue(forKey: id) else { continue }
      record.entries.append(.ended(id, RunEnding(.interrupted, reason: reason), at: now))
      let title = run.rule?.title ?? run.ticket.shortcut ?? "Hob"
      effects.append(.tell(Notice(title: title, body: reason, isFailure: true, run: id)))
    }
    interrupted = []
  }

  /// Puts what waited before the start back into its queues, in order.
  mutating func requeueWaiting() {
    var keys: [SlotKey] = []
    for open in waiting {
      let key = SlotKey(rule: open.ticket.rule, key: open.ticket.key)
      if open.ticket.rule == nil {
        // Asked for by hand, and nobody waits for it any more.
        end(open.ticket.run, RunEnding(.dropped, reason: "The service ended before it began."))
        continue
      }
      slots[key, default: Slots()].enqueue(open.ticket.run)
      if keys.last != key { keys.append(key) }
    }
    waiting = []
    for key in keys { startNext(key) }
  }
}
