/// The smallest part of an expression that means something.
struct Token: Sendable {
  enum Kind: Sendable, Equatable {
    case identifier(String)
    /// A field name between backticks.
    case quotedIdentifier(String)
    /// A whole number without its sign, which only the parser knows.
    case int(UInt64)
    case uint(UInt64)
    case double(Double)
    case string(String)
    case bytes([UInt8])
    case symbol(Symbol)
    case end
  }

  enum Symbol: String, Sendable {
    case and = "&&", or = "||", not = "!"
    case equal = "==", notEqual = "!=", lessOrEqual = "<=", less = "<", greaterOrEqual = ">="
    case greater = ">"
    case plus = "+", minus = "-", times = "*", divide = "/", modulo = "%"
    case question = "?", colon = ":", dot = ".", comma = ","
    case leftParenthesis = "(", rightParenthesis = ")"
    case leftBracket = "[", rightBracket = "]", leftBrace = "{", rightBrace = "}"
  }

  let kind: Kind
  let range: Range<Int>

  func `is`(_ symbol: Symbol) -> Bool { kind == .symbol(symbol) }

  /// How the token is named in messages.
  var name: String {
    switch kind {
    case .identifier(let name), .quotedIdentifier(let name): "`\(name)`"
    case .int, .uint, .double: "a number"
    case .string: "a text"
    case .bytes: "bytes"
    case .symbol(let symbol): "`\(symbol.rawValue)`"
    case .end: "the end"
    }
  }
}

extension Token.Symbol {
  /// The longest symbol that two characters begin with.
  init?(_ first: Unicode.Scalar, _ second: Unicode.Scalar?) {
    switch (first, second) {
    case ("&", "&"): self = .and
    case ("|", "|"): self = .or
    case ("!", "="): self = .notEqual
    case ("=", "="): self = .equal
    case ("<", "="): self = .lessOrEqual
    case (">", "="): self = .greaterOrEqual
    case ("!", _): self = .not
    case ("<", _): self = .less
    case (">", _): self = .greater
    default:
      guard let symbol = Self.single[first] else { return nil }
      self = symbol
    }
  }

  private static let single: [Unicode.Scalar: Token.Symbol] = [
    "+": .plus, "-": .minus, "*": .times, "/": .divide, "%": .modulo, "?": .question,
    ":": .colon, ".": .dot, ",": .comma, "(": .leftParenthesis, ")": .rightParenthesis,
    "[": .leftBracket, "]": .rightBracket, "{": .leftBrace, "}": .rightBrace,
  ]
}
