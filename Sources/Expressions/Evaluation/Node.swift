internal import Values

/// A part of an expression in the form that is evaluated.
///
/// Classes with constant fields: a call of a child takes no count of references and no closure.
protocol Node: AnyObject, Sendable {
  func evaluate(_ frame: inout Frame) throws(EvaluationError) -> Value

  /// The value as far as conditions look at it, without a detour over a value of any type.
  func test(_ frame: inout Frame) throws(EvaluationError) -> Truth
}

/// What a condition makes of a value.
enum Truth {
  case yes, no
  /// The value is no truth value.
  case neither

  init(_ truth: Bool) { self = truth ? .yes : .no }
}

extension Node {
  func test(_ frame: inout Frame) throws(EvaluationError) -> Truth {
    if case .bool(let truth) = try evaluate(&frame) { Truth(truth) } else { .neither }
  }
}

/// A part whose value is always a truth value.
protocol ConditionNode: Node {
  func holds(_ frame: inout Frame) throws(EvaluationError) -> Bool
}

extension ConditionNode {
  func evaluate(_ frame: inout Frame) throws(EvaluationError) -> Value {
    .bool(try holds(&frame))
  }

  func test(_ frame: inout Frame) throws(EvaluationError) -> Truth { Truth(try holds(&frame)) }
}

/// A value that is known beforehand.
final class ConstantNode: Node {
  let value: Value

  init(_ value: Value) { self.value = value }

  func evaluate(_ frame: inout Frame) throws(EvaluationError) -> Value { value }
}

/// A variable that the caller gives.
final class VariableNode: Node {
  let name: String
  private let range: Range<Int>

  init(_ name: String, _ range: Range<Int>) { (self.name, self.range) = (name, range) }

  func evaluate(_ frame: inout Frame) throws(EvaluationError) -> Value {
    guard let value = frame.bindings[name] else {
      throw EvaluationError(.noSuchVariable(name), at: range)
    }
    return value
  }
}

/// A variable that is used several times, which is looked up once.
final class CachedVariableNode: Node {
  private let name: String
  private let slot: Int
  private let range: Range<Int>

  init(_ name: String, slot: Int, _ range: Range<Int>) {
    (self.name, self.slot, self.range) = (name, slot, range)
  }

  func evaluate(_ frame: inout Frame) throws(EvaluationError) -> Value {
    if let value = frame.variables[slot] { return value }
    guard let value = frame.bindings[name] else {
      throw EvaluationError(.noSuchVariable(name), at: range)
    }
    frame.variables[slot] = value
    return value
  }
}

/// The variable of a macro.
final class LocalNode: Node {
  private let slot: Int

  init(_ slot: Int) { self.slot = slot }

  func evaluate(_ frame: inout Frame) throws(EvaluationError) -> Value { frame.locals[slot] }
}

/// The time of the evaluation.
final class NowNode: Node {
  private let range: Range<Int>

  init(_ range: Range<Int>) { self.range = range }

  func evaluate(_ frame: inout Frame) throws(EvaluationError) -> Value {
    guard let now = frame.now else { throw EvaluationError(.unknownState("`now`"), at: range) }
    return .timestamp(now)
  }
}

/// Something that was not checked and has no meaning.
final class FailingNode: Node {
  private let error: EvaluationError

  init(_ reason: EvaluationError.Reason, _ range: Range<Int>) {
    error = EvaluationError(reason, at: range)
  }

  func evaluate(_ frame: inout Frame) throws(EvaluationError) -> Value { throw error }
}

extension Frame {
  /// Runs something that fails without a place, and puts the place to it.
  @inline(__always)
  mutating func located<T>(
    _ range: Range<Int>, _ body: (inout Frame) throws(EvaluationError.Reason) -> T
  ) throws(EvaluationError) -> T {
    do {
      return try body(&self)
    } catch {
      throw EvaluationError(error, at: range)
    }
  }
}
