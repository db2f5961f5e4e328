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
final class AndNode: Node {
  private let operands: [any Node]
  private let ranges: [Range<Int>]

  init(_ operands: [any Node], _ ranges: [Range<Int>]) {
    (self.operands, self.ranges) = (operands, ranges)
  }

  func evaluate(_ frame: inout Frame) throws(EvaluationError) -> Value {
    .bool(try decides(false, operands, ranges, "&&", &frame))
  }
}

/// Any of several conditions: one that is true decides, even where another fails.
final class OrNode: Node {
  private let operands: [any Node]
  private let ranges: [Range<Int>]

  init(_ operands: [any Node], _ ranges: [Range<Int>]) {
    (self.operands, self.ranges) = (operands, ranges)
  }

  func evaluate(_ frame: inout Frame) throws(EvaluationError) -> Value {
    .bool(try decides(true, operands, ranges, "||", &frame))
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
      let value = try operands[index].evaluate(&frame)
      if case .bool(let truth) = value {
        if truth == deciding { return deciding }
      } else {
        pending.take(
          EvaluationError(.noSuchOverload(name, of: [value.displayTypeName]), at: ranges[index]))
      }
    } catch {
      guard !error.isFinal else { throw error }
      pending.take(error)
    }
  }
  if let error = pending.error { throw error }
  return !deciding
}

final class NotNode: Node {
  private let operand: any Node
  private let range: Range<Int>

  init(_ operand: any Node, _ range: Range<Int>) { (self.operand, self.range) = (operand, range) }

  func evaluate(_ frame: inout Frame) throws(EvaluationError) -> Value {
    let value = try operand.evaluate(&frame)
    guard case .bool(let truth) = value else {
      throw EvaluationError(.noSuchOverload("!", of: [value.displayTypeName]), at: range)
    }
    return .bool(!truth)
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
    let value = try test.evaluate(&frame)
    guard case .bool(let truth) = value else {
      throw EvaluationError(.noSuchOverload("?:", of: [value.displayTypeName]), at: range)
    }
    return truth ? try then.evaluate(&frame) : try otherwise.evaluate(&frame)
  }
}

/// Goes through elements until the condition decides: `all`, `exists`.
final class QuantifierNode: Node {
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

  func evaluate(_ frame: inout Frame) throws(EvaluationError) -> Value {
    var pending = PendingError()
    var isDecided = false
    try elements.visit(&frame) { (frame, _, _) throws(EvaluationError) in
      do throws(EvaluationError) {
        let value = try body.evaluate(&frame)
        if case .bool(let truth) = value {
          isDecided = truth == deciding
        } else {
          let reason = EvaluationError.Reason.noSuchOverload(name, of: [value.displayTypeName])
          pending.take(EvaluationError(reason, at: bodyRange))
        }
      } catch {
        guard !error.isFinal else { throw error }
        pending.take(error)
      }
      return !isDecided
    }
    if isDecided { return .bool(deciding) }
    if let error = pending.error { throw error }
    return .bool(!deciding)
  }
}
