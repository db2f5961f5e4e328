/// What to say where an expression does not go on as it should.
extension Parser {
  /// The error for the token that stands here.
  func unexpected(_ expectation: String? = nil) -> ExpressionError {
    let message =
      switch (current.kind, expectation) {
      case (.end, let expectation?): "the expression ends too early: \(expectation)"
      case (.end, nil): "the expression ends too early"
      case (_, let expectation?): "\(expectation), but found \(current.name)"
      case (_, nil): "\(current.name) cannot stand here"
      }
    return ExpressionError(message, at: current.range, help: hint)
  }

  private var hint: String? {
    switch current.kind {
    case .symbol(.times):
      return "patterns are text: write x.glob(\"*\(wordAfter)\") or x.endsWith(\"\(wordAfter)\")"
    case .identifier(let name):
      switch name {
      case "and": return "write `&&` for \"and\""
      case "or": return "write `||` for \"or\""
      case "not": return "write `!` for \"not\""
      case "is": return "two values are compared with `==`"
      case "contains", "startsWith", "endsWith", "matches", "glob":
        return "write it as a call: x.\(name)(\"…\")"
      case "then", "if": return "write `condition ? value : other`"
      default: break
      }
      if case .identifier(let before) = previous.kind, before == "not" {
        return "write `!` for \"not\""
      }
      return nil
    case .quotedIdentifier: return "quoted names stand only after a dot: x.`a-b`"
    case .symbol(let symbol) where symbol.needsLeftSide: return "a value is missing before it"
    case .string, .bytes, .int, .uint, .double, .symbol, .end: return nil
    }
  }

  /// The text that follows directly, as in `*.pdf`.
  private var wordAfter: String {
    var view = String.UnicodeScalarView()
    for scalar in scalars[min(current.range.upperBound, scalars.count)...] {
      guard scalar.isIdentifierStart || scalar.isDigit || scalar == "." || scalar == "-" else {
        break
      }
      view.append(scalar)
    }
    return String(view)
  }
}

extension Token.Symbol {
  fileprivate var needsLeftSide: Bool {
    switch self {
    case .and, .or, .equal, .notEqual, .lessOrEqual, .less, .greaterOrEqual, .greater, .plus,
      .divide, .modulo:
      true
    case .not, .minus, .times, .question, .colon, .dot, .comma, .leftParenthesis,
      .rightParenthesis, .leftBracket, .rightBracket, .leftBrace, .rightBrace:
      false
    }
  }
}
