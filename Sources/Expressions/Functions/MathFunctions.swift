internal import Values

/// The mathematical functions, all under `math.`.
enum MathFunctions {
  static let all: [FunctionDefinition] =
    [
      FunctionDefinition("math.greatest", extremes) {
        arguments, frame throws(EvaluationError.Reason) in
        try extreme("math.greatest", .after, arguments, &frame)
      },
      FunctionDefinition("math.least", extremes) {
        arguments, frame throws(EvaluationError.Reason) in
        try extreme("math.least", .before, arguments, &frame)
      },
      real("math.ceil") { .double($0.rounded(.up)) },
      real("math.floor") { .double($0.rounded(.down)) },
      real("math.round") { .double($0.rounded(.toNearestOrAwayFromZero)) },
      real("math.trunc") { .double($0.rounded(.towardZero)) },
      real("math.isNaN", .bool) { .bool($0.isNaN) },
      real("math.isInf", .bool) { .bool($0.isInfinite) },
      real("math.isFinite", .bool) { .bool($0.isFinite) },
      FunctionDefinition("math.abs", sameType, unary: abs),
      FunctionDefinition("math.sign", sameType, unary: sign),
      FunctionDefinition("math.sqrt", numbers.map { .global([$0], .double) }, unary: sqrt),
    ] + BitFunctions.all

  private static let numbers: [ValueType] = [.int, .uint, .double]

  private static let sameType: [Overload] = numbers.map { .global([$0], $0) }

  private static let extremes: [Overload] =
    numbers.flatMap { type in
      [
        Overload(isMember: false, parameters: [type], result: type, repeats: true),
        .global([.list(type)], type),
      ]
    }
    + [
      Overload(
        isMember: false, parameters: [.dynamic, .dynamic], result: .dynamic, repeats: true,
        isFallback: true),
      Overload(
        isMember: false, parameters: [.list(.dynamic)], result: .dynamic, isFallback: true),
    ]

  private static func real(
    _ name: String, _ result: ValueType = .double, _ body: @escaping @Sendable (Double) -> Value
  ) -> FunctionDefinition {
    FunctionDefinition(name, [.global([.double], result)]) {
      value throws(EvaluationError.Reason) in
      guard case .double(let number) = value else {
        throw FunctionDefinition.noOverload(name, [value])
      }
      return body(number)
    }
  }

  private static func extreme(
    _ name: String, _ wanted: Order, _ arguments: [Value], _ frame: inout Frame
  ) throws(EvaluationError.Reason) -> Value {
    var values = arguments
    if arguments.count == 1, case .list(let inner) = arguments[0] { values = inner }
    try frame.spend(values.count / 8)
    guard var best = values.first else { throw .invalid("\(name) of nothing") }
    for value in values {
      guard value.isNumber else { throw FunctionDefinition.noOverload(name, arguments) }
      if try Order.between(value, best, name) == wanted { best = value }
    }
    return best
  }

  private static func abs(_ value: Value) throws(EvaluationError.Reason) -> Value {
    switch value {
    case .int(let number):
      guard number != .min else { throw .overflow("int") }
      return .int(Swift.abs(number))
    case .uint: return value
    case .double(let number): return .double(number.magnitude)
    default: throw FunctionDefinition.noOverload("math.abs", [value])
    }
  }

  private static func sign(_ value: Value) throws(EvaluationError.Reason) -> Value {
    switch value {
    case .int(let number): .int(number.signum())
    case .uint(let number): .uint(number == 0 ? 0 : 1)
    case .double(let number):
      .double(number.isNaN || number == 0 ? number : (number < 0 ? -1 : 1))
    default: throw FunctionDefinition.noOverload("math.sign", [value])
    }
  }

  private static func sqrt(_ value: Value) throws(EvaluationError.Reason) -> Value {
    switch value {
    case .int(let number): .double(Double(number).squareRoot())
    case .uint(let number): .double(Double(number).squareRoot())
    case .double(let number): .double(number.squareRoot())
    default: throw FunctionDefinition.noOverload("math.sqrt", [value])
    }
  }
}

extension Value {
  fileprivate var isNumber: Bool {
    switch self {
    case .int, .uint, .double: true
    default: false
    }
  }
}

/// Whole numbers as bits.
enum BitFunctions {
  static let all: [FunctionDefinition] = [
    both("math.bitAnd", { $0 & $1 }, { $0 & $1 }),
    both("math.bitOr", { $0 | $1 }, { $0 | $1 }),
    both("math.bitXor", { $0 ^ $1 }, { $0 ^ $1 }),
    FunctionDefinition("math.bitNot", [.global([.int], .int), .global([.uint], .uint)]) {
      value throws(EvaluationError.Reason) in
      switch value {
      case .int(let number): return .int(~number)
      case .uint(let number): return .uint(~number)
      default: throw FunctionDefinition.noOverload("math.bitNot", [value])
      }
    },
    shift("math.bitShiftLeft") { $0 << $1 },
    // Signed numbers too are shifted as bits, without their sign.
    shift("math.bitShiftRight") { $0 >> $1 },
  ]

  private static func both(
    _ name: String, _ signed: @escaping @Sendable (Int64, Int64) -> Int64,
    _ unsigned: @escaping @Sendable (UInt64, UInt64) -> UInt64
  ) -> FunctionDefinition {
    FunctionDefinition(name, [.global([.int, .int], .int), .global([.uint, .uint], .uint)]) {
      left, right throws(EvaluationError.Reason) in
      switch (left, right) {
      case (.int(let a), .int(let b)): return .int(signed(a, b))
      case (.uint(let a), .uint(let b)): return .uint(unsigned(a, b))
      default: throw FunctionDefinition.noOverload(name, [left, right])
      }
    }
  }

  private static func shift(
    _ name: String, _ body: @escaping @Sendable (UInt64, UInt64) -> UInt64
  ) -> FunctionDefinition {
    FunctionDefinition(name, [.global([.int, .int], .int), .global([.uint, .int], .uint)]) {
      value, count throws(EvaluationError.Reason) in
      guard case .int(let count) = count else {
        throw FunctionDefinition.noOverload(name, [value, count])
      }
      guard count >= 0 else { throw .invalid("\(name) by \(count), which is negative") }
      switch value {
      case .int(let number):
        return .int(Int64(bitPattern: body(UInt64(bitPattern: number), UInt64(count))))
      case .uint(let number): return .uint(body(number, UInt64(count)))
      default: throw FunctionDefinition.noOverload(name, [value, .int(count)])
      }
    }
  }
}
