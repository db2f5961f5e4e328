internal import Values

/// Which of two values comes first.
enum Order {
  case before, same, after

  func fulfils(_ operation: BinaryOperator) -> Bool {
    switch operation {
    case .less: self == .before
    case .lessOrEqual: self != .after
    case .greater: self == .after
    case .greaterOrEqual: self != .before
    case .equal: self == .same
    case .notEqual: self != .same
    case .in, .add, .subtract, .multiply, .divide, .modulo: false
    }
  }

  init<T: Comparable>(_ left: T, _ right: T) {
    self = left < right ? .before : (left == right ? .same : .after)
  }

  /// The order of two values; nil where there is none since one is no number.
  static func between(
    _ left: Value, _ right: Value, _ name: String
  ) throws(EvaluationError.Reason) -> Order? {
    switch (left, right) {
    case (.int(let a), .int(let b)): return Order(a, b)
    case (.uint(let a), .uint(let b)): return Order(a, b)
    case (.double(let a), .double(let b)): return a.isNaN || b.isNaN ? nil : Order(a, b)
    case (.int(let a), .uint(let b)): return a < 0 ? .before : Order(UInt64(a), b)
    case (.uint(let a), .int(let b)): return b < 0 ? .after : Order(a, UInt64(b))
    case (.int(let a), .double(let b)): return between(a, b)
    case (.double(let a), .int(let b)): return between(b, a)?.reversed
    case (.uint(let a), .double(let b)): return between(a, b)
    case (.double(let a), .uint(let b)): return between(b, a)?.reversed
    case (.bool(let a), .bool(let b)): return Order(a ? 1 : 0, b ? 1 : 0)
    case (.string(let a), .string(let b)): return lexicographic(a.utf8, b.utf8)
    case (.bytes(let a), .bytes(let b)): return lexicographic(a, b)
    case (.timestamp(let a), .timestamp(let b)): return Order(a, b)
    case (.duration(let a), .duration(let b)): return Order(a, b)
    default: throw .noSuchOverload(name, of: [left.displayTypeName, right.displayTypeName])
    }
  }

  private var reversed: Order {
    switch self {
    case .before: .after
    case .same: .same
    case .after: .before
    }
  }

  /// Compares as doubles: beyond 2^53 whole numbers are rounded, as the suite of cases wants it.
  private static func between(_ whole: some FixedWidthInteger, _ other: Double) -> Order? {
    other.isNaN ? nil : Order(Double(whole), other)
  }

  /// UTF-8 sorts as code points do.
  private static func lexicographic<C: Collection>(_ left: C, _ right: C) -> Order
  where C.Element == UInt8 {
    var others = right.makeIterator()
    for byte in left {
      guard let other = others.next() else { return .after }
      if byte != other { return byte < other ? .before : .after }
    }
    return others.next() == nil ? .same : .before
  }
}
