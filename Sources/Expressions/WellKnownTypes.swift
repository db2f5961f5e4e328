internal import Values

/// The few structures of the specification that stand for plain values.
enum WellKnownTypes {
  static let all: [String: ValueType] = [:]
  static let constants: [String: (Value, ValueType)] = [:]
}
