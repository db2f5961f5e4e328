internal import Values

/// Puts values into a text at `%s`, `%d`, `%.2f` and the like.
struct Format {
  private static let highestPrecision = 1000

  private let pattern: [Unicode.Scalar]
  private let values: [Value]
  private var position = 0
  private var next = 0
  private var result = ""

  init(_ pattern: String, _ values: [Value]) {
    (self.pattern, self.values) = (Array(pattern.unicodeScalars), values)
  }

  mutating func result(_ frame: inout Frame) throws(EvaluationError.Reason) -> String {
    while position < pattern.count {
      let scalar = pattern[position]
      position += 1
      if scalar == "%" {
        try clause(&frame)
      } else {
        result.unicodeScalars.append(scalar)
      }
      guard result.utf8.count <= frame.limits.textLength else {
        throw .limit(.textLength, frame.limits.textLength)
      }
    }
    return result
  }

  private mutating func clause(_ frame: inout Frame) throws(EvaluationError.Reason) {
    guard position < pattern.count else { throw .invalid("the format ends with a lone %") }
    if pattern[position] == "%" {
      position += 1
      result += "%"
      return
    }
    let precision = try readPrecision()
    guard position < pattern.count else { throw .invalid("the format ends within a clause") }
    let letter = pattern[position]
    position += 1
    guard next < values.count else {
      throw .invalid("the format wants more than the \(values.count) values there are")
    }
    let value = values[next]
    next += 1
    switch letter {
    case "s": result += try FormatText.string(value, &frame)
    case "d": result += try FormatText.decimal(value)
    case "f": result += try FormatText.fixed(value, precision ?? 6)
    case "e": result += try FormatText.scientific(value, precision ?? 6)
    case "b": result += try FormatText.binary(value)
    case "o": result += try FormatText.octal(value)
    case "x": result += try FormatText.hexadecimal(value, isUpper: false)
    case "X": result += try FormatText.hexadecimal(value, isUpper: true)
    default: throw .invalid("%\(letter) is no clause of a format")
    }
  }

  private mutating func readPrecision() throws(EvaluationError.Reason) -> Int? {
    guard pattern[position] == "." else { return nil }
    position += 1
    var precision = 0
    var count = 0
    while position < pattern.count, pattern[position].isDigit {
      precision = precision * 10 + Int(pattern[position].value - 0x30)
      (position, count) = (position + 1, count + 1)
      guard precision <= Self.highestPrecision else {
        throw .invalid("a precision is \(Self.highestPrecision) at most")
      }
    }
    guard count > 0 else { throw .invalid("a precision has digits, as in %.2f") }
    return precision
  }
}

/// Values as the clauses of a format show them.
enum FormatText {
  private static func unfit(_ letter: String, _ value: Value) -> EvaluationError.Reason {
    .noSuchOverload("%\(letter)", of: [value.displayTypeName])
  }

  static func decimal(_ value: Value) throws(EvaluationError.Reason) -> String {
    switch value {
    case .int(let number): String(number)
    case .uint(let number): String(number)
    case .double(let number): Numbers.plain(number)
    default: throw unfit("d", value)
    }
  }

  static func fixed(_ value: Value, _ precision: Int) throws(EvaluationError.Reason) -> String {
    switch value {
    case .int(let number):
      String(number) + (precision > 0 ? "." : "") + String(repeating: "0", count: precision)
    case .uint(let number):
      String(number) + (precision > 0 ? "." : "") + String(repeating: "0", count: precision)
    case .double(let number):
      number.isFinite
        ? ExactDecimal(number).fixed(precision) : Numbers.special(number)
    default: throw unfit("f", value)
    }
  }

  static func scientific(
    _ value: Value, _ precision: Int
  ) throws(EvaluationError.Reason) -> String {
    let number: Double
    switch value {
    case .int(let whole): number = Double(whole)
    case .uint(let whole): number = Double(whole)
    case .double(let real): number = real
    default: throw unfit("e", value)
    }
    return number.isFinite
      ? ExactDecimal(number).scientific(precision) : Numbers.special(number)
  }

  static func binary(_ value: Value) throws(EvaluationError.Reason) -> String {
    switch value {
    case .int(let number): String(number, radix: 2)
    case .uint(let number): String(number, radix: 2)
    case .bool(let truth): truth ? "1" : "0"
    default: throw unfit("b", value)
    }
  }

  static func octal(_ value: Value) throws(EvaluationError.Reason) -> String {
    switch value {
    case .int(let number): String(number, radix: 8)
    case .uint(let number): String(number, radix: 8)
    default: throw unfit("o", value)
    }
  }

  static func hexadecimal(
    _ value: Value, isUpper: Bool
  ) throws(EvaluationError.Reason) -> String {
    let text: String
    switch value {
    case .int(let number): text = String(number, radix: 16)
    case .uint(let number): text = String(number, radix: 16)
    case .string(let string): text = digits(Array(string.utf8))
    case .bytes(let bytes): text = digits(bytes)
    default: throw unfit("x", value)
    }
    return isUpper ? text.uppercased() : text
  }

  private static func digits(_ bytes: [UInt8]) -> String {
    bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
  }

  /// Any value as text; keys of maps are sorted.
  static func string(
    _ value: Value, _ frame: inout Frame
  ) throws(EvaluationError.Reason) -> String {
    try frame.spend(1)
    switch value {
    case .null: return "null"
    case .bool(let truth): return truth ? "true" : "false"
    case .int(let number): return String(number)
    case .uint(let number): return String(number)
    case .double(let number): return Numbers.plain(number)
    case .string(let text): return text
    case .bytes(let bytes): return String(decoding: bytes, as: UTF8.self)
    case .timestamp(let instant): return instant.rfc3339()
    case .duration(let span): return SpanText.seconds(span)
    case .type(let name): return name
    case .list(let values):
      var parts: [String] = []
      var size = 0
      for value in values {
        let part = try string(value, &frame)
        size += part.utf8.count
        guard size <= frame.limits.textLength else {
          throw .limit(.textLength, frame.limits.textLength)
        }
        try frame.spend(part.utf8.count / 64)
        parts.append(part)
      }
      return "[" + parts.joined(separator: ", ") + "]"
    case .map(let map):
      var parts: [(String, String)] = []
      var size = 0
      for (key, value) in map.pairs {
        let part = (try string(key, &frame), try string(value, &frame))
        size += part.0.utf8.count + part.1.utf8.count
        try frame.allowText(bytes: size)
        parts.append(part)
      }
      parts.sort { $0.0.utf8.lexicographicallyPrecedes($1.0.utf8) }
      return "{" + parts.map { $0 + ": " + $1 }.joined(separator: ", ") + "}"
    case .optional, .entity: throw unfit("s", value)
    }
  }
}
