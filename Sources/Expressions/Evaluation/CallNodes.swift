internal import Values

/// A function of one argument.
final class UnaryCallNode: Node {
  private let argument: any Node
  private let call: @Sendable (Value) throws(EvaluationError.Reason) -> Value
  private let range: Range<Int>

  init(
    _ argument: any Node, _ range: Range<Int>,
    _ call: @escaping @Sendable (Value) throws(EvaluationError.Reason) -> Value
  ) {
    (self.argument, self.range, self.call) = (argument, range, call)
  }

  func evaluate(_ frame: inout Frame) throws(EvaluationError) -> Value {
    let value = try argument.evaluate(&frame)
    do throws(EvaluationError.Reason) {
      try frame.spend(onLongText: value)
      return try call(value)
    } catch {
      throw EvaluationError(error, at: range)
    }
  }
}

/// A function of two arguments.
final class BinaryCallNode: Node {
  private let first: any Node
  private let second: any Node
  private let call: @Sendable (Value, Value) throws(EvaluationError.Reason) -> Value
  private let range: Range<Int>

  init(
    _ first: any Node, _ second: any Node, _ range: Range<Int>,
    _ call: @escaping @Sendable (Value, Value) throws(EvaluationError.Reason) -> Value
  ) {
    (self.first, self.second, self.range, self.call) = (first, second, range, call)
  }

  func evaluate(_ frame: inout Frame) throws(EvaluationError) -> Value {
    let left = try first.evaluate(&frame)
    let right = try second.evaluate(&frame)
    do throws(EvaluationError.Reason) {
      try frame.spend(onLongText: left)
      return try call(left, right)
    } catch {
      throw EvaluationError(error, at: range)
    }
  }
}

/// A function of any number of arguments, or one that needs the limits or the world.
final class VariadicCallNode: Node {
  private let arguments: [any Node]
  private let call: @Sendable ([Value], inout Frame) throws(EvaluationError.Reason) -> Value
  private let range: Range<Int>

  init(
    _ arguments: [any Node], _ range: Range<Int>,
    _ call: @escaping @Sendable ([Value], inout Frame) throws(EvaluationError.Reason) -> Value
  ) {
    (self.arguments, self.range, self.call) = (arguments, range, call)
  }

  func evaluate(_ frame: inout Frame) throws(EvaluationError) -> Value {
    var values: [Value] = []
    values.reserveCapacity(arguments.count)
    for argument in arguments { values.append(try argument.evaluate(&frame)) }
    do throws(EvaluationError.Reason) {
      for value in values { try frame.spend(onLongText: value) }
      return try call(values, &frame)
    } catch {
      throw EvaluationError(error, at: range)
    }
  }
}

/// A function that the world answers.
final class WorldCallNode: Node {
  private let function: WorldFunction
  private let arguments: [any Node]
  private let range: Range<Int>

  init(_ function: WorldFunction, _ arguments: [any Node], _ range: Range<Int>) {
    (self.function, self.arguments, self.range) = (function, arguments, range)
  }

  func evaluate(_ frame: inout Frame) throws(EvaluationError) -> Value {
    var values: [Value] = []
    for argument in arguments { values.append(try argument.evaluate(&frame)) }
    switch frame.world.answer(function.name, values) {
    case .value(let value): return value
    case .unknown(let what): throw EvaluationError(.unknownState(what), at: range)
    case .failure(let sentence): throw EvaluationError(.invalid(sentence), at: range)
    }
  }
}
