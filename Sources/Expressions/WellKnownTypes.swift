internal import Values

/// The few structures of the specification that stand for plain values.
///
/// There are no protocol buffers; these are all messages that can be written.
enum WellKnownTypes {
  static let all: [String: ValueType] = {
    var types: [String: ValueType] = [
      prefix + "Value": .dynamic, prefix + "Struct": .map(.string, .dynamic),
      prefix + "ListValue": .list(.dynamic), prefix + "Timestamp": .timestamp,
      prefix + "Duration": .duration,
    ]
    for (name, wrapper) in wrappers { types[name] = wrapper.type }
    return types
  }()

  static let constants: [String: (Value, ValueType)] = [
    prefix + "NullValue.NULL_VALUE": (.int(0), .int)
  ]

  private static let prefix = "google.protobuf."

  /// A structure around one value, and the value where none is given.
  private struct Wrapper {
    let type: ValueType
    let empty: Value
  }

  private static let wrappers: [String: Wrapper] = [
    prefix + "BoolValue": Wrapper(type: .bool, empty: .bool(false)),
    prefix + "StringValue": Wrapper(type: .string, empty: .string("")),
    prefix + "BytesValue": Wrapper(type: .bytes, empty: .bytes([])),
    prefix + "Int32Value": Wrapper(type: .int, empty: .int(0)),
    prefix + "Int64Value": Wrapper(type: .int, empty: .int(0)),
    prefix + "UInt32Value": Wrapper(type: .uint, empty: .uint(0)),
    prefix + "UInt64Value": Wrapper(type: .uint, empty: .uint(0)),
    prefix + "FloatValue": Wrapper(type: .double, empty: .double(0)),
    prefix + "DoubleValue": Wrapper(type: .double, empty: .double(0)),
  ]

  /// The value that a structure stands for.
  static func make(
    _ name: String, _ fields: [String: Value]
  ) throws(EvaluationError.Reason) -> Value {
    if let wrapper = wrappers[name] {
      try refuse(fields, but: ["value"], name)
      guard let value = fields["value"] else { return wrapper.empty }
      guard value.typeName == wrapper.empty.typeName else { throw unfit("value", value, name) }
      return try narrowed(value, name)
    }
    switch name.dropFirst(prefix.count) {
    case "Struct":
      try refuse(fields, but: ["fields"], name)
      guard let map = fields["fields"] else { return .map(ValueMap()) }
      guard case .map = map else { throw unfit("fields", map, name) }
      return map
    case "ListValue":
      try refuse(fields, but: ["values"], name)
      guard let list = fields["values"] else { return .list([]) }
      guard case .list = list else { throw unfit("values", list, name) }
      return list
    case "Timestamp":
      let instant = Instant(sinceEpoch: try span(fields, name))
      return .timestamp(try TimeRange.checked(instant))
    case "Duration": return .duration(try TimeRange.checked(try span(fields, name)))
    default: return try anyValue(fields, name)
    }
  }

  /// A number that must fit into fewer bits than others of its type.
  private static func narrowed(
    _ value: Value, _ name: String
  ) throws(EvaluationError.Reason) -> Value {
    switch (name.dropFirst(prefix.count), value) {
    case ("Int32Value", .int(let number)):
      guard Int32(exactly: number) != nil else { throw .overflow("int32") }
    case ("UInt32Value", .uint(let number)):
      guard UInt32(exactly: number) != nil else { throw .overflow("uint32") }
    case ("FloatValue", .double(let number)): return .double(Double(Float(number)))
    default: break
    }
    return value
  }

  private static func anyValue(
    _ fields: [String: Value], _ name: String
  ) throws(EvaluationError.Reason) -> Value {
    guard fields.count <= 1 else { throw .invalid("a Value has one field") }
    guard let (field, value) = fields.first else { return .null }
    switch (field, value) {
    case ("null_value", .int), ("null_value", .null): return .null
    case ("number_value", .double), ("string_value", .string), ("bool_value", .bool),
      ("struct_value", .map), ("list_value", .list):
      return value
    case ("null_value", _), ("number_value", _), ("string_value", _), ("bool_value", _),
      ("struct_value", _), ("list_value", _):
      throw unfit(field, value, name)
    default: throw .noSuchField(field, of: name)
    }
  }

  private static func span(
    _ fields: [String: Value], _ name: String
  ) throws(EvaluationError.Reason) -> Duration {
    try refuse(fields, but: ["seconds", "nanos"], name)
    var parts: [Int64] = []
    for field in ["seconds", "nanos"] {
      guard let value = fields[field] else {
        parts.append(0)
        continue
      }
      guard case .int(let number) = value, number.magnitude < 1 << 40 else {
        throw unfit(field, value, name)
      }
      parts.append(number)
    }
    return .seconds(parts[0]) + .nanoseconds(parts[1])
  }

  private static func refuse(
    _ fields: [String: Value], but known: Set<String>, _ name: String
  ) throws(EvaluationError.Reason) {
    for field in fields.keys where !known.contains(field) { throw .noSuchField(field, of: name) }
  }

  private static func unfit(
    _ field: String, _ value: Value, _ name: String
  ) -> EvaluationError.Reason {
    .invalid("the field `\(field)` of \(name) cannot be \(value.displayTypeName)")
  }
}
