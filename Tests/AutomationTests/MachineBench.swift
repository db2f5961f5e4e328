internal import Automation
internal import Rules
internal import TestKit
internal import Values
internal import Workflow

/// A machine with the world around it played by hand: dialogues read as inputs and what follows.
struct MachineBench {
  var machine: Machine
  var now = Instant(seconds: 1000)
  /// Records that are not kept yet.
  private(set) var unkept: [(number: Int, record: Record)] = []
  /// All that was ever recorded, in order.
  private(set) var entries: [Entry] = []
  private(set) var performing: [RunID: Invocation] = [:]
  private(set) var cancelled: [RunID] = []
  private(set) var notices: [Notice] = []
  private(set) var exits = 0
  private(set) var isHeld = false
  /// Invocations in the order in which they were begun.
  private(set) var begun: [Invocation] = []

  init(
    _ rules: String, shortcuts: [String: String] = [:], resuming past: Resumption = Resumption(),
    limits: Limits = .standard
  ) throws {
    let set = try RuleFixture.ruleSet(rules, shortcuts: shortcuts)
    machine = Machine(rules: set, resuming: past, limits: limits)
    take(machine.resume(at: now))
  }

  /// Feeds one input, without keeping what it records.
  mutating func feed(_ input: Machine.Input) { take(machine.step(input, at: now)) }

  private mutating func take(_ effects: [Machine.Effect]) {
    for effect in effects {
      switch effect {
      case .record(let record, let number):
        unkept.append((number, record))
        entries += record.entries
      case .perform(let run, let invocation):
        performing[run] = invocation
        begun.append(invocation)
      case .cancel(let run): cancelled.append(run)
      case .tell(let notice): notices.append(notice)
      case .hold: isHeld = true
      case .release: isHeld = false
      case .exit: exits += 1
      }
    }
  }

  /// Keeps all that was recorded, and what follows from that.
  mutating func keep() {
    while let last = unkept.last {
      unkept = []
      feed(.recorded(upTo: last.number))
    }
  }

  mutating func observe(_ events: Event...) {
    feed(.observed(events.map { Observation(event: $0) }))
    keep()
  }

  /// Ends the action of a run.
  mutating func finish(
    _ run: Int64, _ result: Result<Outcome, ActionFailure> = .success(Outcome())
  ) {
    performing[RunID(run)] = nil
    feed(.finished(RunID(run), result))
    keep()
  }

  /// The texts that `work` was begun with, in order.
  var works: [String] {
    begun.compactMap { if case .string(let text)? = $0.arguments["text"] { text } else { nil } }
  }

  /// How runs ended, as `run status`, in order.
  var endings: [String] {
    entries.compactMap { entry in
      if case .ended(let run, let ending, _) = entry {
        "\(run.value) \(ending.status.rawValue)"
      } else {
        nil
      }
    }
  }

  var refusals: [Refusal] {
    entries.compactMap { if case .declined(let refusal) = $0 { refusal } else { nil } }
  }

  var reasons: [Refusal.Reason] { refusals.map(\.reason) }
}
