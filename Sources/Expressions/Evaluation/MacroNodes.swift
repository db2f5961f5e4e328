internal import Values

/// The list or map that a macro goes through, and where its variables are kept.
final class MacroRange: Sendable {
  private let operand: any Node
  private let firstSlot: Int
  private let hasTwoVariables: Bool
  /// How much one round counts.
  private let cost: Int
  private let range: Range<Int>

  init(
    _ operand: any Node, firstSlot: Int, hasTwoVariables: Bool, cost: Int, _ range: Range<Int>
  ) {
    (self.operand, self.firstSlot) = (operand, firstSlot)
    (self.hasTwoVariables, self.cost, self.range) = (hasTwoVariables, cost, range)
  }

  /// Calls the body for each element with its key or index, until it gives false.
  func visit(
    _ frame: inout Frame,
    _ body: (inout Frame, _ key: Value, _ first: Value) throws(EvaluationError) -> Bool
  ) throws(EvaluationError) {
    let target = try operand.evaluate(&frame)
    switch target {
    case .list(let values):
      for (index, value) in values.enumerated() {
        let key = Value.int(Int64(index))
        try enter(&frame, hasTwoVariables ? key : value, value)
        guard try body(&frame, key, hasTwoVariables ? key : value) else { return }
      }
    case .map(let map):
      for (key, value) in map.pairs {
        try enter(&frame, key, value)
        guard try body(&frame, key, key) else { return }
      }
    case .null, .bool, .int, .uint, .double, .string, .bytes, .timestamp, .duration, .type,
      .optional, .entity:
      throw EvaluationError(.noSuchOverload("macro", of: [target.displayTypeName]), at: range)
    }
  }

  private func enter(
    _ frame: inout Frame, _ first: Value, _ second: Value
  ) throws(EvaluationError) {
    do throws(EvaluationError.Reason) {
      try frame.spend(cost)
    } catch {
      throw EvaluationError(error, at: range)
    }
    frame.locals[firstSlot] = first
    if hasTwoVariables { frame.locals[firstSlot + 1] = second }
  }
}

/// A condition inside a macro, which must be a truth value.
final class MacroTest: Sendable {
  private let condition: any Node
  private let range: Range<Int>

  init(_ condition: any Node, _ range: Range<Int>) {
    (self.condition, self.range) = (condition, range)
  }

  func holds(_ frame: inout Frame) throws(EvaluationError) -> Bool {
    switch try condition.test(&frame) {
    case .yes: true
    case .no: false
    case .neither: throw try condition.noTruth(for: "macro", range, &frame)
    }
  }
}

/// Whether exactly one element fulfils the condition.
final class ExistsOneNode: ConditionNode {
  private let elements: MacroRange
  private let test: MacroTest

  init(_ elements: MacroRange, _ test: MacroTest) { (self.elements, self.test) = (elements, test) }

  func holds(_ frame: inout Frame) throws(EvaluationError) -> Bool {
    var count = 0
    try elements.visit(&frame) { (frame, _, _) throws(EvaluationError) in
      if try test.holds(&frame) { count += 1 }
      return true
    }
    return count == 1
  }
}

/// Makes a list: `map`, `filter`, `transformList`.
final class CollectNode: Node {
  private let elements: MacroRange
  private let test: MacroTest?
  /// The new element; nil where the old one is kept.
  private let body: (any Node)?
  private let range: Range<Int>

  init(_ elements: MacroRange, _ test: MacroTest?, _ body: (any Node)?, _ range: Range<Int>) {
    (self.elements, self.test, self.body, self.range) = (elements, test, body, range)
  }

  func evaluate(_ frame: inout Frame) throws(EvaluationError) -> Value {
    var result: [Value] = []
    try elements.visit(&frame) { (frame, _, first) throws(EvaluationError) in
      guard try test?.holds(&frame) ?? true else { return true }
      result.append(try body?.evaluate(&frame) ?? first)
      guard result.count <= frame.limits.elements else {
        throw EvaluationError(.limit(.elements, frame.limits.elements), at: range)
      }
      return true
    }
    return .list(result)
  }
}

/// Makes a map: `transformMap`, `transformMapEntry`.
final class TransformMapNode: Node {
  private let elements: MacroRange
  private let test: MacroTest?
  private let body: any Node
  /// Whether the body gives a map whose entries are taken over, not a value.
  private let givesEntries: Bool
  private let range: Range<Int>

  init(
    _ elements: MacroRange, _ test: MacroTest?, _ body: any Node, givesEntries: Bool,
    _ range: Range<Int>
  ) {
    (self.elements, self.test, self.body) = (elements, test, body)
    (self.givesEntries, self.range) = (givesEntries, range)
  }

  func evaluate(_ frame: inout Frame) throws(EvaluationError) -> Value {
    var result = ValueMap()
    try elements.visit(&frame) { (frame, key, _) throws(EvaluationError) in
      guard try test?.holds(&frame) ?? true else { return true }
      let value = try body.evaluate(&frame)
      do throws(EvaluationError.Reason) {
        try put(value, under: key, into: &result)
        try frame.allowElements(result.count)
      } catch {
        throw EvaluationError(error, at: range)
      }
      return true
    }
    return .map(result)
  }

  private func put(
    _ value: Value, under key: Value, into result: inout ValueMap
  ) throws(EvaluationError.Reason) {
    guard givesEntries else { return result[key] = value }
    guard case .map(let entries) = value else {
      throw .noSuchOverload("transformMapEntry", of: [value.displayTypeName])
    }
    for (key, value) in entries.pairs {
      guard result[key] == nil else { throw .duplicateKey(Rendering.literal(key)) }
      result[key] = value
    }
  }
}

/// A value under a name inside another expression.
final class BindNode: Node {
  private let value: any Node
  private let slot: Int
  private let body: any Node

  init(_ value: any Node, slot: Int, _ body: any Node) {
    (self.value, self.slot, self.body) = (value, slot, body)
  }

  func evaluate(_ frame: inout Frame) throws(EvaluationError) -> Value {
    frame.locals[slot] = try value.evaluate(&frame)
    return try body.evaluate(&frame)
  }
}

/// The value of an optional under a name, where it has one.
final class OptionalMapNode: Node {
  private let target: any Node
  private let slot: Int
  private let body: any Node
  private let isFlat: Bool
  private let range: Range<Int>

  init(_ target: any Node, slot: Int, _ body: any Node, isFlat: Bool, _ range: Range<Int>) {
    (self.target, self.slot, self.body) = (target, slot, body)
    (self.isFlat, self.range) = (isFlat, range)
  }

  func evaluate(_ frame: inout Frame) throws(EvaluationError) -> Value {
    let optional = try target.evaluate(&frame)
    guard case .optional(let inner) = optional else {
      throw EvaluationError(.noSuchOverload("optMap", of: [optional.displayTypeName]), at: range)
    }
    guard let inner else { return optional }
    frame.locals[slot] = inner
    let result = try body.evaluate(&frame)
    guard isFlat else { return .optional(result) }
    guard case .optional = result else {
      throw EvaluationError(.noSuchOverload("optFlatMap", of: [result.displayTypeName]), at: range)
    }
    return result
  }
}
