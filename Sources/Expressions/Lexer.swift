/// Cuts an expression into tokens.
struct Lexer {
  let scalars: [Unicode.Scalar]
  var position = 0
  private var tokens: [Token] = []

  /// All tokens of a source, the last being the end.
  static func tokens(of scalars: [Unicode.Scalar]) throws(ExpressionError) -> [Token] {
    var lexer = Lexer(scalars: scalars)
    while let token = try lexer.next() { lexer.tokens.append(token) }
    let end = scalars.count
    lexer.tokens.append(Token(kind: .end, range: end..<end))
    return lexer.tokens
  }

  /// Where the brace stands that has no counterpart after an index; nil where there is none.
  static func closingBrace(
    of scalars: [Unicode.Scalar], from start: Int
  ) throws(ExpressionError) -> Int? {
    var lexer = Lexer(scalars: scalars)
    lexer.position = start
    var open = 0
    while let token = try lexer.next() {
      if token.is(.leftBrace) { open += 1 }
      if token.is(.rightBrace) {
        guard open > 0 else { return token.range.lowerBound }
        open -= 1
      }
    }
    return nil
  }

  private init(scalars: [Unicode.Scalar]) { self.scalars = scalars }

  func peek(_ distance: Int = 0) -> Unicode.Scalar? {
    position + distance < scalars.count ? scalars[position + distance] : nil
  }

  func error(_ message: String, from start: Int, help: String? = nil) -> ExpressionError {
    ExpressionError(message, at: start..<max(start + 1, position), help: help)
  }

  private mutating func next() throws(ExpressionError) -> Token? {
    skipBlanksAndComments()
    guard let scalar = peek() else { return nil }
    let start = position
    let kind: Token.Kind
    if let literal = try readTextLiteral() {
      kind = literal
    } else if scalar.isDigit || (scalar == "." && peek(1)?.isDigit == true) {
      kind = try readNumber()
    } else if scalar.isIdentifierStart {
      kind = .identifier(takeIdentifier())
    } else if scalar == "`" {
      kind = try readQuotedIdentifier()
    } else {
      kind = try readSymbol()
    }
    return Token(kind: kind, range: start..<position)
  }

  private mutating func skipBlanksAndComments() {
    while let scalar = peek() {
      switch scalar {
      case " ", "\t", "\n", "\r", "\u{0C}": position += 1
      case "/" where peek(1) == "/":
        while let inside = peek(), inside != "\n" {
          _ = inside
          position += 1
        }
      default: return
      }
    }
  }

  private mutating func takeIdentifier() -> String {
    let start = position
    while let scalar = peek(), scalar.isIdentifierStart || scalar.isDigit { position += 1 }
    return text(start..<position)
  }

  func text(_ range: Range<Int>) -> String {
    var view = String.UnicodeScalarView()
    view.append(contentsOf: scalars[range])
    return String(view)
  }

  private mutating func readQuotedIdentifier() throws(ExpressionError) -> Token.Kind {
    let start = position
    position += 1
    while let scalar = peek(), scalar != "`" {
      let isAllowed =
        scalar.isIdentifierStart || scalar.isDigit || scalar == "." || scalar == "-"
        || scalar == "/" || scalar == " "
      position += 1
      guard isAllowed else {
        throw error(
          "`\(scalar)` cannot stand in a quoted field name", from: position - 1,
          help: "use an index: x[\"name\"]")
      }
    }
    let name = text(start + 1..<position)
    guard peek() == "`" else { throw error("the quoted name does not end", from: start) }
    position += 1
    guard !name.isEmpty else { throw error("the quoted name is empty", from: start) }
    return .quotedIdentifier(name)
  }

  private mutating func readSymbol() throws(ExpressionError) -> Token.Kind {
    let start = position
    let scalar = scalars[position]
    if let symbol = Token.Symbol(scalar, peek(1)) {
      position += symbol.rawValue.utf8.count
      return .symbol(symbol)
    }
    position += 1
    throw error("`\(scalar)` has no meaning here", from: start, help: Self.help(for: scalar))
  }

  private static func help(for scalar: Unicode.Scalar) -> String? {
    switch scalar {
    case "=": "two values are compared with `==`"
    case "&": "write `&&` for \"and\""
    case "|": "write `||` for \"or\""
    case "$": "inside an expression names stand alone, without `$`"
    case "~": "text is matched with `x.matches(\"…\")`"
    case "“", "”", "„", "‘", "’": "text stands between straight quotes, \"…\" or '…'"
    case ";": "an expression has no statements; join conditions with `&&`"
    case "\\": "a backslash stands only inside quotes"
    case "≠": "write `!=`"
    case "≤": "write `<=`"
    case "≥": "write `>=`"
    default: nil
    }
  }
}

extension Unicode.Scalar {
  var isDigit: Bool { self >= "0" && self <= "9" }

  var isIdentifierStart: Bool {
    (self >= "a" && self <= "z") || (self >= "A" && self <= "Z") || self == "_"
  }

  var hexDigit: UInt32? {
    switch self {
    case "0"..."9": value - 0x30
    case "a"..."f": value - 0x61 + 10
    case "A"..."F": value - 0x41 + 10
    default: nil
    }
  }
}
