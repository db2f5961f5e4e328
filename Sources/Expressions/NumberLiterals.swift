/// Numbers: `12`, `0x1F`, `7u`, `1.5`, `.5`, `2e-3`.
extension Lexer {
  mutating func readNumber() throws(ExpressionError) -> Token.Kind {
    let start = position
    if peek() == "0", peek(1) == "x" || peek(1) == "X" { return try readHexadecimal() }
    skipDigits()
    var isWhole = true
    if peek() == ".", peek(1)?.isDigit == true {
      isWhole = false
      position += 1
      skipDigits()
    }
    if peek() == "e" || peek() == "E" {
      let signed = peek(1) == "+" || peek(1) == "-"
      guard peek(signed ? 2 : 1)?.isDigit == true else {
        position += 1
        throw error("the number has no digits after its exponent", from: start)
      }
      isWhole = false
      position += signed ? 2 : 1
      skipDigits()
    }
    let digits = text(start..<position)
    guard isWhole else {
      guard let number = Double(digits) else { throw error("no such number", from: start) }
      try refuseLetters(from: start)
      return .double(number)
    }
    return try whole(digits, radix: 10, from: start)
  }

  private mutating func skipDigits() { while peek()?.isDigit == true { position += 1 } }

  private mutating func readHexadecimal() throws(ExpressionError) -> Token.Kind {
    let start = position
    position += 2
    while peek()?.hexDigit != nil { position += 1 }
    return try whole(text(start + 2..<position), radix: 16, from: start)
  }

  private mutating func whole(
    _ digits: String, radix: Int, from start: Int
  ) throws(ExpressionError) -> Token.Kind {
    let isUnsigned = peek() == "u" || peek() == "U"
    if isUnsigned { position += 1 }
    try refuseLetters(from: start)
    guard !digits.isEmpty else { throw error("the number has no digits", from: start) }
    guard let number = UInt64(digits, radix: radix) else {
      throw error("the number is too large", from: start, help: "write it as \(digits).0")
    }
    return isUnsigned ? .uint(number) : .int(number)
  }

  /// Refuses `5MB` and the like, which would read as two tokens.
  private mutating func refuseLetters(from start: Int) throws(ExpressionError) {
    guard let scalar = peek(), scalar.isIdentifierStart else { return }
    let letters = position
    while let scalar = peek(), scalar.isIdentifierStart || scalar.isDigit { position += 1 }
    let number = text(start..<letters)
    let unit = text(letters..<position)
    // `1 in x` needs its blanks no more than `1+x`.
    if unit == "in" {
      position = letters
      return
    }
    throw error(
      "`\(unit)` follows a number", from: letters,
      help: "sizes are written bytesize(\"\(number) \(unit)\"), times span(\"\(number) \(unit)\")")
  }
}
