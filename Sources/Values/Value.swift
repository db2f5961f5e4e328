/// What fields, variables and expressions are made of.
///
/// Equality is that of the Common Expression Language: numbers of different types are equal where
/// they stand for the same number, text is compared by code points, NaN equals nothing.
package enum Value: Sendable {
  case null
  case bool(Bool)
  case int(Int64)
  case uint(UInt64)
  case double(Double)
  case string(String)
  case bytes([UInt8])
  case list([Value])
  case map(ValueMap)
  case timestamp(Instant)
  case duration(Duration)
  /// The type of a value, by its name in the expression language.
  case type(String)
  indirect case optional(Value?)
  /// A thing of the world with named fields: a file, a disk, a device.
  case entity(Entity)
}

extension Value: Hashable {
  package static func == (left: Value, right: Value) -> Bool {
    switch (left, right) {
    case (.null, .null): true
    case (.bool(let a), .bool(let b)): a == b
    case (.string(let a), .string(let b)): sameBytes(a, b)
    case (.bytes(let a), .bytes(let b)): a == b
    case (.list(let a), .list(let b)): a == b
    case (.map(let a), .map(let b)): a == b
    case (.timestamp(let a), .timestamp(let b)): a == b
    case (.duration(let a), .duration(let b)): a == b
    case (.type(let a), .type(let b)): a == b
    case (.optional(let a), .optional(let b)): a == b
    case (.entity(let a), .entity(let b)): a == b
    default: numericallyEqual(left, right)
    }
  }

  /// Whether texts are the same code points; `==` also takes composed and decomposed ones as equal.
  private static func sameBytes(_ left: String, _ right: String) -> Bool {
    guard left == right else { return false }
    let (bytes, others) = (left.utf8Span, right.utf8Span)
    if bytes.isKnownASCII, others.isKnownASCII { return true }
    guard bytes.count == others.count else { return false }
    for index in bytes.span.indices where bytes.span[index] != others.span[index] { return false }
    return true
  }

  private static func numericallyEqual(_ left: Value, _ right: Value) -> Bool {
    switch (left, right) {
    case (.int(let a), .int(let b)): a == b
    case (.uint(let a), .uint(let b)): a == b
    case (.double(let a), .double(let b)): a == b
    case (.int(let a), .uint(let b)), (.uint(let b), .int(let a)): a >= 0 && UInt64(a) == b
    case (.int(let a), .double(let b)), (.double(let b), .int(let a)): Int64(exactly: b) == a
    case (.uint(let a), .double(let b)), (.double(let b), .uint(let a)): UInt64(exactly: b) == a
    default: false
    }
  }

  package func hash(into hasher: inout Hasher) {
    switch self {
    case .null: hasher.combine(0)
    case .bool(let value): hasher.combine(value)
    case .int(let value): hasher.combine(value)
    case .uint(let value): hasher.combine(Int64(truncatingIfNeeded: value))
    case .double(let value):
      // Equal numbers must hash alike whatever their type.
      if let whole = Int64(exactly: value) {
        hasher.combine(whole)
      } else if let whole = UInt64(exactly: value) {
        hasher.combine(Int64(truncatingIfNeeded: whole))
      } else {
        hasher.combine(value)
      }
    case .string(let text): hasher.combine(text)
    case .bytes(let bytes): hasher.combine(bytes)
    case .list(let values): hasher.combine(values)
    case .map(let map): hasher.combine(map.count)
    case .timestamp(let instant): hasher.combine(instant)
    case .duration(let duration): hasher.combine(duration)
    case .type(let name): hasher.combine(name)
    case .optional(let value): hasher.combine(value)
    case .entity(let entity): hasher.combine(entity)
    }
  }
}

extension Value {
  /// The name of this value's type, as the expression language spells it.
  package var typeName: String {
    switch self {
    case .null: "null_type"
    case .bool: "bool"
    case .int: "int"
    case .uint: "uint"
    case .double: "double"
    case .string: "string"
    case .bytes: "bytes"
    case .list: "list"
    case .map: "map"
    case .timestamp: "google.protobuf.Timestamp"
    case .duration: "google.protobuf.Duration"
    case .type: "type"
    case .optional: "optional_type"
    case .entity(let entity): entity.type
    }
  }

  /// A field of an entity or the value under a text key of a map.
  package func member(_ name: String) -> Value? {
    switch self {
    case .entity(let entity): entity[name]
    case .map(let map): map[.string(name)]
    case .null, .bool, .int, .uint, .double, .string, .bytes, .list, .timestamp, .duration, .type,
      .optional:
      nil
    }
  }
}
