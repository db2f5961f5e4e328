internal import Values

/// Values as text.
enum Rendering {
  /// A value as it would be written in an expression, cut where it is long; for messages.
  static func literal(_ value: Value) -> String {
    switch value {
    case .string(let text): "\"\(text.prefix(60))\""
    case .null: "null"
    case .bool(let truth): truth ? "true" : "false"
    case .int(let number): String(number)
    case .uint(let number): "\(number)u"
    case .double(let number): Numbers.shortest(number)
    case .bytes, .list, .map, .timestamp, .duration, .type, .optional, .entity:
      value.displayTypeName
    }
  }
}
