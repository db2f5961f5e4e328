/// Keys in the order of their deadlines: a binary heap with one entry a key.
///
/// A deadline that moves back, as settling files do with each sign, costs nothing until the old one is due.
struct DeadlineQueue<Key: Hashable & Sendable>: Sendable {
  private struct Entry: Sendable {
    let deadline: Duration
    /// Counts up, so that of equal deadlines the one that was set first comes first.
    let number: UInt64
    let key: Key

    static func < (left: Entry, right: Entry) -> Bool {
      (left.deadline, left.number) < (right.deadline, right.number)
    }
  }

  private var heap: [Entry] = []
  /// The deadline that holds for each key; the heap's may be earlier.
  private var deadlines: [Key: Duration] = [:]
  /// The deadline under which a key stands in the heap.
  private var queued: [Key: Duration] = [:]
  private var number: UInt64 = 0

  /// Sets or moves the deadline of a key.
  mutating func set(_ key: Key, _ deadline: Duration) {
    deadlines[key] = deadline
    if let standing = queued[key], standing <= deadline { return }
    queued[key] = deadline
    push(key, deadline)
  }

  /// Takes the deadline of a key away.
  mutating func remove(_ key: Key) { deadlines[key] = nil }

  /// The earliest moment at which something may be due; nil for never.
  var next: Duration? { heap.first?.deadline }

  /// Takes a key that is due out.
  mutating func pop(at now: Duration) -> Key? {
    while let top = heap.first, top.deadline <= now {
      removeTop()
      // An entry that a nearer one has replaced, or one that was there before the key was set anew.
      guard queued[top.key] == top.deadline else { continue }
      queued[top.key] = nil
      guard let deadline = deadlines[top.key] else { continue }
      if deadline <= now {
        deadlines[top.key] = nil
        return top.key
      }
      queued[top.key] = deadline
      push(top.key, deadline)
    }
    return nil
  }

  private mutating func push(_ key: Key, _ deadline: Duration) {
    number += 1
    heap.append(Entry(deadline: deadline, number: number, key: key))
    var index = heap.count - 1
    while index > 0, heap[index] < heap[(index - 1) / 2] {
      heap.swapAt(index, (index - 1) / 2)
      index = (index - 1) / 2
    }
  }

  private mutating func removeTop() {
    heap.swapAt(0, heap.count - 1)
    heap.removeLast()
    var index = 0
    while true {
      var least = index
      for child in [2 * index + 1, 2 * index + 2]
      where child < heap.count && heap[child] < heap[least] {
        least = child
      }
      guard least != index else { return }
      heap.swapAt(index, least)
      index = least
    }
  }
}
