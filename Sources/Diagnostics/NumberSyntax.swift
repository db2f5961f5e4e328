internal import Values

/// Numbers in fields that are declared as numbers: decimal, and nothing that reads in two ways.
enum NumberSyntax {
  static func integer(_ text: String) throws(LiteralSyntax.Problem) -> Int64 {
    try refuseOtherForms(text)
    guard isInteger(text) else {
      throw LiteralSyntax.Problem("expected a whole number, found `\(text)`")
    }
    guard let number = Int64(text) else {
      throw LiteralSyntax.Problem("`\(text)` is too large a number for 64 bits")
    }
    return number
  }

  /// A whole number stays exact; others are the nearest that 64 bits of IEEE 754 hold.
  static func number(_ text: String) throws(LiteralSyntax.Problem) -> Value {
    try refuseOtherForms(text)
    if isInteger(text) { return .int(try integer(text)) }
    guard isDecimal(text), let number = Double(text), number.isFinite else {
      throw LiteralSyntax.Problem("expected a number, found `\(text)`")
    }
    return .double(number)
  }

  private static func refuseOtherForms(_ text: String) throws(LiteralSyntax.Problem) {
    let digits = text.drop { $0 == "-" || $0 == "+" }
    guard let first = digits.utf8.first, isDigit(first) else { return }
    if digits.contains("_") {
      let plain = text.filter { $0 != "_" }
      throw LiteralSyntax.Problem(
        "`\(text)` has an underscore in a number", help: "write `\(plain)`")
    }
    if digits.contains(",") {
      throw LiteralSyntax.Problem(
        "`\(text)` has a comma in a number", help: "the decimal sign is a point")
    }
    guard first == UInt8(ascii: "0"), let second = digits.dropFirst().utf8.first else { return }
    if "xXoObB".utf8.contains(second) {
      throw LiteralSyntax.Problem("`\(text)` is no decimal number", help: "write it in decimal")
    }
    if isDigit(second) {
      throw LiteralSyntax.Problem(
        "`\(text)` has a leading zero",
        help: "write `\(text.prefix(text.count - digits.count))\(withoutZeros(digits))`")
    }
  }

  private static func withoutZeros(_ digits: Substring) -> Substring {
    var rest = digits
    while rest.hasPrefix("0"), let next = rest.dropFirst().utf8.first, isDigit(next) {
      rest.removeFirst()
    }
    return rest
  }

  private static func isInteger(_ text: String) -> Bool {
    let digits = text.hasPrefix("-") || text.hasPrefix("+") ? text.dropFirst() : text[...]
    return !digits.isEmpty && digits.utf8.allSatisfy(isDigit)
  }

  /// Whether the text is `[-+]? ( \. [0-9]+ | [0-9]+ \. [0-9]* | [0-9]+ ) ( [eE] [-+]? [0-9]+ )?`.
  private static func isDecimal(_ text: String) -> Bool {
    var rest = text.utf8[...]
    func takeSign() {
      if rest.first == UInt8(ascii: "-") || rest.first == UInt8(ascii: "+") { rest.removeFirst() }
    }
    func takeDigits() -> Int {
      let digits = rest.prefix(while: isDigit)
      rest = rest[digits.endIndex...]
      return digits.count
    }
    takeSign()
    var digits = takeDigits()
    if rest.first == UInt8(ascii: ".") {
      rest.removeFirst()
      digits += takeDigits()
    }
    guard digits > 0 else { return false }
    if rest.first == UInt8(ascii: "e") || rest.first == UInt8(ascii: "E") {
      rest.removeFirst()
      takeSign()
      guard takeDigits() > 0 else { return false }
    }
    return rest.isEmpty
  }

  private static func isDigit(_ byte: UInt8) -> Bool { (48...57).contains(byte) }
}
