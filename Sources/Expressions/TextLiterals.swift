/// Text and bytes: `"…"`, `'…'`, `"""…"""`, `r"…"`, `b"…"` and their escapes.
extension Lexer {
  /// Reads a literal where one begins here.
  mutating func readTextLiteral() throws(ExpressionError) -> Token.Kind? {
    var length = 0
    var isRaw = false
    var isBytes = false
    while length < 2, let scalar = peek(length) {
      if (scalar == "r" || scalar == "R") && !isRaw {
        isRaw = true
      } else if (scalar == "b" || scalar == "B") && !isBytes {
        isBytes = true
      } else {
        break
      }
      length += 1
    }
    guard let quote = peek(length), quote == "\"" || quote == "'" else { return nil }
    let start = position
    position += length
    let isTriple = peek(1) == quote && peek(2) == quote
    position += isTriple ? 3 : 1
    var content = LiteralContent(isBytes: isBytes)
    while let scalar = peek() {
      if scalar == quote, !isTriple || (peek(1) == quote && peek(2) == quote) {
        position += isTriple ? 3 : 1
        return content.kind
      }
      if !isTriple, scalar == "\n" || scalar == "\r" { break }
      if scalar == "\\" && !isRaw {
        try readEscape(into: &content)
      } else {
        content.append(scalar)
        position += 1
      }
    }
    throw error(
      "the text that begins here does not end", from: start,
      help: isTriple ? nil : "close it with \(quote) on the same line")
  }

  private mutating func readEscape(into content: inout LiteralContent) throws(ExpressionError) {
    let start = position
    position += 2
    guard position <= scalars.count else { throw error("a lone backslash", from: start) }
    let letter = scalars[position - 1]
    switch letter {
    case "a": content.append("\u{07}")
    case "b": content.append("\u{08}")
    case "f": content.append("\u{0C}")
    case "n": content.append("\n")
    case "r": content.append("\r")
    case "t": content.append("\t")
    case "v": content.append("\u{0B}")
    case "\\", "?", "\"", "'", "`": content.append(letter)
    case "x", "X": try content.append(code: digits(2, radix: 16, from: start), in: self, start)
    case "0"..."3":
      position -= 1
      try content.append(code: digits(3, radix: 8, from: start), in: self, start)
    case "u" where !content.isBytes:
      try content.append(code: digits(4, radix: 16, from: start), in: self, start)
    case "U" where !content.isBytes:
      try content.append(code: digits(8, radix: 16, from: start), in: self, start)
    default:
      throw error(
        "`\\\(letter)` is no escape", from: start,
        help: "write `\\\\` for a backslash, or put r before the quotes")
    }
  }

  private mutating func digits(
    _ count: Int, radix: UInt32, from start: Int
  ) throws(ExpressionError) -> UInt32 {
    var value: UInt32 = 0
    for _ in 0..<count {
      guard let digit = peek()?.hexDigit, digit < radix else {
        throw error("the escape needs \(count) digits", from: start)
      }
      (value, position) = (value &* radix &+ digit, position + 1)
    }
    return value
  }
}

/// What stands between the quotes.
private struct LiteralContent {
  let isBytes: Bool
  private var scalars = String.UnicodeScalarView()
  private var bytes: [UInt8] = []

  init(isBytes: Bool) { self.isBytes = isBytes }

  var kind: Token.Kind { isBytes ? .bytes(bytes) : .string(String(scalars)) }

  mutating func append(_ scalar: Unicode.Scalar) {
    if isBytes {
      bytes.append(contentsOf: String(Character(scalar)).utf8)
    } else {
      scalars.append(scalar)
    }
  }

  /// Adds a code: an octet in bytes, a code point in text.
  mutating func append(
    code: UInt32, in lexer: Lexer, _ start: Int
  ) throws(ExpressionError) {
    if isBytes {
      bytes.append(UInt8(truncatingIfNeeded: code))
    } else if let scalar = Unicode.Scalar(code) {
      scalars.append(scalar)
    } else {
      throw lexer.error("the escape names no character", from: start)
    }
  }
}
