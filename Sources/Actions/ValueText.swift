internal import Values

/// How a value looks where an action wants text: an argument, a cell, a line.
enum ValueText {
  /// The text of a value; nil for what has no plain text, such as a list or nothing at all.
  static func text(of value: Value) -> String? {
    switch value {
    case .string(let text): text
    case .bool(let flag): flag ? "true" : "false"
    case .int(let number): String(number)
    case .uint(let number): String(number)
    case .double(let number): text(of: number)
    case .bytes(let bytes): FilePath.text(of: bytes)
    case .timestamp(let instant): instant.rfc3339()
    case .duration(let span): span.secondsText
    case .optional(let inner): inner.flatMap(text(of:))
    case .entity(let entity): text(of: entity)
    case .null, .list, .map, .type: nil
    }
  }

  /// A number as people write it: whole ones without a fraction.
  private static func text(of number: Double) -> String {
    guard number.magnitude < 0x1p53, let whole = Int64(exactly: number) else {
      return String(describing: number)
    }
    return String(whole)
  }

  /// A file stands for its path, other things for their name.
  private static func text(of entity: Entity) -> String? {
    for field in ["path", "name", "label"] {
      if case .string(let text)? = entity.fields[field] { return text }
    }
    return nil
  }
}
