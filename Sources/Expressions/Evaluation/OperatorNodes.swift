internal import Values

/// Whether two values are equal, or not.
final class EqualNode: ConditionNode {
  private let left: any Node
  private let right: any Node
  private let isNegated: Bool
  private let range: Range<Int>

  init(_ left: any Node, _ right: any Node, isNegated: Bool, _ range: Range<Int>) {
    (self.left, self.right) = (left, right)
    (self.isNegated, self.range) = (isNegated, range)
  }

  func holds(_ frame: inout Frame) throws(EvaluationError) -> Bool {
    let first = try left.evaluate(&frame)
    let second = try right.evaluate(&frame)
    do throws(EvaluationError.Reason) {
      return try frame.equal(first, second) != isNegated
    } catch {
      throw EvaluationError(error, at: range)
    }
  }
}

/// `<`, `<=`, `>` and `>=`.
final class CompareNode: ConditionNode {
  private let left: any Node
  private let right: any Node
  private let operation: BinaryOperator
  private let range: Range<Int>

  init(_ left: any Node, _ right: any Node, _ operation: BinaryOperator, _ range: Range<Int>) {
    (self.left, self.right, self.operation, self.range) = (left, right, operation, range)
  }

  func holds(_ frame: inout Frame) throws(EvaluationError) -> Bool {
    let first = try left.evaluate(&frame)
    let second = try right.evaluate(&frame)
    if case .int(let a) = first, case .int(let b) = second {
      return Order(a, b).fulfils(operation)
    }
    do throws(EvaluationError.Reason) {
      try frame.spend(onLongText: first)
      return try Order.between(first, second, operation.rawValue)?.fulfils(operation) ?? false
    } catch {
      throw EvaluationError(error, at: range)
    }
  }
}

/// `+`, `-`, `*`, `/` and `%`.
final class ArithmeticNode: Node {
  private let left: any Node
  private let right: any Node
  private let operation: BinaryOperator
  private let range: Range<Int>

  init(_ left: any Node, _ right: any Node, _ operation: BinaryOperator, _ range: Range<Int>) {
    (self.left, self.right, self.operation, self.range) = (left, right, operation, range)
  }

  func evaluate(_ frame: inout Frame) throws(EvaluationError) -> Value {
    let first = try left.evaluate(&frame)
    let second = try right.evaluate(&frame)
    return try frame.located(range) { (frame) throws(EvaluationError.Reason) in
      try Arithmetic.calculate(operation, first, second, &frame)
    }
  }
}

/// A number with the other sign.
final class NegateNode: Node {
  private let operand: any Node
  private let range: Range<Int>

  init(_ operand: any Node, _ range: Range<Int>) { (self.operand, self.range) = (operand, range) }

  func evaluate(_ frame: inout Frame) throws(EvaluationError) -> Value {
    let value = try operand.evaluate(&frame)
    return try frame.located(range) { (_) throws(EvaluationError.Reason) in
      switch value {
      case .int(let number):
        guard number != .min else { throw .overflow("int") }
        return .int(-number)
      case .double(let number): return .double(-number)
      case .null, .bool, .uint, .string, .bytes, .list, .map, .timestamp, .duration, .type,
        .optional, .entity:
        throw .noSuchOverload("-", of: [value.displayTypeName])
      }
    }
  }
}
