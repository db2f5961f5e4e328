internal import Expressions
internal import Matching
internal import Rules
package import Values
internal import Workflow

extension Machine {
  /// Takes in one observation: keeps it, and admits a run of each rule that it concerns.
  mutating func observe(_ observation: Observation) {
    record.marks += observation.marks
    guard var event = observation.event else { return }
    event.id = nextEvent
    nextEvent = EventID(nextEvent.value + 1)
    record.entries.append(.observed(event))
    for match in matcher.matches(for: event) {
      guard let rule = rules[match.rule], rule.plans.indices.contains(match.trigger) else {
        continue
      }
      if rule.isDurable { record.isDurable = true }
      consider(rule, trigger: match.trigger, event)
    }
  }

  /// Admits a run, or records why not.
  private mutating func consider(_ rule: Rule, trigger: Int, _ event: Event) {
    let plan = rule.plans[trigger]
    if let (reason, explanation) = objection(to: rule, plan, event) {
      return decline(rule, event, reason, explanation)
    }
    switch slotKey(of: plan, rule, event) {
    case .failure(let refusal): decline(rule, event, refusal.reason, refusal.explanation)
    case .success(let key):
      if let (reason, explanation) = modeObjection(rule, key) {
        return decline(rule, event, reason, explanation)
      }
      admit(rule, trigger: trigger, event, key)
    }
  }

  private mutating func decline(
    _ rule: Rule, _ event: Event, _ reason: Refusal.Reason, _ explanation: String
  ) {
    record.entries.append(
      .declined(
        Refusal(
          event: event.id, rule: rule.id, reason: reason, explanation: explanation, at: now)))
  }

  private typealias Objection = (Refusal.Reason, String)

  /// What speaks against a run whatever else is under way; the cheapest reasons first.
  private func objection(to rule: Rule, _ plan: TriggerPlan, _ event: Event) -> Objection? {
    guard isEnabled(rule) else {
      return (.disabled, "The rule is switched off; `hob enable \(rule.id.name)` ends that.")
    }
    if let objection = loopObjection(rule, event) { return objection }
    if let objection = catchUpObjection(rule, event) { return objection }
    if let objection = plan.conditionObjection(to: event, context(at: event.at)) {
      return objection
    }
    return throttleObjection(rule)
  }

  private func loopObjection(_ rule: Rule, _ event: Event) -> Objection? {
    guard let links = event.cause?.links, !links.isEmpty else { return nil }
    let chain = (links.map(\.rule.name) + [rule.id.name]).joined(separator: " → ")
    if links.contains(where: { $0.rule == rule.id }) {
      return (.loop, "The rule would set itself off: \(chain).")
    }
    guard links.count >= limits.causes else { return nil }
    return (.loop, "The chain of causes has reached \(limits.causes) runs: \(chain).")
  }

  private func catchUpObjection(_ rule: Rule, _ event: Event) -> Objection? {
    guard event.isCaughtUp else { return nil }
    switch rule.catchUp {
    case .each: return nil
    case .skip: return (.notCaughtUp, "It came while nobody watched, and `catch-up` is `skip`.")
    case .within(let span):
      let happened = event.changedAt ?? event.at
      guard now - happened > span else { return nil }
      return (.notCaughtUp, "It came while nobody watched, longer ago than `catch-up` allows.")
    }
  }

  private func throttleObjection(_ rule: Rule) -> Objection? {
    guard let throttle = rule.throttle else { return nil }
    let recent = (admissions[rule.id] ?? []).filter { now - $0 < throttle.per && $0 <= now }
    guard recent.count >= throttle.atMost else { return nil }
    let span = TimeSpanSyntax.text(throttle.per)
    return (.throttled, "It ran \(recent.count) times within \(span), which is the most allowed.")
  }

  private struct KeyRefusal: Error {
    let reason: Refusal.Reason
    let explanation: String
  }

  private func slotKey(
    of plan: TriggerPlan, _ rule: Rule, _ event: Event
  ) -> Result<SlotKey, KeyRefusal> {
    guard let key = plan.key else { return .success(SlotKey(rule: rule.id, key: "")) }
    do throws(EvaluationError) {
      let value = try key.expression.evaluate(
        plan.scope(for: event), world: context(at: event.at).world, now: event.at)
      return .success(SlotKey(rule: rule.id, key: Template.render(value)))
    } catch {
      return .failure(
        KeyRefusal(
          reason: .conditionFailed,
          explanation: "The key `\(key.expression.source)` can't be worked out: \(error.message)"))
    }
  }

  /// What speaks against a run because of others of the same rule.
  private func modeObjection(_ rule: Rule, _ key: SlotKey) -> Objection? {
    let current = slots[key] ?? Slots()
    switch rule.mode.kind {
    case .single:
      guard let other = current.active.first ?? current.waiting.first else { return nil }
      return (.alreadyRunning, "Run \(other.value) is under way, and the mode is `single`.")
    case .restart: return nil
    case .queued, .parallel:
      let total = current.active.count + current.waitingCount
      guard let max = rule.mode.max, total >= max else { return nil }
      return (.full, "\(total) runs are under way or waiting, which is the rule's `max`.")
    }
  }

  private mutating func admit(_ rule: Rule, trigger: Int, _ event: Event, _ key: SlotKey) {
    if rule.throttle != nil { noteAdmission(rule) }
    let ticket = RunTicket(
      run: takeRunID(), rule: rule.id, shortcut: rule.plans[trigger].job.shortcutName,
      event: event.id, trigger: trigger, key: key.key, at: now)
    record.entries.append(.queued(ticket))
    runs[ticket.run] = Run(ticket: ticket, event: event)
    if rule.mode.kind == .restart { supersede(key, by: ticket.run) }
    slots[key, default: Slots()].enqueue(ticket.run)
    startNext(key)
  }

  /// Admits a shortcut that was asked for by hand; it waits for nobody.
  mutating func admit(_ request: ShortcutRequest) {
    let ticket = RunTicket(
      run: request.run ?? takeRunID(), rule: nil, shortcut: request.shortcut, event: nil, at: now)
    record.entries.append(.queued(ticket))
    runs[ticket.run] = Run(ticket: ticket, event: nil, request: request)
    activate(ticket.run)
    begin(ticket.run)
  }

  /// The number of the next run; each is given once.
  package mutating func takeRunID() -> RunID {
    defer { nextRun = RunID(nextRun.value + 1) }
    return nextRun
  }

  private mutating func noteAdmission(_ rule: Rule) {
    guard let throttle = rule.throttle else { return }
    var recent = admissions[rule.id] ?? []
    recent.append(now)
    if recent.count > throttle.atMost { recent.removeFirst(recent.count - throttle.atMost) }
    admissions[rule.id] = recent
  }

  /// Stops what a newer run of mode `restart` takes the place of.
  private mutating func supersede(_ key: SlotKey, by run: RunID) {
    guard let current = slots[key] else { return }
    let ending = RunEnding(.cancelled, reason: "Superseded by run \(run.value).")
    for other in Array(current.waiting) + current.active.sorted() { cancel(other, ending) }
  }
}

extension Event {
  /// When the file of the event last changed, where it has one.
  fileprivate var changedAt: Instant? {
    guard case .timestamp(let instant)? = value(at: ["file", "modified"]) else { return nil }
    return instant
  }
}
