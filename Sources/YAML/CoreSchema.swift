/// What a plain scalar means where no field says it (YAML 1.2.2, 10.3).
package enum CoreSchema {
  /// The meaning of a scalar.
  package enum Meaning: Hashable, Sendable {
    case null
    case boolean(Bool)
    case integer(Int64)
    case number(Double)
    case text(String)
    /// An integer that 64 bits can't hold: it is not rounded, so it has no meaning.
    case integerOutOfRange(String)
  }

  /// The meaning of a scalar by its look; what is quoted or in a block is text.
  package static func resolve(_ scalar: Scalar) -> Meaning {
    scalar.style == .plain ? resolve(plain: scalar.text) : .text(scalar.text)
  }

  /// The meaning of a plain scalar's text.
  package static func resolve(plain text: String) -> Meaning {
    switch text {
    case "", "~", "null", "Null", "NULL": return .null
    case "true", "True", "TRUE": return .boolean(true)
    case "false", "False", "FALSE": return .boolean(false)
    case ".inf", ".Inf", ".INF", "+.inf", "+.Inf", "+.INF": return .number(.infinity)
    case "-.inf", "-.Inf", "-.INF": return .number(-.infinity)
    case ".nan", ".NaN", ".NAN": return .number(.nan)
    case _: break
    }
    if let (digits, radix) = integerDigits(text) {
      return Int64(digits, radix: radix).map { .integer($0) } ?? .integerOutOfRange(text)
    }
    if isFloat(text), let number = Double(text) { return .number(number) }
    return .text(text)
  }

  private static func integerDigits(_ text: String) -> (digits: Substring, radix: Int)? {
    if text.hasPrefix("0x") {
      let digits = text.dropFirst(2)
      return !digits.isEmpty && digits.utf8.allSatisfy(isHexDigit) ? (digits, 16) : nil
    }
    if text.hasPrefix("0o") {
      let digits = text.dropFirst(2)
      return !digits.isEmpty && digits.utf8.allSatisfy { (48...55).contains($0) }
        ? (digits, 8) : nil
    }
    let unsigned = text.hasPrefix("-") || text.hasPrefix("+") ? text.dropFirst() : text[...]
    return !unsigned.isEmpty && unsigned.utf8.allSatisfy(isDigit) ? (text[...], 10) : nil
  }

  /// Whether the text is `[-+]? ( \. [0-9]+ | [0-9]+ ( \. [0-9]* )? ) ( [eE] [-+]? [0-9]+ )?`.
  private static func isFloat(_ text: String) -> Bool {
    var rest = text.utf8[...]
    skipSign(&rest)
    let whole = skipDigits(&rest)
    var fraction = 0
    if rest.first == UInt8(ascii: ".") {
      rest.removeFirst()
      fraction = skipDigits(&rest)
      guard whole + fraction > 0 else { return false }
    }
    guard whole + fraction > 0 else { return false }
    if rest.first == UInt8(ascii: "e") || rest.first == UInt8(ascii: "E") {
      rest.removeFirst()
      skipSign(&rest)
      guard skipDigits(&rest) > 0 else { return false }
    }
    return rest.isEmpty
  }

  private static func skipSign(_ text: inout Substring.UTF8View) {
    if text.first == UInt8(ascii: "-") || text.first == UInt8(ascii: "+") { text.removeFirst() }
  }

  private static func skipDigits(_ text: inout Substring.UTF8View) -> Int {
    let digits = text.prefix(while: isDigit)
    text = text[digits.endIndex...]
    return digits.count
  }

  private static func isDigit(_ byte: UInt8) -> Bool { (48...57).contains(byte) }

  private static func isHexDigit(_ byte: UInt8) -> Bool {
    isDigit(byte) || (65...70).contains(byte) || (97...102).contains(byte)
  }
}
