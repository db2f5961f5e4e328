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

  /// A value as a person would write it in a sentence.
  static func text(_ value: Value, zone: TimeZoneRules?) -> String {
    switch value {
    case .null: ""
    case .bool(let truth): truth ? "true" : "false"
    case .int(let number): String(number)
    case .uint(let number): String(number)
    case .double(let number): self.number(number)
    case .string(let text): text
    case .bytes(let bytes): FilePath.text(of: bytes)
    case .list(let values): values.map { text($0, zone: zone) }.joined(separator: ", ")
    case .map(let map):
      map.pairs.map { text($0.key, zone: zone) + ": " + text($0.value, zone: zone) }
        .joined(separator: ", ")
    case .timestamp(let instant): time(instant, zone)
    case .duration(let span): TimeSpanSyntax.text(span)
    case .type(let name): name
    case .optional(let inner): inner.map { text($0, zone: zone) } ?? ""
    case .entity(let entity): thing(entity, zone)
    }
  }

  /// A number without zeros that say nothing; very large and very small ones with an exponent.
  private static func number(_ number: Double) -> String {
    let size = number.magnitude
    return size == 0 || (size >= 1e-6 && size < 1e21)
      ? Numbers.plain(number == 0 ? 0 : number) : Numbers.shortest(number)
  }

  /// The date, and the time where it is not midnight, in the zone of the machine; `Z` without one.
  private static func time(_ instant: Instant, _ zone: TimeZoneRules?) -> String {
    let date = zone?.civilDate(at: instant) ?? CivilDate(instant)
    var text = padded(date.year, 4) + "-" + padded(date.month, 2) + "-" + padded(date.day, 2)
    if date.hour != 0 || date.minute != 0 || date.second != 0 {
      text += " " + padded(date.hour, 2) + ":" + padded(date.minute, 2)
      if date.second != 0 { text += ":" + padded(date.second, 2) }
      if zone == nil { text += "Z" }
    }
    return text
  }

  /// What a thing is called: a file by its path, others by their name.
  private static func thing(_ entity: Entity, _ zone: TimeZoneRules?) -> String {
    for field in ["path", "name", "label", "alias", "address", "uuid"] {
      guard case .string(let text)? = entity[field], !text.isEmpty else { continue }
      return text
    }
    return entity.type
  }
}
