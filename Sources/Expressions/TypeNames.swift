package import Values

extension ValueType {
  /// The type as people and the specification write it: `list(string)`, `timestamp`.
  package var displayName: String {
    switch self {
    case .dynamic: "dyn"
    case .null: "null"
    case .bool: "bool"
    case .int: "int"
    case .uint: "uint"
    case .double: "double"
    case .string: "string"
    case .bytes: "bytes"
    case .list(let element): "list(\(element.displayName))"
    case .map(let key, let value): "map(\(key.displayName), \(value.displayName))"
    case .timestamp: "timestamp"
    case .duration: "duration"
    case .type(let type): "type(\(type.displayName))"
    case .optional(let type): "optional(\(type.displayName))"
    case .entity(let name): name
    case .abstract(let name, let types):
      types.isEmpty ? name : "\(name)(\(types.map(\.displayName).joined(separator: ", ")))"
    case .parameter(let name): name
    }
  }

  /// Whether values of the type may be keys of a map.
  var canBeKey: Bool {
    switch self {
    case .dynamic, .bool, .int, .uint, .string, .parameter: true
    case .null, .double, .bytes, .list, .map, .timestamp, .duration, .type, .optional, .entity,
      .abstract:
      false
    }
  }
}

extension Value {
  /// The type name that messages show.
  var displayTypeName: String {
    switch self {
    case .timestamp: "timestamp"
    case .duration: "duration"
    case .null: "null"
    case .optional: "optional"
    case .bool, .int, .uint, .double, .string, .bytes, .list, .map, .type, .entity: typeName
    }
  }
}

/// Names of types that are values themselves.
enum TypeDenotation {
  static let all: [String: ValueType] = [
    "bool": .bool, "int": .int, "uint": .uint, "double": .double, "string": .string,
    "bytes": .bytes, "list": .list(.dynamic), "map": .map(.dynamic, .dynamic), "null_type": .null,
    "type": .type(.dynamic), "google.protobuf.Timestamp": .timestamp,
    "google.protobuf.Duration": .duration, "optional_type": .optional(.dynamic),
  ]
}
