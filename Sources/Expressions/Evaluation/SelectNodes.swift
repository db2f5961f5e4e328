internal import Values

/// A field of a thing, or the value under a text key.
final class SelectNode: Node {
  private let operand: any Node
  private let field: String
  private let isOptional: Bool
  /// Where the field stands in things that have all fields of their schema.
  private let place: Int
  private let range: Range<Int>

  init(
    _ operand: any Node, _ field: String, isOptional: Bool, place: Int, _ range: Range<Int>
  ) {
    (self.operand, self.field, self.place) = (operand, field, place)
    (self.isOptional, self.range) = (isOptional, range)
  }

  func evaluate(_ frame: inout Frame) throws(EvaluationError) -> Value {
    let target = try operand.evaluate(&frame)
    if case .entity(let entity) = target, !isOptional,
      let value = entity.value(of: field, near: place)
    {
      return value
    }
    return try frame.located(range) { (_) throws(EvaluationError.Reason) in
      if case .optional(let inner) = target {
        guard let inner else { return target }
        return .optional(try Selection.find(field, in: inner))
      }
      let found = try Selection.find(field, in: target)
      if isOptional { return .optional(found) }
      guard let found else { throw Selection.missing(field, in: target) }
      return found
    }
  }
}

/// A field of a variable: what conditions look at most.
final class FieldNode: Node {
  private let name: String
  private let field: String
  /// Where the field stands in things that have all fields of their schema.
  private let place: Int
  /// The same without a short cut, for values that are no things and for errors.
  private let select: SelectNode

  init(_ name: String, _ field: String, place: Int, _ select: SelectNode) {
    (self.name, self.field, self.place, self.select) = (name, field, place, select)
  }

  func evaluate(_ frame: inout Frame) throws(EvaluationError) -> Value {
    if case .entity(let entity)? = frame.bindings[name],
      let value = entity.value(of: field, near: place)
    {
      return value
    }
    return try select.evaluate(&frame)
  }
}

/// A field of a variable that is used several times.
final class CachedFieldNode: Node {
  private let slot: Int
  private let field: String
  private let place: Int
  private let select: SelectNode

  init(slot: Int, _ field: String, place: Int, _ select: SelectNode) {
    (self.slot, self.field, self.place, self.select) = (slot, field, place, select)
  }

  func evaluate(_ frame: inout Frame) throws(EvaluationError) -> Value {
    if case .entity(let entity)? = frame.variables[slot],
      let value = entity.value(of: field, near: place)
    {
      return value
    }
    return try select.evaluate(&frame)
  }
}

/// Whether a field is there.
final class HasNode: ConditionNode {
  private let operand: any Node
  private let field: String
  private let range: Range<Int>

  init(_ operand: any Node, _ field: String, _ range: Range<Int>) {
    (self.operand, self.field, self.range) = (operand, field, range)
  }

  func holds(_ frame: inout Frame) throws(EvaluationError) -> Bool {
    let target = try operand.evaluate(&frame)
    return try frame.located(range) { (_) throws(EvaluationError.Reason) in
      if case .optional(let inner) = target {
        guard let inner else { return false }
        return try Selection.find(field, in: inner) != nil
      }
      return try Selection.find(field, in: target) != nil
    }
  }
}

/// An element of a list, or the value under a key.
final class IndexNode: Node {
  private let operand: any Node
  private let index: any Node
  private let isOptional: Bool
  private let range: Range<Int>

  init(_ operand: any Node, _ index: any Node, isOptional: Bool, _ range: Range<Int>) {
    (self.operand, self.index) = (operand, index)
    (self.isOptional, self.range) = (isOptional, range)
  }

  func evaluate(_ frame: inout Frame) throws(EvaluationError) -> Value {
    let target = try operand.evaluate(&frame)
    let key = try index.evaluate(&frame)
    return try frame.located(range) { (_) throws(EvaluationError.Reason) in
      if case .optional(let inner) = target {
        guard let inner else { return target }
        return .optional(try Selection.find(key, in: inner))
      }
      let found = try Selection.find(key, in: target)
      if isOptional { return .optional(found) }
      guard let found else { throw Selection.missing(key, in: target) }
      return found
    }
  }
}

/// How fields and elements are found.
enum Selection {
  static func find(
    _ field: String, in value: Value
  ) throws(EvaluationError.Reason) -> Value? {
    switch value {
    case .entity(let entity): return entity[field]
    case .map(let map): return map[.string(field)]
    case .null, .bool, .int, .uint, .double, .string, .bytes, .list, .timestamp, .duration,
      .type, .optional:
      throw .noSuchField(field, of: value.displayTypeName)
    }
  }

  static func missing(_ field: String, in value: Value) -> EvaluationError.Reason {
    switch value {
    case .entity(let entity): .noSuchField(field, of: entity.type)
    case .map, .null, .bool, .int, .uint, .double, .string, .bytes, .list, .timestamp,
      .duration, .type, .optional:
      .noSuchKey("\"\(field)\"")
    }
  }

  static func find(_ key: Value, in value: Value) throws(EvaluationError.Reason) -> Value? {
    switch value {
    case .list(let values):
      guard let index = position(key) else {
        throw .noSuchOverload("[]", of: ["list", key.displayTypeName])
      }
      return values.indices.contains(index) ? values[index] : nil
    case .map(let map):
      guard key.isKey else { throw .noSuchOverload("[]", of: ["map", key.displayTypeName]) }
      return map[key]
    case .entity(let entity):
      guard case .string(let field) = key else {
        throw .noSuchOverload("[]", of: [entity.type, key.displayTypeName])
      }
      return entity[field]
    case .null, .bool, .int, .uint, .double, .string, .bytes, .timestamp, .duration, .type,
      .optional:
      throw .noSuchOverload("[]", of: [value.displayTypeName, key.displayTypeName])
    }
  }

  static func missing(_ key: Value, in value: Value) -> EvaluationError.Reason {
    if case .list(let values) = value {
      return .indexOutOfRange(Rendering.literal(key), count: values.count)
    }
    return .noSuchKey(Rendering.literal(key))
  }

  /// A whole number as an index, whatever its type; -1 where it is out of any range.
  private static func position(_ key: Value) -> Int? {
    switch key {
    case .int(let number): Int(number)
    case .uint(let number): Int(exactly: number) ?? -1
    case .double(let number): Int(exactly: number)
    case .null, .bool, .string, .bytes, .list, .map, .timestamp, .duration, .type, .optional,
      .entity:
      nil
    }
  }
}

extension Value {
  /// Whether it may be looked up in a map; doubles only find whole numbers.
  var isKey: Bool {
    switch self {
    case .bool, .int, .uint, .double, .string: true
    case .null, .bytes, .list, .map, .timestamp, .duration, .type, .optional, .entity: false
    }
  }

  /// Whether it may be the key of a map that is made.
  var canBeKey: Bool { if case .double = self { false } else { isKey } }
}
