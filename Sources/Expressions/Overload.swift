internal import Values

/// One way to call a function.
struct Overload: Sendable {
  /// Whether it is written after its first argument: `text.size()`.
  let isMember: Bool
  /// What it takes, the one before the dot first.
  let parameters: [ValueType]
  let result: ValueType
  /// Whether it takes the last parameter any number of times.
  var repeats = false
  /// Whether it counts only where no other overload fits.
  var isFallback = false

  static func global(_ parameters: [ValueType], _ result: ValueType) -> Overload {
    Overload(isMember: false, parameters: parameters, result: result)
  }

  static func member(_ parameters: [ValueType], _ result: ValueType) -> Overload {
    Overload(isMember: true, parameters: parameters, result: result)
  }

  /// The parameters for a number of arguments; nil where it takes another number.
  func parameters(for count: Int) -> [ValueType]? {
    guard repeats, let last = parameters.last, count >= parameters.count else {
      return parameters.count == count ? parameters : nil
    }
    return parameters + Array(repeating: last, count: count - parameters.count)
  }

  /// How it is written, for messages.
  func display(_ name: String) -> String {
    var names = parameters.map(\.displayName)
    let target = isMember && !names.isEmpty ? names.removeFirst() + "." : ""
    return "\(target)\(name)(\(names.joined(separator: ", "))\(repeats ? ", …" : ""))"
  }
}

/// A function of the language.
struct FunctionDefinition: Sendable {
  let name: String
  let overloads: [Overload]
  let implementation: Implementation
  /// Whether equal arguments always give the same result, so that it can be found beforehand.
  var isPure = true

  enum Implementation: Sendable {
    case unary(@Sendable (Value) throws(EvaluationError.Reason) -> Value)
    case binary(@Sendable (Value, Value) throws(EvaluationError.Reason) -> Value)
    /// Any number of arguments, and the running evaluation for its limits and the world.
    case variadic(@Sendable ([Value], inout Frame) throws(EvaluationError.Reason) -> Value)
  }

  init(
    _ name: String, _ overloads: [Overload],
    unary: @escaping @Sendable (Value) throws(EvaluationError.Reason) -> Value
  ) {
    (self.name, self.overloads, implementation) = (name, overloads, .unary(unary))
  }

  init(
    _ name: String, _ overloads: [Overload],
    binary: @escaping @Sendable (Value, Value) throws(EvaluationError.Reason) -> Value
  ) {
    (self.name, self.overloads, implementation) = (name, overloads, .binary(binary))
  }

  init(
    _ name: String, _ overloads: [Overload], isPure: Bool = true,
    variadic: @escaping @Sendable ([Value], inout Frame) throws(EvaluationError.Reason) -> Value
  ) {
    (self.name, self.overloads, implementation) = (name, overloads, .variadic(variadic))
    self.isPure = isPure
  }

  /// The error for arguments that no overload takes.
  func noOverload(_ arguments: Value...) -> EvaluationError.Reason {
    Self.noOverload(name, arguments)
  }

  static func noOverload(_ name: String, _ arguments: [Value]) -> EvaluationError.Reason {
    .noSuchOverload(name, of: arguments.map(\.displayTypeName))
  }
}
