internal import Expressions
internal import Rules
internal import Values
internal import Workflow

extension Machine {
  /// Starts what may start of a rule's waiting runs.
  mutating func startNext(_ key: SlotKey) {
    while phase == .serving, !isHeldBack(key), activeCount < limits.actionsAtOnce,
      let current = slots[key], current.active.count < atOnce(key), current.waitingCount > 0
    {
      guard let run = slots[key]?.dequeue() else { return }
      guard runs[run] != nil else { continue }
      slots[key]?.active.insert(run)
      activate(run)
      begin(run)
    }
    if slots[key]?.isEmpty == true { slots[key] = nil }
  }

  mutating func activate(_ run: RunID) {
    runs[run]?.isActive = true
    activeCount += 1
  }

  private func isHeldBack(_ key: SlotKey) -> Bool {
    isPaused || key.rule.map(pausedRules.contains) ?? false
  }

  private func atOnce(_ key: SlotKey) -> Int {
    key.rule.flatMap { rules[$0] }?.mode.atOnce ?? 1
  }

  /// Begins a run: takes a snapshot of its definition and goes to its first action.
  mutating func begin(_ id: RunID) {
    guard let run = runs[id] else { return }
    do throws(ActionFailure) {
      let (shortcut, scope, rule) = try definition(of: run)
      runs[id]?.rule = rule
      runs[id]?.interpreter = Interpreter(
        shortcut, scope: scope, library: rules.shortcuts, limits: limits.workflow)
    } catch {
      let status: RunStatus = error.reason == .notFound ? .dropped : .failed
      return end(id, RunEnding(status, reason: error.message))
    }
    record.entries.append(.started(id, at: now))
    advance(id)
  }

  /// The steps of a run and the names they see, as the rules in force say.
  private func definition(
    of run: Run
  ) throws(ActionFailure) -> (Shortcut, [String: Value], Rule?) {
    if let request = run.request {
      let shortcut = try shortcut(request.shortcut)
      return (shortcut, try shortcut.scope(input: request.input, with: request.with), nil)
    }
    guard let id = run.ticket.rule, let rule = rules[id], let event = run.event else {
      let name = run.ticket.rule?.name ?? ""
      throw ActionFailure(.notFound, "The rule `\(name)` was removed before the run's turn came.")
    }
    let plan = rule.plans[min(run.ticket.trigger, rule.plans.count - 1)]
    let (shortcut, scope) = try job(plan, event)
    return (shortcut, scope, rule)
  }

  private func job(
    _ plan: TriggerPlan, _ event: Event
  ) throws(ActionFailure) -> (Shortcut, [String: Value]) {
    let outer = plan.scope(for: event)
    let context = context(at: now)
    switch plan.job {
    case .steps(let shortcut, let argument):
      let input = try argument?.evaluate(in: outer, context)
      return (shortcut, outer.merging(["input": input ?? .null]) { $1 })
    case .shortcut(let name, let argument, let with):
      let shortcut = try shortcut(name)
      let input = try argument?.evaluate(in: outer, context)
      var values: [String: Value] = [:]
      for (name, argument) in with { values[name] = try argument.evaluate(in: outer, context) }
      return (shortcut, try shortcut.scope(input: input, with: values))
    }
  }

  private func shortcut(_ name: String) throws(ActionFailure) -> Shortcut {
    guard let shortcut = rules.shortcuts[name] else {
      throw ActionFailure(.notFound, "There is no shortcut `\(name)`; see `hob shortcuts`.")
    }
    return shortcut
  }

  /// Goes on to a run's next action, or to its end.
  private mutating func advance(_ id: RunID) {
    guard var interpreter = runs[id]?.interpreter else { return }
    let progress = interpreter.advance(context(at: now))
    let passed = interpreter.takePassed()
    runs[id]?.interpreter = interpreter
    for step in passed { note(step, of: id) }
    follow(progress, of: id)
  }

  private mutating func follow(_ progress: Interpreter.Progress, of id: RunID) {
    switch progress {
    case .perform(let call): intend(id, call)
    case .ended(let result): end(id, RunEnding(.succeeded, result: result))
    case .failed(let step, let failure): end(id, ending(of: id, step, failure))
    }
  }

