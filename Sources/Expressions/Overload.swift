internal import Values

/// One way to call a function.
struct Overload: Sendable {
  /// Whether it is written after its first argument: `text.size()`.
  let isMember: Bool
  /// What it takes, the one before the dot first.
  let parameters: [ValueType]
  let result: ValueType
  /// Whether it takes the last parameter any number of times.
  let repeats: Bool
  /// Whether it counts only where no other overload fits.
  let isFallback: Bool

  /// Whether no other overload can take the same types as this one.
  let isExact: Bool

  init(
    isMember: Bool, parameters: [ValueType], result: ValueType, repeats: Bool = false,
    isFallback: Bool = false
  ) {
    (self.isMember, self.parameters, self.result) = (isMember, parameters, result)
    (self.repeats, self.isFallback) = (repeats, isFallback)
    isExact = !repeats && parameters.allSatisfy(\.isScalar)
  }

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

extension ValueType {
  /// Whether it is made of no other types and stands for itself alone.
  fileprivate var isScalar: Bool {
    switch self {
    case .bool, .int, .uint, .double, .string, .bytes, .timestamp, .duration: true
    case .dynamic, .null, .list, .map, .type, .optional, .entity, .abstract, .parameter: false
    }
  }
}
