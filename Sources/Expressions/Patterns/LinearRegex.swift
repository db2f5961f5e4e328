/// A regular expression that looks through a text once, whatever it is (Thompson, Pike).
///
/// The syntax is that of RE2. All states are carried on together, so that no pattern can take
/// more than its size times the length of the text.
struct LinearRegex: Sendable {
  /// One state; small and without references, since it is looked at for each character.
  enum Step: Sendable {
    case scalar(Unicode.Scalar)
    case anything
    case noNewline
    /// A set by its place among the sets.
    case set(Int)
    case assertion(RegexAssertion)
    case split(Int, Int)
    case jump(Int)
    case found
  }

  private let steps: [Step]
  private let sets: [ScalarSet]
  /// The text that the pattern comes down to where nothing in it has a meaning.
  private let literal: String?

  /// Reads a pattern; larger ones than the limit are refused.
  init(_ pattern: String, limit: Int) throws(RegexError) {
    let syntax = try RegexParser.parse(pattern)
    literal = syntax.literal
    var writer = RegexWriter(limit: limit)
    try writer.write(syntax)
    try writer.append(.found)
    steps = writer.steps
    sets = writer.sets
  }

  /// Whether a match can only begin where the text does.
  private var isAnchored: Bool {
    if case .assertion(.textStart)? = steps.first { true } else { false }
  }

  /// How many states there are.
  var size: Int { steps.count }

  /// Whether the pattern is found anywhere in the text; nil where the steps do not suffice.
  func isFound(in text: String, steps allowed: inout Int) -> Bool? {
    if let literal {
      allowed -= text.utf8.count / 16
      return allowed < 0
        ? nil : TextSearch(literal.utf8).first(in: Array(text.utf8)) != nil
    }
    var current = StateSet(count: steps.count)
    var next = StateSet(count: steps.count)
    var iterator = text.unicodeScalars.makeIterator()
    var before: Unicode.Scalar?
    var scalar = iterator.next()
    while true {
      let place = Place(before: before, after: scalar)
      // Every place may be the beginning, unless that is bound to the beginning of the text.
      if before == nil || !isAnchored {
        if add(0, place, to: &current) { return true }
      } else if current.members.isEmpty {
        return false
      }
      guard let this = scalar else { return false }
      allowed -= 1 + current.members.count / 2
      guard allowed >= 0 else { return nil }
      scalar = iterator.next()
      let following = Place(before: this, after: scalar)
      next.removeAll()
      for state in current.members where takes(state, this) {
        if add(state + 1, following, to: &next) { return true }
      }
      swap(&current, &next)
      before = this
    }
  }

  private func takes(_ state: Int, _ scalar: Unicode.Scalar) -> Bool {
    switch steps[state] {
    case .scalar(let wanted): scalar == wanted
    case .anything: true
    case .noNewline: scalar != "\n"
    case .set(let place): sets[place].contains(scalar)
    case .assertion, .split, .jump, .found: false
    }
  }

  /// Adds a state and those reached from it without a character; true where the end is reached.
  private func add(_ first: Int, _ place: Place, to set: inout StateSet) -> Bool {
    set.pending.append(first)
    while let state = set.pending.popLast() {
      guard set.insert(state) else { continue }
      switch steps[state] {
      case .found:
        set.pending.removeAll()
        return true
      case .jump(let target): set.pending.append(target)
      case .split(let one, let other):
        set.pending.append(other)
        set.pending.append(one)
      case .assertion(let assertion):
        if place.fulfils(assertion) { set.pending.append(state + 1) }
      case .scalar, .anything, .noNewline, .set: break
      }
    }
    return false
  }
}

/// A place in a text by its neighbours.
private struct Place {
  let before: Unicode.Scalar?
  let after: Unicode.Scalar?