  private mutating func intend(_ id: RunID, _ call: Interpreter.StepCall) {
    guard let run = runs[id] else { return }
    runs[id]?.state = .recording
    runs[id]?.step = call.step
    if run.rule?.isDurable == true { record.isDurable = true }
    record.entries.append(
      .stepBegan(
        StepStart(
          run: id, step: call.step, keyword: call.keyword, arguments: call.arguments, at: now)))
    intend(
      id,
      Invocation(
        run: id, step: call.step, keyword: call.keyword, arguments: call.arguments,
        timeout: call.timeout, cause: run.cause))
  }

  private mutating func note(_ passed: Interpreter.Passed, of id: RunID) {
    let start = StepStart(
      run: id, step: passed.step, keyword: passed.keyword, arguments: passed.arguments, at: now)
    switch passed.result {
    case .success(let value): record.entries.append(.stepPassed(start, result: value))
    case .failure(let failure):
      record.entries.append(.stepBegan(start))
      record.entries.append(.stepEnded(id, step: passed.step, .failed(failure), at: now))
    }
  }

  private func ending(of id: RunID, _ step: String, _ failure: ActionFailure) -> RunEnding {
    if failure.reason == .cancelled, let cancellation = runs[id]?.cancellation {
      return cancellation
    }
    let status: RunStatus =
      switch failure.reason {
      case .timedOut: .timedOut
      case .cancelled: .cancelled
      case .badArgument, .notFound, .exists, .denied, .programFailed, .limit, .system, .stopped,
        .unavailable:
        .failed
      }
    return RunEnding(status, reason: "Step \(step): \(failure.message)")
  }

  /// Takes in how an action ended and goes on.
  mutating func finish(_ id: RunID, _ result: Result<Outcome, ActionFailure>) {
    guard let run = runs[id], run.state == .performing, var interpreter = run.interpreter else {
      return
    }
    let stepResult: StepResult =
      switch result {
      case .success(let outcome): .succeeded(outcome)
      case .failure(let failure): .failed(failure)
      }
    record.entries.append(.stepEnded(id, step: run.step, stepResult, at: now))
    let progress = interpreter.finish(result)
    runs[id]?.interpreter = interpreter
    if let progress {
      follow(progress, of: id)
    } else if let cancellation = run.cancellation {
      end(id, cancellation)
    } else {
      advance(id)
    }
  }

  /// Ends a run, tells of it where that is wanted, and lets the next one start.
  mutating func end(_ id: RunID, _ ending: RunEnding) {
    guard let run = runs.removeValue(forKey: id) else { return }
    record.entries.append(.ended(id, ending, at: now))
    if let notice = notice(of: run, ending) { effects.append(.tell(notice)) }
    if run.isActive { activeCount -= 1 }
    guard let rule = run.ticket.rule else { return }
    let key = SlotKey(rule: rule, key: run.ticket.key)
    slots[key]?.remove(id)
    freed.append(key)
  }

  /// Starts what runs that ended made room for.
  ///
  /// Not from within `end`: a queue of runs without actions would nest one in the other.
  mutating func fillFreedSlots() {
    while let key = freed.popLast() {
      let wasFull = activeCount >= limits.actionsAtOnce - 1
      startNext(key)
      // Others may have waited only for the limit on all runs.
      if wasFull, activeCount < limits.actionsAtOnce {
        for other in slots.keys where slots[other]?.waitingCount ?? 0 > 0 { startNext(other) }
      }
    }
  }

  private func notice(of run: Run, _ ending: RunEnding) -> Notice? {
    let title = run.rule?.title ?? run.ticket.shortcut ?? run.ticket.rule?.name ?? "Hob"
    switch ending.status {
    case .failed, .timedOut, .interrupted, .dropped:
      return Notice(title: title, body: ending.reason, isFailure: true, run: run.id)
    case .succeeded:
      guard run.rule?.notifies == true else { return nil }
      let body = ending.result == .null ? "Done." : Template.render(ending.result)
      return Notice(title: title, body: body, isFailure: false, run: run.id)
    case .cancelled, .queued, .running, .waiting: return nil
    }
  }
}
