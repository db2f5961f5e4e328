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
}

/// Appends values to a buffer of UTF-8.
struct JSONWriter {
  private let form: JSON.Form
  private var output: [UInt8] = []

  init(form: JSON.Form) { self.form = form }

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
      raw("}")
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
    let fields = entity.fields.sorted { $0.key < $1.key }
    if case .lossless = form { raw("{\"$entity\":[\"\(entity.type)\",") }
    raw("{")
    for (index, field) in fields.enumerated() {
      if index > 0 { raw(",") }
      write(field.key)
      raw(":")
      write(field.value)
    }
    raw("}")
    if case .lossless = form { raw("]}") }
  }

  private mutating func write(_ map: ValueMap) {
    let isPlain = map.keys.allSatisfy { key in
      if case .string(let text) = key { !text.hasPrefix("$") } else { false }
    }
    if case .lossless = form, !isPlain {
      raw("{\"$map\":")
      writeList(map.pairs.map { .list([$0.key, $0.value]) })
      return raw("}")
    }
    raw("{")
    for (index, pair) in map.pairs.enumerated() {
      if index > 0 { raw(",") }
      if case .string(let text) = pair.key { write(text) } else { write(JSON.encode(pair.key)) }
      raw(":")
      write(pair.value)
    }
    raw("}")
  }

  private mutating func writeList(_ values: [Value]) {
    raw("[")
    for (index, value) in values.enumerated() {
      if index > 0 { raw(",") }
      write(value)
    }
    raw("]")
  }

  private mutating func raw(_ text: String) { output.append(contentsOf: text.utf8) }

  /// Writes text in quotes; control characters and the escape for bytes become `\u` escapes.
  private mutating func write(_ text: String) {
    output.append(UInt8(ascii: "\""))
    defer { output.append(UInt8(ascii: "\"")) }
    // Most texts need no escape and can be copied whole.
    if text.utf8.allSatisfy(Self.isPlain) { return raw(text) }
    for scalar in text.unicodeScalars {
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

  /// Whether a byte of UTF-8 neither is an escape's character nor may begin one.
  private static func isPlain(_ byte: UInt8) -> Bool {
    switch byte {
    case 0..<0x20, 0x22, 0x5C, 0x7F: false
    // The first bytes of U+0080 to U+009F, of U+2000 to U+2FFF and of U+100000 to U+10FFFF.
    case 0xC2, 0xE2, 0xF4: false
    default: true
    }
  }
}

/// Lower-case hexadecimal digits with leading zeros up to a width.
package func hexadecimal(_ number: some BinaryInteger, _ width: Int) -> String {
  let digits = String(number, radix: 16)
  return String(repeating: "0", count: max(0, width - digits.count)) + digits
}
