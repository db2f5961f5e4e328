import Automation
import TestKit
import Values
import Workflow

/// A made-up life of a service: records as a machine would write them, and their fold kept beside.
struct RandomHistory {
  private struct Live {
    let ticket: RunTicket
    var hasStarted = false
    var open: [String] = []
    var begun = 0
    var last: String?
  }

  private var numbers: SeededGenerator
  private var clock = Instant.at(0)
  private var events: [EventID: Event] = [:]
  private var live: [RunID: Live] = [:]
  private(set) var endings: [RunID: RunStatus] = [:]
  private(set) var resumption = Resumption()
  private(set) var memory: [String: [[UInt8]: [UInt8]]] = [:]

  init(seed: UInt64) { numbers = SeededGenerator(seed: seed) }

  /// The state that a restart should find.
  var expected: Resumption {
    var expected = resumption
    expected.openRuns = live.keys.sorted().compactMap { live[$0] }.map { run in
      Resumption.OpenRun(
        ticket: run.ticket, event: run.ticket.event.flatMap { events[$0] },
        hasStarted: run.hasStarted, lastStep: run.open.last ?? run.last)
    }
    return expected
  }

  /// Makes the next record.
  mutating func next() -> Record {
    var record = Record()
    for _ in 0..<Int.random(in: 1...6, using: &numbers) {
      clock = clock + .milliseconds(Int.random(in: 0...5_000, using: &numbers))
      if let entry = nextEntry() { record.entries.append(entry) }
    }
    if chance(4) { record.marks.append(nextMark()) }
    record.isDurable = chance(20)
    return record
  }

  private mutating func chance(_ times: Int) -> Bool {
    Int.random(in: 0..<times, using: &numbers) == 0
  }

  private mutating func rule() -> RuleID {
    RuleID("rule-\(Int.random(in: 0..<5, using: &numbers))")
  }

  private mutating func nextEntry() -> Entry? {
    switch Int.random(in: 0..<20, using: &numbers) {
    case 0...3: observe()
    case 4: decline()
    case 5...8: admit()
    case 9...16: progress()
    case 17: toggle()
    default: pause()
    }
  }

  private mutating func observe() -> Entry {
    let id = resumption.nextEvent
    resumption.nextEvent = EventID(id.value + 1)
    var event = Event(
      id: id, source: chance(3) ? "custom" : "folder",
      origin: ArmingKey("origin-\(Int.random(in: 0..<4, using: &numbers))"),
      fields: ["n": .int(id.value), "bytes": .bytes([0, 255]), "at": .timestamp(clock)],
      at: clock)
    if chance(5) { event.cause = Cause(links: [Cause.Link(rule: rule(), run: RunID(1))]) }
    if chance(5) { event.audience = [rule(), rule()] }
    event.isCaughtUp = chance(6)
    events[id] = event
    return .observed(event)
  }

  private mutating func anyEvent() -> EventID? {
    guard resumption.nextEvent.value > 1 else { return nil }
    return EventID(Int64.random(in: 1..<resumption.nextEvent.value, using: &numbers))
  }

  private mutating func decline() -> Entry? {
    guard let event = anyEvent() else { return nil }
    let reason = Refusal.Reason.allCases.randomElement(using: &numbers) ?? .full
    return .declined(
      Refusal(event: event, rule: rule(), reason: reason, explanation: "because", at: clock))
  }

  private mutating func admit() -> Entry {
    let id = resumption.nextRun
    resumption.nextRun = RunID(id.value + 1)
    let ticket = RunTicket(
      run: id, rule: chance(6) ? nil : rule(), shortcut: chance(2) ? nil : "shortcut",
      event: chance(6) ? nil : anyEvent(), trigger: Int.random(in: 0..<3, using: &numbers),
      key: chance(3) ? "disk" : "", at: clock)
    live[id] = Live(ticket: ticket)
    if let rule = ticket.rule { resumption.recentAdmissions[rule, default: []].append(clock) }
    return .queued(ticket)
  }

  /// Takes some run that has not ended one step further.
  private mutating func progress() -> Entry? {
    guard let id = live.keys.sorted().randomElement(using: &numbers), var run = live[id] else {
      return nil
    }
    defer { if endings[id] == nil { live[id] = run } }
    guard run.hasStarted else {
      if chance(8) { return end(id, .cancelled) }
      run.hasStarted = true
      return .started(id, at: clock)
    }
    switch Int.random(in: 0..<6, using: &numbers) {
    case 0, 1:
      run.begun += 1
      let place = "\(run.begun)"
      run.open.append(place)
      return .stepBegan(step(id, place))
    case 2:
      run.begun += 1
      run.last = "\(run.begun)"
      return .stepPassed(step(id, "\(run.begun)"), result: .bool(true))
    case 3, 4:
      guard let index = run.open.indices.randomElement(using: &numbers) else { return nil }
      let place = run.open.remove(at: index)
      run.last = "\(max(Int(place) ?? 0, run.last.flatMap { Int($0) } ?? 0))"
      return .stepEnded(id, step: place, outcome(), at: clock)
    default: return end(id, .succeeded)
    }
  }

  private mutating func step(_ run: RunID, _ place: String) -> StepStart {
    StepStart(
      run: run, step: place, keyword: "log", arguments: ["text": .string("é\n")], at: clock)
  }

  private mutating func outcome() -> StepResult {
    chance(3)
      ? .failed(ActionFailure(.notFound, "no such file"))
      : .succeeded(Outcome(.int(1), details: ["code": .int(0)], touched: [FilePath("/a")]))
  }

  private mutating func end(_ run: RunID, _ status: RunStatus) -> Entry {
    live[run] = nil
    endings[run] = status
    return .ended(run, RunEnding(status, reason: "done"), at: clock)
  }

  private mutating func toggle() -> Entry {
    let (rule, isEnabled) = (rule(), chance(2))
    resumption.switches[rule] = isEnabled
    return .switched(rule, isEnabled: isEnabled, at: clock)
  }

  private mutating func pause() -> Entry {
    let (rule, isPaused) = (chance(3) ? nil : rule(), chance(2))
    if let rule {
      if isPaused {
        resumption.pausedRules.insert(rule)
      } else {
        resumption.pausedRules.remove(rule)
      }
    } else {
      resumption.isPaused = isPaused
    }
    return .paused(rule, isPaused: isPaused, at: clock)
  }

  private mutating func nextMark() -> Mark {
    let owner = "owner-\(Int.random(in: 0..<3, using: &numbers))"
    let key = [UInt8.random(in: 0..<8, using: &numbers), 0, 255]
    let value: [UInt8]? = chance(3) ? nil : [UInt8.random(in: 0...255, using: &numbers)]
    memory[owner, default: [:]][key] = value
    return Mark(owner: owner, key: key, value: value)
  }

  /// The point in time that the life has reached.
  var now: Instant { clock }
}
