internal import Values

/// Conversions between types, by the name of the wanted type.
enum ConversionFunctions {
  static let all: [FunctionDefinition] = [
    FunctionDefinition(
      "int", from([.int, .uint, .double, .string, .timestamp, .duration], .int), unary: int),
    FunctionDefinition("uint", from([.uint, .int, .double, .string], .uint), unary: uint),
    FunctionDefinition("double", from([.double, .int, .uint, .string], .double), unary: double),
    FunctionDefinition("bool", from([.bool, .string], .bool), unary: bool),
    FunctionDefinition(
      "string",
      from([.string, .bool, .int, .uint, .double, .bytes, .timestamp, .duration], .string),
      unary: string),
    FunctionDefinition("bytes", from([.bytes, .string], .bytes), unary: bytes),
    FunctionDefinition(
      "timestamp", from([.timestamp, .string, .int], .timestamp), unary: timestamp),
    FunctionDefinition("duration", from([.duration, .string, .int], .duration), unary: duration),
  ]

  private static func from(_ types: [ValueType], _ result: ValueType) -> [Overload] {
    types.map { .global([$0], result) }
  }

  private static func int(_ value: Value) throws(EvaluationError.Reason) -> Value {
    switch value {
    case .int: return value
    case .uint(let number):
      guard let whole = Int64(exactly: number) else { throw .overflow("int") }
      return .int(whole)
    case .double(let number):
      // The ends of the range are no doubles, so what comes near them is refused.
      guard number > -0x1p63, number < 0x1p63 else { throw .overflow("int") }
      return .int(Int64(number))
    case .string(let text):
      guard let number = Int64(text) else { throw unreadable(text, "an int") }
      return .int(number)
    case .timestamp(let instant): return .int(instant.seconds)
    case .duration(let span): return .int(span.components.seconds)
    case .null, .bool, .bytes, .list, .map, .type, .optional, .entity:
      throw FunctionDefinition.noOverload("int", [value])
    }
  }

  private static func uint(_ value: Value) throws(EvaluationError.Reason) -> Value {
    switch value {
    case .uint: return value
    case .int(let number):
      guard let whole = UInt64(exactly: number) else { throw .overflow("uint") }
      return .uint(whole)
    case .double(let number):
      guard number >= 0, number < 0x1p64 else { throw .overflow("uint") }
      return .uint(UInt64(number))
    case .string(let text):
      guard let number = UInt64(text) else { throw unreadable(text, "a uint") }
      return .uint(number)
    case .null, .bool, .bytes, .list, .map, .timestamp, .duration, .type, .optional, .entity:
      throw FunctionDefinition.noOverload("uint", [value])
    }
  }

  private static func double(_ value: Value) throws(EvaluationError.Reason) -> Value {
    switch value {
    case .double: return value
    case .int(let number): return .double(Double(number))
    case .uint(let number): return .double(Double(number))
    case .string(let text):
      guard let number = Double(text) else { throw unreadable(text, "a double") }
      return .double(number)
    case .null, .bool, .bytes, .list, .map, .timestamp, .duration, .type, .optional, .entity:
      throw FunctionDefinition.noOverload("double", [value])
    }
  }

  private static func bool(_ value: Value) throws(EvaluationError.Reason) -> Value {
    switch value {
    case .bool: return value
    case .string(let text):
      switch text {
      case "1", "t", "T", "true", "TRUE", "True": return .bool(true)
      case "0", "f", "F", "false", "FALSE", "False": return .bool(false)
      default: throw unreadable(text, "a bool")
      }
    case .null, .int, .uint, .double, .bytes, .list, .map, .timestamp, .duration, .type,
      .optional, .entity:
      throw FunctionDefinition.noOverload("bool", [value])
    }
  }

  private static func string(_ value: Value) throws(EvaluationError.Reason) -> Value {
    switch value {
    case .string: return value
    case .bool(let truth): return .string(truth ? "true" : "false")
    case .int(let number): return .string(String(number))
    case .uint(let number): return .string(String(number))
    case .double(let number): return .string(Numbers.shortest(number))
    case .bytes(let bytes):
      guard let text = String(validating: bytes, as: UTF8.self) else {
        throw .invalid("the bytes are no UTF-8 text")
      }
      return .string(text)
    case .timestamp(let instant): return .string(instant.rfc3339())
    case .duration(let span): return .string(SpanText.seconds(span))
    case .null, .list, .map, .type, .optional, .entity:
      throw FunctionDefinition.noOverload("string", [value])
    }
  }

  private static func bytes(_ value: Value) throws(EvaluationError.Reason) -> Value {
    switch value {
    case .bytes: return value
    case .string(let text): return .bytes(Array(text.utf8))
    case .null, .bool, .int, .uint, .double, .list, .map, .timestamp, .duration, .type,
      .optional, .entity:
      throw FunctionDefinition.noOverload("bytes", [value])
    }
  }

  static func timestamp(_ value: Value) throws(EvaluationError.Reason) -> Value {
    switch value {
    case .timestamp: return value
    case .int(let seconds):
      // Checked before it is made, since larger numbers do not fit into a duration.
      guard seconds.magnitude < 1 << 40 else { throw .overflow("timestamp") }
      return .timestamp(try TimeRange.checked(Instant(seconds: seconds)))
    case .string(let text):
      guard let instant = Instant(rfc3339: text) else {
        throw .invalid("\"\(text.prefix(60))\" is no time such as 2026-01-31T07:30:00Z")
      }
      return .timestamp(try TimeRange.checked(instant))
    case .null, .bool, .uint, .double, .bytes, .list, .map, .duration, .type, .optional, .entity:
      throw FunctionDefinition.noOverload("timestamp", [value])
    }
  }

  private static func duration(_ value: Value) throws(EvaluationError.Reason) -> Value {
    switch value {
    case .duration: return value
    case .int(let seconds):
      guard seconds.magnitude < 1 << 40 else { throw .overflow("duration") }
      return .duration(try TimeRange.checked(.seconds(seconds)))
    case .string(let text): return .duration(try SpanText.read(text))
    case .null, .bool, .uint, .double, .bytes, .list, .map, .timestamp, .type, .optional,
      .entity:
      throw FunctionDefinition.noOverload("duration", [value])
    }
  }

  private static func unreadable(_ text: String, _ type: String) -> EvaluationError.Reason {
    .invalid("\"\(text.prefix(60))\" does not read as \(type)")
  }
}
