internal import Values

/// What operators make of numbers, text, lists and times.
enum Arithmetic {
  static func calculate(
    _ operation: BinaryOperator, _ left: Value, _ right: Value, _ frame: inout Frame
  ) throws(EvaluationError.Reason) -> Value {
    switch (left, right) {
    case (.int(let a), .int(let b)): return .int(try whole(operation, a, b, "int"))
    case (.uint(let a), .uint(let b)): return .uint(try whole(operation, a, b, "uint"))
    case (.double(let a), .double(let b)):
      if let result = real(operation, a, b) { return .double(result) }
    case (.string, .string), (.bytes, .bytes), (.list, .list):
      if operation == .add { return try join(left, right, &frame) }
    case (.timestamp(let a), .duration(let b)):
      if operation == .add { return .timestamp(try TimeRange.checked(a + b)) }
      if operation == .subtract { return .timestamp(try TimeRange.checked(a - b)) }
    case (.duration(let a), .timestamp(let b)):
      if operation == .add { return .timestamp(try TimeRange.checked(b + a)) }
    case (.duration(let a), .duration(let b)):
      if operation == .add { return .duration(try TimeRange.checked(a + b)) }
      if operation == .subtract { return .duration(try TimeRange.checked(a - b)) }
    case (.timestamp(let a), .timestamp(let b)):
      if operation == .subtract { return .duration(try TimeRange.checked(a - b)) }
    default: break
    }
    throw .noSuchOverload(
      operation.rawValue, of: [left.displayTypeName, right.displayTypeName])
  }

  private static func whole<T: FixedWidthInteger>(
    _ operation: BinaryOperator, _ left: T, _ right: T, _ type: String
  ) throws(EvaluationError.Reason) -> T {
    let result: (partialValue: T, overflow: Bool)
    switch operation {
    case .add: result = left.addingReportingOverflow(right)
    case .subtract: result = left.subtractingReportingOverflow(right)
    case .multiply: result = left.multipliedReportingOverflow(by: right)
    case .divide, .modulo:
      guard right != 0 else { throw .divisionByZero }
      result =
        operation == .divide
        ? left.dividedReportingOverflow(by: right)
        : left.remainderReportingOverflow(dividingBy: right)
    case .equal, .notEqual, .less, .lessOrEqual, .greater, .greaterOrEqual, .in:
      throw .noSuchOverload(operation.rawValue, of: [type, type])
    }
    guard !result.overflow else { throw .overflow(type) }
    return result.partialValue
  }

  private static func real(_ operation: BinaryOperator, _ left: Double, _ right: Double) -> Double?
  {
    switch operation {
    case .add: left + right
    case .subtract: left - right
    case .multiply: left * right
    case .divide: left / right
    case .modulo, .equal, .notEqual, .less, .lessOrEqual, .greater, .greaterOrEqual, .in: nil
    }
  }

  private static func join(
    _ left: Value, _ right: Value, _ frame: inout Frame
  ) throws(EvaluationError.Reason) -> Value {
    switch (left, right) {
    case (.string(let a), .string(let b)):
      try frame.allowText(bytes: a.utf8.count + b.utf8.count)
      return .string(a + b)
    case (.bytes(let a), .bytes(let b)):
      try frame.allowText(bytes: a.count + b.count)
      return .bytes(a + b)
    case (.list(let a), .list(let b)):
      try frame.allowElements(a.count + b.count)
      return .list(a + b)
    default: throw .noSuchOverload("+", of: [left.displayTypeName, right.displayTypeName])
    }
  }
}

/// The points in time and spans that the specification knows.
enum TimeRange {
  /// 0001-01-01T00:00:00Z.
  private static let first = Instant(seconds: -62_135_596_800)
  /// 9999-12-31T23:59:59.999999999Z.
  private static let last = Instant(seconds: 253_402_300_799, nanoseconds: 999_999_999)
  /// What nanoseconds in 64 bits hold: about 292 years.
  private static let longest = Duration.nanoseconds(Int64.max)
  private static let shortest = Duration.nanoseconds(Int64.min)

  static func checked(_ instant: Instant) throws(EvaluationError.Reason) -> Instant {
    guard instant >= first, instant <= last else { throw .overflow("timestamp") }
    return instant
  }

  static func checked(_ span: Duration) throws(EvaluationError.Reason) -> Duration {
    guard span >= shortest, span <= longest else { throw .overflow("duration") }
    return span
  }
}
