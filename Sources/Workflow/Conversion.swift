internal import Diagnostics
internal import Expressions
package import Values

/// Turns the value of an expression into what a parameter takes.
///
/// Nothing is guessed: what has no exact counterpart is a failure that names both types.
package enum Conversion {
  /// The value as the given type.
  package static func convert(
    _ value: Value, to type: ParameterType
  ) throws(ActionFailure) -> Value {
    switch type {
    case .any, .steps, .condition: return value
    case .text: return .string(try text(value))
    case .glob: return .string(try text(value))
    case .integer: return .int(try integer(value, type))
    case .number: return .double(try number(value, type))
    case .boolean:
      guard case .bool = value else { throw mismatch(value, type) }
      return value
    case .path: return .string(try path(value, type))
    case .file: return try file(value, type)
    case .date: return try date(value, type)
    case .timeOfDay, .duration: return try duration(value, type)
    case .byteSize: return .int(try byteSize(value, type))
    case .oneOf(let choices): return .string(try choice(value, among: choices))
    case .list(let element): return try list(value, of: element)
    case .dictionary(let element): return try dictionary(value, of: element)
    }
  }

  private static func mismatch(_ value: Value, _ type: ParameterType) -> ActionFailure {
    ActionFailure(
      .badArgument, "It should be \(type.inWords), and is \(value.describedKind).")
  }

  private static func text(_ value: Value) throws(ActionFailure) -> String {
    switch value {
    case .null:
      throw ActionFailure(.badArgument, "A text is needed here, and the value is nothing.")
    case .string(let text): return text
    case .bool, .int, .uint, .double, .bytes, .list, .map, .timestamp, .duration, .type, .optional,
      .entity:
      return Template.render(value)
    }
  }

  private static func integer(
    _ value: Value, _ type: ParameterType
  ) throws(ActionFailure) -> Int64 {
    switch value {
    case .int(let number): return number
    case .uint(let number):
      guard let exact = Int64(exactly: number) else { throw mismatch(value, type) }
      return exact
    case .double(let number):
      guard let exact = Int64(exactly: number) else { throw mismatch(value, type) }
      return exact
    case .string(let text):
      guard let exact = Int64(text) else { throw mismatch(value, type) }
      return exact
    case .null, .bool, .bytes, .list, .map, .timestamp, .duration, .type, .optional, .entity:
      throw mismatch(value, type)
    }
  }

  private static func number(
    _ value: Value, _ type: ParameterType
  ) throws(ActionFailure) -> Double {
    switch value {
    case .int(let number): return Double(number)
    case .uint(let number): return Double(number)
    case .double(let number): return number
    case .string(let text):
      guard let number = Double(text), number.isFinite else { throw mismatch(value, type) }
      return number
    case .null, .bool, .bytes, .list, .map, .timestamp, .duration, .type, .optional, .entity:
      throw mismatch(value, type)
    }
  }

  private static func path(_ value: Value, _ type: ParameterType) throws(ActionFailure) -> String {
    let text: String
    switch value {
    case .string(let path): text = path
    case .entity:
      guard case .string(let path)? = value.member("path") else { throw mismatch(value, type) }
      text = path
    case .null, .bool, .int, .uint, .double, .bytes, .list, .map, .timestamp, .duration, .type,
      .optional:
      throw mismatch(value, type)
    }
    guard !text.isEmpty, !text.utf8.contains(0) else {
      throw ActionFailure(
        .badArgument, "A path is needed here, and the text is empty or holds NUL.")
    }
    return text
  }

  /// A file as it was seen, or the path of one.
  private static func file(_ value: Value, _ type: ParameterType) throws(ActionFailure) -> Value {
    if case .entity(let entity) = value, entity.type == "file" { return value }
    return .string(try path(value, type))
  }

  private static func date(_ value: Value, _ type: ParameterType) throws(ActionFailure) -> Value {
    if case .timestamp = value { return value }
    guard case .string(let text) = value,
      let instant = Instant(rfc3339: text) ?? Instant(rfc3339: text + "T00:00:00Z")
    else { throw mismatch(value, type) }
    return .timestamp(instant)
  }

  private static func duration(
    _ value: Value, _ type: ParameterType
  ) throws(ActionFailure) -> Value {
    if case .duration = value { return value }
    guard case .string(let text) = value, let span = try? TimeSpanSyntax.parse(text) else {
      throw mismatch(value, type)
    }
    return .duration(span)
  }

  private static func byteSize(
    _ value: Value, _ type: ParameterType
  ) throws(ActionFailure) -> Int64 {
    if case .string(let text) = value, let size = try? ByteSizeSyntax.parse(text) { return size }
    return try integer(value, type)
  }

  private static func choice(
    _ value: Value, among choices: [String]
  ) throws(ActionFailure) -> String {
    guard case .string(let text) = value, choices.contains(text) else {
      throw mismatch(value, .oneOf(choices))
    }
    return text
  }

  private static func list(
    _ value: Value, of element: ParameterType
  ) throws(ActionFailure) -> Value {
    guard case .list(let values) = value else { throw mismatch(value, .list(element)) }
    var converted: [Value] = []
    for value in values { converted.append(try convert(value, to: element)) }
    return .list(converted)
  }

  private static func dictionary(
    _ value: Value, of element: ParameterType
  ) throws(ActionFailure) -> Value {
    guard case .map(let map) = value else { throw mismatch(value, .dictionary(element)) }
    var converted = ValueMap()
    for (key, value) in map.pairs { converted[key] = try convert(value, to: element) }
    return .map(converted)
  }
}

extension Value {
  /// What this value is, in a sentence: `the text "abc"`, `a list`.
  package var describedKind: String {
    switch self {
    case .null: "nothing"
    case .bool(let flag): "`\(flag)`"
    case .int, .uint, .double: "the number \(Template.render(self))"
    case .string(let text): "the text \(JSON.encode(.string(String(text.prefix(60)))))"
    case .bytes: "bytes"
    case .list: "a list"
    case .map: "a dictionary"
    case .timestamp: "a date"
    case .duration: "a span of time"
    case .type: "a type"
    case .optional: "an optional value"
    case .entity(let entity): "a \(entity.type)"
    }
  }
}
