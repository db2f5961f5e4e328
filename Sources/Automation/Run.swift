internal import Rules
internal import Values
internal import Workflow

/// A run that has not ended.
struct Run: Sendable {
  enum State: Sendable, Hashable {
    /// Admitted; another run has its slot.
    case waiting
    /// An action's intent is on its way to the disk.
    case recording
    /// An action is under way.
    case performing
  }

  let ticket: RunTicket
  /// Nil for a shortcut that was run by hand.
  let event: Event?
  let request: ShortcutRequest?
  var state = State.waiting
  /// Whether it counts against the limit on all runs.
  var isActive = false
  /// Set when it starts: the definition is a snapshot of that moment.
  var interpreter: Interpreter?
  var rule: Rule?
  /// The step that was asked for last.
  var step = ""
  /// Why it is being cancelled; nil while it is not.
  var cancellation: RunEnding?

  init(ticket: RunTicket, event: Event?, request: ShortcutRequest? = nil) {
    (self.ticket, self.event, self.request) = (ticket, event, request)
  }

  var id: RunID { ticket.run }

  /// The chain of causes of what this run does, the run itself last.
  var cause: Cause {
    let links = event?.cause?.links ?? []
    guard let rule = ticket.rule else { return Cause(links: links) }
    return Cause(links: links + [Cause.Link(rule: rule, run: id)])
  }
}

/// The runs of one rule that share a set of slots.
struct Slots: Sendable {
  var active: Set<RunID> = []
  /// In the order of their events.
  private var queue: [RunID] = []
  private var head = 0

  var waitingCount: Int { queue.count - head }
  var isEmpty: Bool { active.isEmpty && waitingCount == 0 }

  mutating func enqueue(_ run: RunID) { queue.append(run) }

  mutating func dequeue() -> RunID? {
    guard head < queue.count else { return nil }
    defer {
      head += 1
      // Amortised: the spent front is dropped once it is half of the array.
      if head > 64, head * 2 > queue.count {
        queue.removeFirst(head)
        head = 0
      }
    }
    return queue[head]
  }

  /// Removes a waiting run, wherever it stands.
  mutating func remove(_ run: RunID) {
    active.remove(run)
    if let position = queue[head...].firstIndex(of: run) { queue.remove(at: position) }
  }

  var waiting: ArraySlice<RunID> { queue[head...] }
}

/// Whose slots: a rule, and the value of its `key:`.
struct SlotKey: Hashable, Sendable {
  let rule: RuleID?
  let key: String
}
