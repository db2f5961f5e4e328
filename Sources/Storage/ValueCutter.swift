internal import Values

/// Shortens values that are too long to be kept: long texts lose their end, long lists their last elements.
///
/// The shape stays: an object keeps its fields as long as there is room for their names, small fields
/// stay whole before large ones are cut.
enum ValueCutter {
  /// Stands at the end of a text that was cut.
  static let mark = "…"
  /// The deepest nesting that is kept; lossless JSON may take three levels of text for one of a value.
  static let deepest = JSON.maximumDepth / 4

  /// The JSON of a value, cut to a number of bytes.
  static func text(of value: Value, limit: Int) -> String {
    var budget = limit
    // Escapes can make a text longer than its bytes, and each level needs brackets: try with less until it fits.
    while budget > smallest {
      let text = JSON.encode(cut(value, to: budget, depth: 0), form: .lossless)
      if text.utf8.count <= limit { return text }
      budget /= 2
    }
    return "null"
  }

  /// Below this number of bytes nothing useful can be kept.
  private static let smallest = 8

  /// How many levels of lists, maps and things lie within each other; 0 for a simple value.
  static func depth(of value: Value) -> Int {
    switch value {
    case .list(let values): 1 + (values.lazy.map(depth).max() ?? 0)
    case .map(let map): 1 + (map.pairs.lazy.map { max(depth(of: $0), depth(of: $1)) }.max() ?? 0)
    case .entity(let entity): depth(of: entity.fields)
    case .optional(let inner): 1 + (inner.map(depth) ?? 0)
    case .null, .bool, .int, .uint, .double, .string, .bytes, .timestamp, .duration, .type: 0
    }
  }

  /// How many levels lie within named values, their own counted.
  static func depth(of fields: [String: Value]) -> Int {
    1 + (fields.values.lazy.map { depth(of: $0) }.max() ?? 0)
  }

  private static func cut(_ value: Value, to budget: Int, depth: Int) -> Value {
    switch value {
    case .null, .bool, .int, .uint, .double, .timestamp, .duration: value
    case .string(let text): .string(prefix(of: text, bytes: budget))
    case .type(let name): .type(prefix(of: name, bytes: budget))
    // Base64 takes four bytes for three.
    case .bytes(let bytes): .bytes(Array(bytes.prefix(budget / 4 * 3)))
    case .optional(let inner):
      depth < deepest ? .optional(inner.map { cut($0, to: budget, depth: depth + 1) }) : .null
    case .list(let values): depth < deepest ? list(values, budget, depth + 1) : .null
    case .map(let map): depth < deepest ? self.map(map, budget, depth + 1) : .null
    case .entity(let entity): depth < deepest ? self.entity(entity, budget, depth + 1) : .null
    }
  }

  /// The start of a text with the mark at its end, cut between characters where there are any.
  static func prefix(of text: String, bytes: Int) -> String {
    guard text.utf8.count > bytes else { return text }
    var end = text.utf8.index(text.startIndex, offsetBy: max(0, bytes - mark.utf8.count))
    while end > text.startIndex, end.samePosition(in: text.unicodeScalars) == nil {
      end = text.utf8.index(before: end)
    }
    return String(text.unicodeScalars[..<end]) + mark
  }

  private static func list(_ values: [Value], _ budget: Int, _ depth: Int) -> Value {
    var kept: [Value] = []
    var left = budget
    for value in values {
      guard left > 0 else { break }
      let element = cut(value, to: left, depth: depth)
      left -= size(of: element) + 1
      kept.append(element)
    }
    return .list(kept)
  }

  private static func map(_ map: ValueMap, _ budget: Int, _ depth: Int) -> Value {
    let pairs = map.pairs
    let values = shared(pairs.map(\.value), names: pairs.map(\.key), budget, depth)
    var kept = ValueMap()
    for (pair, value) in zip(pairs, values) { if let value { kept[pair.key] = value } }
    return .map(kept)
  }

  private static func entity(_ entity: Entity, _ budget: Int, _ depth: Int) -> Value {
    let names = entity.fields.keys.sorted()
    let values = shared(
      names.map { entity.fields[$0] ?? .null }, names: names.map(Value.string), budget, depth)
    var kept = Entity(type: entity.type, fields: [:])
    for (name, value) in zip(names, values) { if let value { kept.fields[name] = value } }
    return .entity(kept)
  }

  /// Shares the room among fields, the smallest first, so that a long one does not push out the others.
  private static func shared(
    _ values: [Value], names: [Value], _ budget: Int, _ depth: Int
  ) -> [Value?] {
    let sizes = values.map { size(of: $0) }
    var kept = [Value?](repeating: nil, count: values.count)
    var left = budget
    let order = values.indices.sorted { (sizes[$0], $0) < (sizes[$1], $1) }
    for (position, index) in order.enumerated() {
      left -= size(of: names[index]) + 2
      let share = left / (order.count - position)
      guard share > 0 else { break }
      let isWhole = sizes[index] <= share && Self.depth(of: values[index]) + depth <= deepest
      let value = isWhole ? values[index] : cut(values[index], to: share, depth: depth)
      left -= size(of: value)
      kept[index] = value
    }
    return kept
  }

  /// The least number of bytes of JSON that a value takes, found without writing it.
  static func size(of value: Value) -> Int {
    switch value {
    case .null, .bool: 4
    case .int: 1
    case .double: 3
    case .uint, .duration: 12
    case .timestamp: 30
    case .string(let text): text.utf8.count + 2
    case .type(let name): name.utf8.count + 11
    case .bytes(let bytes): (bytes.count + 2) / 3 * 4 + 12
    case .optional(let inner): 14 + (inner.map(size) ?? 0)
    case .list(let values): values.reduce(1) { $0 + size(of: $1) + 1 }
    case .map(let map): map.pairs.reduce(1) { $0 + size(of: $1.key) + size(of: $1.value) + 2 }
    case .entity(let entity): size(of: entity.fields) + entity.type.utf8.count + 14
    }
  }

  /// The least number of bytes of JSON that named values take.
  static func size(of fields: [String: Value]) -> Int {
    fields.reduce(1) { $0 + $1.key.utf8.count + 4 + size(of: $1.value) }
  }
}
