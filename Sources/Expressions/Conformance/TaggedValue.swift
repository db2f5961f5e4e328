package import Values

/// Values with their types beside them, as conformance cases and `--json` carry them.
package enum TaggedValue {
  /// A value as an object with one member, named after its type: `{"int": "5"}`.
  package static func encode(_ value: Value) -> Value {
    switch value {
    case .null: tagged("null", .bool(true))
    case .bool: tagged("bool", value)
    case .int(let number): tagged("int", .string(String(number)))
    case .uint(let number): tagged("uint", .string(String(number)))
    case .double(let number):
      tagged("double", number.isFinite ? value : .string(Numbers.special(number)))
    case .string: tagged("string", value)
    case .bytes(let bytes): tagged("bytes", .string(Base64.encode(bytes)))
    case .list(let values): tagged("list", .list(values.map(encode)))
    case .map(let map): tagged("map", pairs(map))
    case .timestamp(let instant):
      tagged("timestamp", .list([.int(instant.seconds), .int(Int64(instant.nanoseconds))]))
    case .duration(let span):
      tagged(
        "duration",
        .list([
          .int(span.components.seconds), .int(span.components.attoseconds / 1_000_000_000),
        ]))
    case .type(let name): tagged("type", .string(name))
    case .optional(let inner): tagged("optional", inner.map(encode) ?? .null)
    case .entity(let entity):
      tagged("map", pairs(ValueMap(entity.fields)))
    }
  }

  private static func tagged(_ tag: String, _ value: Value) -> Value {
    var map = ValueMap()
    map[.string(tag)] = value
    return .map(map)
  }

  private static func pairs(_ map: ValueMap) -> Value {
    .list(map.pairs.map { .list([encode($0.key), encode($0.value)]) })
  }

  /// The value that an object with one member stands for; nil where it has no such form.
  package static func decode(_ tagged: Value) -> Value? {
    guard case .map(let map) = tagged, map.count == 1, let pair = map.pairs.first,
      case .string(let tag) = pair.key
    else { return nil }
    switch (tag, pair.value) {
    case ("null", _): return .null
    case ("bool", .bool): return pair.value
    case ("int", .string(let text)): return Int64(text).map(Value.int)
    case ("uint", .string(let text)): return UInt64(text).map(Value.uint)
    case ("double", let number): return double(number)
    case ("string", .string): return pair.value
    case ("bytes", .string(let text)): return Base64.decode(text).map(Value.bytes)
    case ("list", .list(let values)):
      let decoded = values.compactMap(decode)
      return decoded.count == values.count ? .list(decoded) : nil
    case ("map", .list(let pairs)): return self.map(pairs)
    case ("timestamp", .list(let parts)):
      return span(parts).map { .timestamp(Instant(sinceEpoch: $0)) }
    case ("duration", .list(let parts)): return span(parts).map(Value.duration)
    case ("type", .string(let name)): return .type(name)
    case ("optional", .null): return .optional(nil)
    case ("optional", let inner): return decode(inner).map { .optional($0) }
    default: return nil
    }
  }

  private static func double(_ value: Value) -> Value? {
    switch value {
    case .double: value
    case .int(let number): .double(Double(number))
    case .string("NaN"): .double(.nan)
    case .string("Infinity"): .double(.infinity)
    case .string("-Infinity"): .double(-.infinity)
    default: nil
    }
  }

  private static func map(_ pairs: [Value]) -> Value? {
    var map = ValueMap()
    for pair in pairs {
      guard case .list(let parts) = pair, parts.count == 2, let key = decode(parts[0]),
        let value = decode(parts[1])
      else { return nil }
      map[key] = value
    }
    return .map(map)
  }

  private static func span(_ parts: [Value]) -> Duration? {
    guard parts.count == 2, case .int(let seconds) = parts[0], case .int(let rest) = parts[1]
    else { return nil }
    return .seconds(seconds) + .nanoseconds(rest)
  }
}

/// Types in the form that conformance cases carry them.
package enum TaggedType {
  package static func encode(_ type: ValueType) -> Value {
    switch type {
    case .dynamic: .string("dyn")
    case .null: .string("null_type")
    case .bool, .int, .uint, .double, .string, .bytes, .timestamp, .duration:
      .string(type.displayName)
    case .list(let element): object("list", encode(element))
    case .map(let key, let value): object("map", .list([encode(key), encode(value)]))
    case .type(let inner): object("type", encode(inner))
    case .optional(let inner): abstract("optional_type", [inner])
    case .entity(let name): abstract(name, [])
    case .abstract(let name, let types): abstract(name, types)
    case .parameter(let name): object("param", .string(name))
    }
  }

  private static func object(_ tag: String, _ value: Value) -> Value {
    var map = ValueMap()
    map[.string(tag)] = value
    return .map(map)
  }

  private static func abstract(_ name: String, _ types: [ValueType]) -> Value {
    var map = ValueMap()
    map[.string("abstract")] = .string(name)
    if !types.isEmpty { map[.string("of")] = .list(types.map(encode)) }
    return .map(map)
  }

  /// The type that a name or an object stands for; nil where it is none.
  package static func decode(_ value: Value) -> ValueType? {
    if case .string(let name) = value { return named(name) }
    guard case .map(let map) = value else { return nil }
    if let element = map[.string("list")] { return decode(element).map(ValueType.list) }
    if let inner = map[.string("type")] { return decode(inner).map(ValueType.type) }
    if case .string(let name)? = map[.string("param")] { return .parameter(name) }
    if case .list(let pair)? = map[.string("map")], pair.count == 2 {
      guard let key = decode(pair[0]), let value = decode(pair[1]) else { return nil }
      return .map(key, value)
    }
    guard case .string(let name)? = map[.string("abstract")] else { return nil }
    var types: [ValueType] = []
    if case .list(let values)? = map[.string("of")] { types = values.compactMap(decode) }
    return name == "optional_type" ? .optional(types.first ?? .dynamic) : .abstract(name, types)
  }

  private static func named(_ name: String) -> ValueType? {
    switch name {
    case "dyn", "any", "google.protobuf.Any": .dynamic
    case "null_type", "null": .null
    case "bool": .bool
    case "int": .int
    case "uint": .uint
    case "double": .double
    case "string": .string
    case "bytes": .bytes
    case "timestamp", "google.protobuf.Timestamp": .timestamp
    case "duration", "google.protobuf.Duration": .duration
    case "type": .type(.dynamic)
    default: nil
    }
  }
}
