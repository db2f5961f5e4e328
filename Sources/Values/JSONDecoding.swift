/// Why a JSON text can't be read.
package struct JSONError: Error, Hashable, CustomStringConvertible {
  package let message: String
  /// Counted in bytes from the start of the text.
  package let offset: Int

  package var description: String { "\(message) (at byte \(offset + 1))" }
}

extension JSON {
  /// Reads one JSON text; objects become maps, whole numbers `int` where they fit, others `double`.
  package static func decode(_ text: String, form: Form = .plain) throws(JSONError) -> Value {
    var reader = JSONReader(bytes: Array(text.utf8), form: form)
    return try reader.readDocument()
  }
}

private struct JSONReader {
  let bytes: [UInt8]
  let form: JSON.Form
  var index = 0

  init(bytes: [UInt8], form: JSON.Form) { (self.bytes, self.form) = (bytes, form) }

  mutating func readDocument() throws(JSONError) -> Value {
    let value = try read(depth: 0)
    skipSpace()
    guard index == bytes.count else { throw error("There is more after the JSON value") }
    return value
  }

  private func error(_ message: String) -> JSONError { JSONError(message: message, offset: index) }

  private var current: UInt8? { index < bytes.count ? bytes[index] : nil }

  private mutating func skipSpace() {
    while let byte = current, byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 {
      index += 1
    }
  }

  private mutating func take(_ character: Unicode.Scalar) -> Bool {
    guard current == UInt8(ascii: character) else { return false }
    index += 1
    return true
  }

  private mutating func read(depth: Int) throws(JSONError) -> Value {
    guard depth < JSON.maximumDepth else { throw error("The JSON is nested too deeply") }
    skipSpace()
    switch current {
    case nil: throw error("The JSON ends too early")
    case UInt8(ascii: "{"): return try readObject(depth: depth)
    case UInt8(ascii: "["): return .list(try readList(depth: depth))
    case UInt8(ascii: "\""): return .string(try readText())
    case UInt8(ascii: "t"): return try word("true", .bool(true))
    case UInt8(ascii: "f"): return try word("false", .bool(false))
    case UInt8(ascii: "n"): return try word("null", .null)
    default: return try readNumber()
    }
  }

  private mutating func word(_ text: String, _ value: Value) throws(JSONError) -> Value {
    guard bytes[index...].starts(with: text.utf8) else { throw error("This is no JSON value") }
    index += text.utf8.count
    return value
  }

  private mutating func readList(depth: Int) throws(JSONError) -> [Value] {
    index += 1
    var values: [Value] = []
    skipSpace()
    if take("]") { return values }
    while true {
      values.append(try read(depth: depth + 1))
      skipSpace()
      if take("]") { return values }
      guard take(",") else { throw error("A `,` or `]` is missing") }
    }
  }

  private mutating func readObject(depth: Int) throws(JSONError) -> Value {
    index += 1
    var map = ValueMap()
    skipSpace()
    if take("}") { return .map(map) }
    while true {
      skipSpace()
      guard current == UInt8(ascii: "\"") else { throw error("A key in quotes is missing") }
      let key = try readText()
      skipSpace()
      guard take(":") else { throw error("A `:` is missing") }
      map[.string(key)] = try read(depth: depth + 1)
      skipSpace()
      if take("}") { return form.restore(map) }
      guard take(",") else { throw error("A `,` or `}` is missing") }
    }
  }

