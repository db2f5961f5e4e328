internal import Values

/// What errors leave of a row of conditions: the first one, unless what is not known comes in.
private struct PendingError {
  private(set) var error: EvaluationError?

  mutating func take(_ new: EvaluationError) {
    guard let old = error else { return error = new }
    if new.isUnknown, !old.isUnknown { error = new }
  }
}

/// All of several conditions: one that is false decides, even where another fails.
final class AndNode: ConditionNode {
  private let operands: [any Node]
  private let ranges: [Range<Int>]

  init(_ operands: [any Node], _ ranges: [Range<Int>]) {
    (self.operands, self.ranges) = (operands, ranges)
  }

  func holds(_ frame: inout Frame) throws(EvaluationError) -> Bool {
    try decides(false, operands, ranges, "&&", &frame)
  }
}

/// Any of several conditions: one that is true decides, even where another fails.
final class OrNode: ConditionNode {
  private let operands: [any Node]
  private let ranges: [Range<Int>]

  init(_ operands: [any Node], _ ranges: [Range<Int>]) {
    (self.operands, self.ranges) = (operands, ranges)
  }

  func holds(_ frame: inout Frame) throws(EvaluationError) -> Bool {
    try decides(true, operands, ranges, "||", &frame)
  }
}

/// Evaluates conditions until one has the deciding value.
private func decides(
  _ deciding: Bool, _ operands: [any Node], _ ranges: [Range<Int>], _ name: String,
  _ frame: inout Frame
) throws(EvaluationError) -> Bool {
  var pending = PendingError()
  for index in operands.indices {
    do throws(EvaluationError) {
      switch try operands[index].test(&frame) {
      case .yes: if deciding { return true }
      case .no: if !deciding { return false }
      case .neither: pending.take(try operands[index].noTruth(for: name, ranges[index], &frame))
      }
    } catch {
      guard !error.isFinal else { throw error }
      pending.take(error)
    }
  }
  if let error = pending.error { throw error }
  return !deciding
}

extension Node {
  /// The error for a value that should be a truth value; evaluates once more to tell its type.
  func noTruth(
    for name: String, _ range: Range<Int>, _ frame: inout Frame
  ) throws(EvaluationError) -> EvaluationError {
    let type = try evaluate(&frame).displayTypeName
    return EvaluationError(.noSuchOverload(name, of: [type]), at: range)
  }
}

final class NotNode: ConditionNode {
  private let operand: any Node
  private let range: Range<Int>

  init(_ operand: any Node, _ range: Range<Int>) { (self.operand, self.range) = (operand, range) }

  func holds(_ frame: inout Frame) throws(EvaluationError) -> Bool {
    switch try operand.test(&frame) {
    case .yes: false
    case .no: true
    case .neither: throw try operand.noTruth(for: "!", range, &frame)
    }
  }
}

/// One of two values, by a condition; the other is not evaluated.
final class ConditionalNode: Node {
  private let test: any Node
  private let then: any Node
  private let otherwise: any Node
  private let range: Range<Int>

  init(_ test: any Node, _ then: any Node, _ otherwise: any Node, _ range: Range<Int>) {
    (self.test, self.then, self.otherwise, self.range) = (test, then, otherwise, range)
  }

  func evaluate(_ frame: inout Frame) throws(EvaluationError) -> Value {
    switch try test.test(&frame) {
    case .yes: try then.evaluate(&frame)
    case .no: try otherwise.evaluate(&frame)
    case .neither: throw try test.noTruth(for: "?:", range, &frame)
    }
  }
}

/// Goes through elements until the condition decides: `all`, `exists`.
final class QuantifierNode: ConditionNode {
  private let elements: MacroRange
  private let body: any Node
  private let deciding: Bool
  private let name: String
  private let bodyRange: Range<Int>

  init(
    _ elements: MacroRange, _ body: any Node, deciding: Bool, _ name: String, _ range: Range<Int>
  ) {
    (self.elements, self.body, self.deciding) = (elements, body, deciding)
    (self.name, bodyRange) = (name, range)
  }

  func holds(_ frame: inout Frame) throws(EvaluationError) -> Bool {
    var pending = PendingError()
    var isDecided = false
    try elements.visit(&frame) { (frame, _, _) throws(EvaluationError) in
      do throws(EvaluationError) {
        switch try body.test(&frame) {
        case .yes: isDecided = deciding
        case .no: isDecided = !deciding
        case .neither: pending.take(try body.noTruth(for: name, bodyRange, &frame))
        }
      } catch {
        guard !error.isFinal else { throw error }
        pending.take(error)
      }
      return !isDecided
    }
    if isDecided { return deciding }
    if let error = pending.error { throw error }
    return !deciding
  }
}
