internal import Values

/// One running evaluation: what it sees and what it may still spend.
struct Frame {
  let bindings: [String: Value]
  let world: World
  let now: Instant?
  let limits: ExpressionLimits
  /// Values of variables that are used several times, once they were looked up.
  var variables: InlineArray<2, Value?> = [nil, nil]
  /// Values of the variables of macros.
  var locals: [Value]
  private(set) var remainingSteps: Int

  init(
    bindings: [String: Value], world: World, now: Instant?, limits: ExpressionLimits,
    localCount: Int
  ) {
    (self.bindings, self.world, self.now, self.limits) = (bindings, world, now, limits)
    locals = localCount == 0 ? [] : Array(repeating: .null, count: localCount)
    remainingSteps = limits.steps
  }

  static let cachedVariables = 2

  /// Counts steps, and ends an evaluation that takes too many.
  mutating func spend(_ steps: Int) throws(EvaluationError.Reason) {
    remainingSteps -= steps
    guard remainingSteps >= 0 else { throw .limit(.steps, limits.steps) }
  }

  /// Counts what it takes to go through a text or byte string once.
  @inline(__always)
  mutating func spend(onLongText value: Value) throws(EvaluationError.Reason) {
    switch value {
    case .string(let text): if text.utf8.count > 256 { try spend(text.utf8.count / 32) }
    case .bytes(let bytes): if bytes.count > 256 { try spend(bytes.count / 32) }
    case .null, .bool, .int, .uint, .double, .list, .map, .timestamp, .duration, .type,
      .optional, .entity:
      break
    }
  }

  /// Refuses a result that is too large to be used, however small its parts are.
  func checkSize(of result: Value) throws(EvaluationError.Reason) {
    guard result.hasParts else { return }
    var (elements, bytes) = (0, 0)
    var pending = [result]
    while let value = pending.popLast() {
      elements += 1
      switch value {
      case .string(let text): bytes += text.utf8.count
      case .bytes(let data): bytes += data.count
      case .list(let values): pending += values
      case .map(let map): for pair in map.pairs { pending += [pair.key, pair.value] }
      case .optional(let inner): if let inner { pending.append(inner) }
      case .null, .bool, .int, .uint, .double, .timestamp, .duration, .type, .entity: break
      }
      guard elements + pending.count <= 2 * limits.elements else {
        throw .limit(.elements, limits.elements)
      }
      guard bytes <= limits.textLength else { throw .limit(.textLength, limits.textLength) }
    }
  }

  /// Checks the size of a text that is about to be made, and counts the work.
  mutating func allowText(bytes: Int) throws(EvaluationError.Reason) {
    guard bytes <= limits.textLength else { throw .limit(.textLength, limits.textLength) }
    try spend(bytes / 64)
  }

  /// Checks the size of a list that is about to be made, and counts the work.
  mutating func allowElements(_ count: Int) throws(EvaluationError.Reason) {
    guard count <= limits.elements else { throw .limit(.elements, limits.elements) }
    try spend(count / 16)
  }

  /// Equality of the language, whose work counts.
  mutating func equal(_ left: Value, _ right: Value) throws(EvaluationError.Reason) -> Bool {
    switch (left, right) {
    case (.list(let lefts), .list(let rights)):
      guard lefts.count == rights.count else { return false }
      try spend(lefts.count)
      for (left, right) in zip(lefts, rights) where try !equal(left, right) { return false }
      return true
    case (.map(let lefts), .map(let rights)):
      guard lefts.count == rights.count else { return false }
      try spend(lefts.count)
      for (key, value) in lefts.pairs {
        guard let other = rights[key], try equal(value, other) else { return false }
      }
      return true
    case (.optional(let left?), .optional(let right?)): return try equal(left, right)
    case (.string, .string), (.bytes, .bytes):
      try spend(onLongText: left)
      return left == right
    default: return left == right
    }
  }
}

extension Value {
  /// Whether it is made of other values.
  fileprivate var hasParts: Bool {
    switch self {
    case .list, .map, .optional: true
    case .null, .bool, .int, .uint, .double, .string, .bytes, .timestamp, .duration, .type,
      .entity:
      false
    }
  }
}
