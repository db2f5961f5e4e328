/// A shell pattern as states; text runs through all of them at once.
struct GlobProgram: Sendable {
  enum Step: Sendable {
    case literal(Unicode.Scalar)
    /// Any one character but `/`.
    case any
    case set(GlobSet)
    /// Any run of characters without `/`.
    case star
    /// Any run of characters.
    case starStar
    /// Nothing, or anything that ends in `/`.
    case folders
    /// Goes on at each of these steps.
    case split([Int])
    case jump(Int)
  }

  private(set) var steps: [Step] = []

  init(_ pattern: String) {
    var reader = GlobReader(Array(pattern.unicodeScalars))
    reader.readAll()
    steps = reader.steps
  }

  func matches(_ text: String) -> Bool {
    var current = StateSet(count: steps.count + 1)
    var next = StateSet(count: steps.count + 1)
    add(0, to: &current)
    for scalar in text.unicodeScalars {
      next.removeAll()
      for state in current.members where state < steps.count {
        advance(state, over: scalar, into: &next)
      }
      guard !next.members.isEmpty else { return false }
      swap(&current, &next)
    }
    return current.contains(steps.count)
  }

  private func advance(_ state: Int, over scalar: Unicode.Scalar, into next: inout StateSet) {
    switch steps[state] {
    case .literal(let wanted): if scalar == wanted { add(state + 1, to: &next) }
    case .any: if scalar != "/" { add(state + 1, to: &next) }
    case .set(let set): if scalar != "/", set.contains(scalar) { add(state + 1, to: &next) }
    case .star: if scalar != "/" { add(state, to: &next) }
    case .starStar: add(state, to: &next)
    case .folders:
      next.insert(state)
      if scalar == "/" { add(state + 1, to: &next) }
    case .split, .jump: break
    }
  }

  /// Adds a state and those that are reached from it without a character.
  private func add(_ state: Int, to set: inout StateSet) {
    set.pending.append(state)
    while let state = set.pending.popLast() {
      guard set.insert(state), state < steps.count else { continue }
      switch steps[state] {
      case .star, .starStar, .folders: set.pending.append(state + 1)
      case .split(let targets): set.pending += targets
      case .jump(let target): set.pending.append(target)
      case .literal, .any, .set: break
      }
    }
  }

  var shape: GlobPattern.Shape {
    if let text = Self.text(of: steps[...]) { return .literal(text) }
    if case .star? = steps.first {
      if steps.count == 1 { return .anyName }
      if let text = Self.text(of: steps.dropFirst()) { return .suffix(text) }
    }
    if case .star? = steps.last, let text = Self.text(of: steps.dropLast()) {
      return .prefix(text)
    }
    return .other
  }

  var literalPrefix: String { Self.text(of: steps.prefix { $0.scalar != nil }) ?? "" }

  var literalSuffix: String {
    // Behind alternatives the last steps belong to one of them only.
    let isBranched = steps.contains { if case .split = $0 { true } else { false } }
    guard !isBranched else { return "" }
    let count = steps.reversed().prefix { $0.scalar != nil }.count
    return Self.text(of: steps.suffix(count)) ?? ""
  }

  /// The text that literal steps spell; nil where one is not literal.
  private static func text(of steps: ArraySlice<Step>) -> String? {
    var scalars = String.UnicodeScalarView()
    for step in steps {
      guard let scalar = step.scalar else { return nil }
      scalars.append(scalar)
    }
    return String(scalars)
  }
}

extension GlobProgram.Step {
  var scalar: Unicode.Scalar? { if case .literal(let scalar) = self { scalar } else { nil } }
}

/// The characters between `[` and `]`.
struct GlobSet: Sendable {
  var ranges: [ClosedRange<Unicode.Scalar>] = []
  var isNegated = false

  func contains(_ scalar: Unicode.Scalar) -> Bool {
    ranges.contains { $0.contains(scalar) } != isNegated
  }
}

/// States that are reached at the same time, each once; emptied without going through them.
private struct StateSet {
  private(set) var members: [Int] = []
  /// States still to be added, kept here so that its room is used again.
  var pending: [Int] = []
  private var marks: [Int]
  private var round = 1

  init(count: Int) { marks = Array(repeating: 0, count: count) }

  func contains(_ state: Int) -> Bool { marks[state] == round }

  @discardableResult mutating func insert(_ state: Int) -> Bool {
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
