package import Values

/// Makes the fields of an event from what people wrote: in a rule's `tests`, or on the command line.
///
/// Files may be given by their path, or by some of their fields; the rest is made up to fit. The
/// kind of event is the trigger's own unless it is said.
package enum EventFieldReader {
  /// Why fields do not make an event.
  package struct Problem: Error, Sendable, Hashable {
    package let message: String

    package init(_ message: String) { self.message = message }
  }

  /// The fields of an event of a trigger.
  ///
  /// - Parameter status: Looks a file up, where the event is about one that is there.
  package static func fields(
    _ given: [String: Value], of schema: TriggerSchema, spec: TriggerSpec, now: Instant,
    lookingUp status: (FilePath) -> Value? = { _ in nil }
  ) throws(Problem) -> [String: Value] {
    var fields: [String: Value] = [:]
    for (name, value) in given {
      guard let field = schema.event.field(name) else {
        let known = schema.event.fields.map(\.name).joined(separator: ", ")
        throw Problem("a `\(schema.keyword)` event has no field `\(name)`; it has \(known)")
      }
      fields[name] = try typed(value, field, now, status)
    }
    fillIn(&fields, schema, spec)
    return fields
  }

  /// What follows from the trigger and the file, where it is not said.
  private static func fillIn(
    _ fields: inout [String: Value], _ schema: TriggerSchema, _ spec: TriggerSpec
  ) {
    for test in spec.tests where test.field.count == 1 && fields[test.field[0]] == nil {
      if case .equals(let value) = test.test { fields[test.field[0]] = value }
    }
    if schema.event.field("folder") != nil, fields["folder"] == nil,
      let folder = fields["file"]?.member("folder")
    {
      fields["folder"] = folder
    }
  }

  private static func typed(
    _ value: Value, _ field: EntitySchema.Field, _ now: Instant, _ status: (FilePath) -> Value?
  ) throws(Problem) -> Value {
    switch (field.type, value) {
    case (.entity, .string(let path)):
      if let known = status(FilePath(path)) { return known }
      return .entity(.file(FilePath(path), size: 0, modified: now, kind: "file"))
    case (.entity, .map(let map)): return try file(map, field, now)
    case (.timestamp, .string(let text)):
      guard let instant = Instant(rfc3339: text) else {
        throw Problem("`\(field.name)` is a time such as 2026-01-31T07:30:00Z")
      }
      return .timestamp(instant)
    case (.duration, .string(let text)):
      guard let span = try? TimeSpanSyntax.parse(text) else {
        throw Problem("`\(field.name)` is a span of time such as 10min")
      }
      return .duration(span)
    case (.int, .double(let number)):
      guard let whole = Int64(exactly: number) else {
        throw Problem("`\(field.name)` is a whole number")
      }
      return .int(whole)
    case _: return value
    }
  }

  private static func file(
    _ map: ValueMap, _ field: EntitySchema.Field, _ now: Instant
  ) throws(Problem) -> Value {
    let name: String = if case .string(let text)? = map[.string("name")] { text } else { "file" }
    var path = "/" + name
    if case .string(let folder)? = map[.string("folder")] { path = folder + "/" + name }
    if case .string(let whole)? = map[.string("path")] { path = whole }
    var entity = Entity.file(FilePath(path), size: 0, modified: now, kind: "file")
    for case (.string(let key), let value) in map.pairs {
      guard let known = EntitySchema.file.field(key) else {
        throw Problem("a file has no field `\(key)`")
      }
      entity.fields[key] = try typed(value, known, now, { _ in nil })
    }
    return .entity(entity)
  }
}
