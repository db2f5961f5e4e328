internal import Values

/// Values that may be missing.
enum OptionalFunctions {
  private static let a = ValueType.parameter("A")
  private static let optional = ValueType.optional(a)

  static let all: [FunctionDefinition] = [
    FunctionDefinition("optional.of", [.global([a], optional)]) {
      value throws(EvaluationError.Reason) in .optional(value)
    },
    FunctionDefinition("optional.ofNonZeroValue", [.global([a], optional)]) {
      value throws(EvaluationError.Reason) in .optional(value.isZero ? nil : value)
    },
    FunctionDefinition("optional.none", [.global([], optional)]) {
      arguments, _ throws(EvaluationError.Reason) in
      guard arguments.isEmpty else {
        throw FunctionDefinition.noOverload("optional.none", arguments)
      }
      return .optional(nil)
    },
    FunctionDefinition("hasValue", [.member([optional], .bool)]) {
      value throws(EvaluationError.Reason) in .bool(try inner(value, "hasValue") != nil)
    },
    FunctionDefinition("value", [.member([optional], a)]) {
      value throws(EvaluationError.Reason) in
      guard let found = try inner(value, "value") else { throw .noValue }
      return found
    },
    FunctionDefinition("or", [.member([optional, optional], optional)]) {
      value, other throws(EvaluationError.Reason) in
      guard try inner(value, "or") == nil else { return value }
      _ = try inner(other, "or")
      return other
    },
    FunctionDefinition("orValue", [.member([optional, a], a)]) {
      value, other throws(EvaluationError.Reason) in try inner(value, "orValue") ?? other
    },
    FunctionDefinition("optional.unwrap", [.global([.list(optional)], .list(a))], unary: unwrap),
    FunctionDefinition("unwrapOpt", [.member([.list(optional)], .list(a))], unary: unwrap),
    FunctionDefinition("first", [.member([.list(a)], optional)]) {
      list throws(EvaluationError.Reason) in
      guard case .list(let values) = list else {
        throw FunctionDefinition.noOverload("first", [list])
      }
      return .optional(values.first)
    },
    FunctionDefinition("last", [.member([.list(a)], optional)]) {
      list throws(EvaluationError.Reason) in
      guard case .list(let values) = list else {
        throw FunctionDefinition.noOverload("last", [list])
      }
      return .optional(values.last)
    },
  ]

  private static func inner(
    _ value: Value, _ name: String
  ) throws(EvaluationError.Reason) -> Value? {
    guard case .optional(let inner) = value else {
      throw FunctionDefinition.noOverload(name, [value])
    }
    return inner
  }

  private static func unwrap(_ list: Value) throws(EvaluationError.Reason) -> Value {
    guard case .list(let values) = list else {
      throw FunctionDefinition.noOverload("unwrapOpt", [list])
    }
    var present: [Value] = []
    for value in values {
      if let inner = try inner(value, "unwrapOpt") { present.append(inner) }
    }
    return .list(present)
  }
}

extension Value {
  /// Whether it is what a value of its type is when nothing was put in.
  fileprivate var isZero: Bool {
    switch self {
    case .null: true
    case .bool(let truth): !truth
    case .int(let number): number == 0
    case .uint(let number): number == 0
    case .double(let number): number == 0
    case .string(let text): text.isEmpty
    case .bytes(let bytes): bytes.isEmpty
    case .list(let values): values.isEmpty
    case .map(let map): map.isEmpty
    case .timestamp(let instant): instant == .epoch
    case .duration(let span): span == .zero
    case .optional(let inner): inner == nil
    case .entity(let entity): entity.fields.isEmpty
    case .type: false
    }
  }
}