  func fulfils(_ assertion: RegexAssertion) -> Bool {
    switch assertion {
    case .textStart: before == nil
    case .textEnd: after == nil
    case .lineStart: before == nil || before == "\n"
    case .lineEnd: after == nil || after == "\n"
    case .wordBoundary: isWord(before) != isWord(after)
    case .noWordBoundary: isWord(before) == isWord(after)
    }
  }

  private func isWord(_ scalar: Unicode.Scalar?) -> Bool {
    scalar.map { $0.isIdentifierStart || $0.isDigit } ?? false
  }
}

/// States that are reached at the same time, each once; emptied without going through them.
private struct StateSet {
  private(set) var members: [Int] = []
  /// States still to be added, kept here so that its room is used again.
  var pending: [Int] = []
  private var marks: [Int]
  private var round = 1

  init(count: Int) {
    marks = Array(repeating: 0, count: count)
    members.reserveCapacity(min(count, 64))
    pending.reserveCapacity(min(count, 64))
  }

  mutating func insert(_ state: Int) -> Bool {
    guard marks[state] != round else { return false }
    marks[state] = round
    members.append(state)
    return true
  }

  mutating func removeAll() {
    members.removeAll(keepingCapacity: true)
    round += 1
  }
}

/// Writes a tree out as steps.
private struct RegexWriter {
  private let limit: Int
  private(set) var steps: [LinearRegex.Step] = []
  private(set) var sets: [ScalarSet] = []

  init(limit: Int) { self.limit = limit }

  mutating func append(_ step: LinearRegex.Step) throws(RegexError) {
    guard steps.count < limit else {
      throw RegexError(message: "the pattern needs more than \(limit) states", offset: 0)
    }
    steps.append(step)
  }

  mutating func write(_ syntax: RegexSyntax) throws(RegexError) {
    switch syntax {
    case .empty: break
    case .scalar(let scalar): try append(.scalar(scalar))
    case .anything: try append(.anything)
    case .noNewline: try append(.noNewline)
    case .set(let set):
      try append(.set(sets.count))
      sets.append(set)
    case .assertion(let assertion): try append(.assertion(assertion))
    case .sequence(let parts): for part in parts { try write(part) }
    case .alternatives(let branches): try write(branches)
    case .repeated(let inner, let minimum, let maximum):
      try write(inner, minimum: minimum, maximum: maximum)
    }
  }

  private mutating func write(_ branches: [RegexSyntax]) throws(RegexError) {
    var jumps: [Int] = []
    for branch in branches.dropLast() {
      let split = steps.count
      try append(.jump(0))
      try write(branch)
      jumps.append(steps.count)
      try append(.jump(0))
      steps[split] = .split(split + 1, steps.count)
    }
    if let last = branches.last { try write(last) }
    for jump in jumps { steps[jump] = .jump(steps.count) }
  }

  private mutating func write(
    _ inner: RegexSyntax, minimum: Int, maximum: Int?
  ) throws(RegexError) {
    for _ in 0..<minimum {
      let before = steps.count
      try write(inner)
      // What takes no step is the same however often it is repeated.
      if steps.count == before { break }
    }
    guard let maximum else {
      let split = steps.count
      try append(.jump(0))
      try write(inner)
      try append(.jump(split))
      steps[split] = .split(split + 1, steps.count)
      return
    }
    var splits: [Int] = []
    for _ in minimum..<maximum {
      splits.append(steps.count)
      try append(.jump(0))
      try write(inner)
    }
    for split in splits { steps[split] = .split(split + 1, steps.count) }
  }
}

extension RegexSyntax {
  /// The text that the tree spells; nil where it is more than text.
  fileprivate var literal: String? {
    switch self {
    case .empty: return ""
    case .scalar(let scalar): return String(Character(scalar))
    case .sequence(let parts):
      var scalars = String.UnicodeScalarView()
      for part in parts {
        guard let text = part.literal else { return nil }
        scalars.append(contentsOf: text.unicodeScalars)
      }
      return String(scalars)
    case .anything, .noNewline, .set, .assertion, .alternatives, .repeated: return nil
    }
  }
}
