/// Writing values as JSON (RFC 8259).
package enum JSON {
  /// How values that JSON has no type for are written.
  package enum Form: Sendable {
    /// As people and other programs expect: times and spans as text, files as objects.
    case plain
    /// So that reading gives the same value back.
    case lossless
  }

  /// The limit on how deeply a JSON text may be nested.
  package static let maximumDepth = 200

  /// One line of JSON without spaces.
  package static func encode(_ value: Value, form: Form = .plain) -> String {
    var writer = JSONWriter(form: form)
    writer.write(value)
    return writer.finish()
  }

  /// One object of JSON without spaces, its keys sorted.
  package static func encode(_ fields: [String: Value], form: Form = .plain) -> String {
    var writer = JSONWriter(form: form)
    writer.write(object: fields)
    return writer.finish()
  }
}

/// Appends values to a buffer of UTF-8.
struct JSONWriter {
  private let form: JSON.Form
  private var output: [UInt8] = []

  init(form: JSON.Form) {
    self.form = form
    output.reserveCapacity(Self.usualSize)
  }

  /// Room for most values, so that the buffer need not grow in small steps.
  private static let usualSize = 512

  func finish() -> String { String(decoding: output, as: UTF8.self) }

  mutating func write(_ value: Value) {
    switch value {
    case .null: raw("null")
    case .bool(let flag): raw(flag ? "true" : "false")
    case .int(let number): raw(String(number))
    case .uint(let number): tagged("$uint", .string(String(number))) { $0.raw(String(number)) }
    case .double(let number): write(number)
    case .string(let text): write(text)
    case .bytes(let bytes):
      tagged("$bytes", .string(Base64.encode(bytes))) { $0.write(Base64.encode(bytes)) }
    case .list(let values): writeList(values)
    case .map(let map): write(map)
    case .timestamp(let instant):
      tagged("$time", .string(instant.rfc3339())) { $0.write(instant.rfc3339()) }
    case .duration(let span): write(span)
    case .type(let name): tagged("$type", .string(name)) { $0.write(name) }
    case .optional(let inner):
      tagged("$optional", .list(inner.map { [$0] } ?? [])) { $0.write(inner ?? .null) }
    case .entity(let entity): write(entity)
    }
  }

  /// Writes an object of one member under the lossless form, something simpler otherwise.
  private mutating func tagged(
    _ tag: String, _ value: Value, plain: (inout JSONWriter) -> Void
  ) {
    switch form {
    case .plain: plain(&self)
    case .lossless:
      raw("{\"\(tag)\":")
      write(value)
      byte("}")
    }
  }

  private mutating func write(_ number: Double) {
    guard number.isFinite else {
      return tagged("$double", .string("\(number)")) { $0.write("\(number)") }
    }
    raw("\(number)")
  }

  private mutating func write(_ span: Duration) {
    let (seconds, attoseconds) = span.components
    let parts: [Value] = [.int(seconds), .int(attoseconds / 1_000_000_000)]
    tagged("$span", .list(parts)) { $0.write(span.secondsText) }
  }

  private mutating func write(_ entity: Entity) {
    guard case .lossless = form else { return write(fields: entity.fields) }
    raw("{\"$entity\":[")
    write(entity.type)
    byte(",")
    write(object: entity.fields)
    raw("]}")
  }

  /// Writes named values as what reading gives back as a map.
  mutating func write(object fields: [String: Value]) {
    if case .lossless = form, fields.keys.contains(where: Self.isTag) {
      return write(ValueMap(fields))
    }
    write(fields: fields)
  }

  private mutating func write(fields: [String: Value]) {
    byte("{")
    var isFirst = true
    for (name, value) in fields.sorted(by: { $0.key < $1.key }) {
      if !isFirst { byte(",") }
      isFirst = false
      write(name)
      byte(":")
      write(value)
    }
    byte("}")
  }

  /// Whether a key looks like those that mark values of other types.
  private static func isTag(_ key: String) -> Bool { key.utf8.first == UInt8(ascii: "$") }

  private mutating func write(_ map: ValueMap) {
    let isPlain = map.keys.allSatisfy { key in
      if case .string(let text) = key { !Self.isTag(text) } else { false }
    }
    if case .lossless = form, !isPlain {
      raw("{\"$map\":")
      writeList(map.pairs.map { .list([$0.key, $0.value]) })
      return byte("}")
    }
    byte("{")
    for (index, pair) in map.pairs.enumerated() {
      if index > 0 { byte(",") }
      if case .string(let text) = pair.key { write(text) } else { write(JSON.encode(pair.key)) }
      byte(":")
      write(pair.value)
    }
    byte("}")
  }

  private mutating func writeList(_ values: [Value]) {
    byte("[")
    for (index, value) in values.enumerated() {
      if index > 0 { byte(",") }
      write(value)
    }
    byte("]")
  }

  private mutating func raw(_ text: String) { output.append(contentsOf: text.utf8) }

  /// Writes text in quotes; control characters and the escape for bytes become `\u` escapes.
  private mutating func write(_ text: String) {
    byte("\"")
    defer { byte("\"") }
    let start = output.count
    raw(text)
    // Most texts need no escape and are done; looking at the copy is quicker than at the text.
    guard let first = output[start...].firstIndex(where: Self.mayNeedEscape) else { return }
    output.removeSubrange(first...)
    let rest = text.utf8.index(text.startIndex, offsetBy: first - start)
    for scalar in text.unicodeScalars[rest...] {
      switch scalar.value {
      case 0x22: raw("\\\"")
      case 0x5C: raw("\\\\")
      case 0x0A: raw("\\n")
      case 0x0D: raw("\\r")
      case 0x09: raw("\\t")
      case 0..<0x20, 0x7F, 0x80...0x9F, 0x2028, 0x2029, 0x202A...0x202E, 0x2066...0x2069:
        raw("\\u" + hexadecimal(scalar.value, 4))
      case 0x10FF00...:
        let offset = scalar.value - 0x10000
        raw("\\u" + hexadecimal(0xD800 + (offset >> 10), 4))
        raw("\\u" + hexadecimal(0xDC00 + (offset & 0x3FF), 4))
      default: output.append(contentsOf: String(scalar).utf8)
      }
    }
  }

  /// Whether a byte of UTF-8 is a character to escape or may begin one.
  private static func mayNeedEscape(_ byte: UInt8) -> Bool {
    switch byte {
    case 0..<0x20, 0x22, 0x5C, 0x7F: true
    // The first bytes of U+0080 to U+009F, of U+2000 to U+2FFF and of U+100000 to U+10FFFF.
    case 0xC2, 0xE2, 0xF4: true
    default: false
    }
  }

  private mutating func byte(_ character: Unicode.Scalar) {
    output.append(UInt8(ascii: character))
  }
}

/// Lower-case hexadecimal digits with leading zeros up to a width.
package func hexadecimal(_ number: some BinaryInteger, _ width: Int) -> String {
  let digits = String(number, radix: 16)
  return String(repeating: "0", count: max(0, width - digits.count)) + digits
}