  private mutating func readNumber() throws(JSONError) -> Value {
    let start = index
    var isWhole = true
    while let byte = current {
      switch byte {
      case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "+"): break
      case UInt8(ascii: "."), UInt8(ascii: "e"), UInt8(ascii: "E"): isWhole = false
      default: return try number(bytes[start..<index], isWhole)
      }
      index += 1
    }
    return try number(bytes[start..<index], isWhole)
  }

  private func number(_ digits: ArraySlice<UInt8>, _ isWhole: Bool) throws(JSONError) -> Value {
    let text = String(decoding: digits, as: UTF8.self)
    let unsigned = text.hasPrefix("-") ? text.dropFirst() : text[...]
    guard let first = unsigned.first, first.isASCII, first.isNumber,
      !(unsigned.count > 1 && first == "0" && unsigned.dropFirst().first?.isNumber == true)
    else { throw error("This is no JSON value") }
    if isWhole, let number = Int64(text) { return .int(number) }
    guard let number = Double(text) else { throw error("This is no number") }
    return .double(number)
  }

  private mutating func readText() throws(JSONError) -> String {
    index += 1
    var output: [UInt8] = []
    while let byte = current {
      index += 1
      switch byte {
      case UInt8(ascii: "\""):
        guard let text = String(validating: output, as: UTF8.self) else {
          throw error("The text is not UTF-8")
        }
        return text
      case UInt8(ascii: "\\"): try readEscape(into: &output)
      case 0..<0x20: throw error("A control character in a text must be escaped")
      default: output.append(byte)
      }
    }
    throw error("The text has no closing quote")
  }

  private mutating func readEscape(into output: inout [UInt8]) throws(JSONError) {
    guard let byte = current else { throw error("The text has no closing quote") }
    index += 1
    switch byte {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): output.append(byte)
    case UInt8(ascii: "b"): output.append(0x08)
    case UInt8(ascii: "f"): output.append(0x0C)
    case UInt8(ascii: "n"): output.append(0x0A)
    case UInt8(ascii: "r"): output.append(0x0D)
    case UInt8(ascii: "t"): output.append(0x09)
    case UInt8(ascii: "u"):
      let scalar = try readScalar()
      output.append(contentsOf: UTF8.encode(scalar).map(Array.init) ?? [])
    default: throw error("`\\` must be followed by one of \"\\/bfnrtu")
    }
  }

  private mutating func readScalar() throws(JSONError) -> Unicode.Scalar {
    let first = try readCodeUnit()
    if let scalar = Unicode.Scalar(first) { return scalar }
    guard (0xD800..<0xDC00).contains(first), take("\\"), take("u") else {
      throw error("Half of a surrogate pair is missing")
    }
    let second = try readCodeUnit()
    guard (0xDC00..<0xE000).contains(second),
      let scalar = Unicode.Scalar(0x10000 + (first - 0xD800) << 10 + (second - 0xDC00))
    else { throw error("Half of a surrogate pair is missing") }
    return scalar
  }

  private mutating func readCodeUnit() throws(JSONError) -> UInt32 {
    guard index + 4 <= bytes.count,
      let unit = UInt32(String(decoding: bytes[index..<index + 4], as: UTF8.self), radix: 16)
    else { throw error("`\\u` needs four hexadecimal digits") }
    index += 4
    return unit
  }
}

extension JSON.Form {
  /// Turns an object of the lossless form back into the value it stands for.
  fileprivate func restore(_ map: ValueMap) -> Value {
    guard case .lossless = self, map.count == 1, let pair = map.pairs.first,
      case .string(let tag) = pair.key
    else { return .map(map) }
    switch (tag, pair.value) {
    case ("$uint", .string(let text)): return UInt64(text).map(Value.uint) ?? .null
    case ("$bytes", .string(let text)): return .bytes(Base64.decode(text) ?? [])
    case ("$time", .string(let text)): return Instant(rfc3339: text).map(Value.timestamp) ?? .null
    case ("$type", .string(let name)): return .type(name)
    case ("$double", .string(let text)): return .double(Double(text) ?? .nan)
    case ("$optional", .list(let values)): return .optional(values.first)
    case ("$span", .list(let parts)):
      guard parts.count == 2, case .int(let seconds) = parts[0], case .int(let rest) = parts[1]
      else { return .null }
      return .duration(.seconds(seconds) + .nanoseconds(rest))
    case ("$map", .list(let pairs)): return restoreMap(pairs)
    case ("$entity", .list(let parts)): return restoreEntity(parts)
    default: return .map(map)
    }
  }

  private func restoreMap(_ pairs: [Value]) -> Value {
    var map = ValueMap()
    for case .list(let pair) in pairs where pair.count == 2 { map[pair[0]] = pair[1] }
    return .map(map)
  }

  private func restoreEntity(_ parts: [Value]) -> Value {
    guard parts.count == 2, case .string(let type) = parts[0], case .map(let map) = parts[1] else {
      return .null
    }
    var fields: [String: Value] = [:]
    for case (.string(let name), let value) in map.pairs { fields[name] = value }
    return .entity(Entity(type: type, fields: fields))
  }
}
