internal import Values

/// Literals, names, calls, lists, maps, and what follows them: `.field`, `[index]`, `(…)`.
extension Parser {
  mutating func member() throws(ExpressionError) -> Syntax.ID {
    try selectors(after: primary())
  }

  mutating func selectors(after first: Syntax.ID) throws(ExpressionError) -> Syntax.ID {
    var operand = first
    while true {
      if take(.dot) {
        operand = try selector(of: operand)
      } else if current.is(.leftBracket) {
        let bracket = advance()
        let isOptional = take(.question)
        let index = try expression()
        try expect(.rightBracket, after: bracket)
        operand = try add(
          .index(operand, index, isOptional: isOptional), from: start(of: operand),
          focus: bracket.range.lowerBound..<previous.range.upperBound)
      } else if current.is(.leftBrace), let name = qualifiedName(operand) {
        operand = try message(name, from: start(of: operand))
      } else {
        return operand
      }
    }
  }

  private mutating func selector(of operand: Syntax.ID) throws(ExpressionError) -> Syntax.ID {
    let isOptional = take(.question)
    let token = current
    let from = start(of: operand)
    switch token.kind {
    case .quotedIdentifier(let name):
      advance()
      return try add(
        .select(operand, field: name, isOptional: isOptional), from: from, focus: token.range)
    case .identifier(let name) where !Self.literalNames.contains(name):
      advance()
      guard current.is(.leftParenthesis), !isOptional else {
        return try add(
          .select(operand, field: name, isOptional: isOptional), from: from, focus: token.range)
      }
      let arguments = try self.arguments()
      return try call(name, token.range, target: operand, arguments: arguments, from: from)
    case .identifier, .int, .uint, .double, .string, .bytes, .symbol, .end:
      throw unexpected("expected the name of a field after `.`")
    }
  }

  /// What stands in parentheses after the name of a function.
  private mutating func arguments() throws(ExpressionError) -> [Syntax.ID] {
    let parenthesis = advance()
    var arguments: [Syntax.ID] = []
    if take(.rightParenthesis) { return arguments }
    repeat { arguments.append(try expression()) } while take(.comma)
    try expect(.rightParenthesis, after: parenthesis)
    return arguments
  }

  private mutating func call(
    _ name: String, _ focus: Range<Int>, target: Syntax.ID?, arguments: [Syntax.ID], from: Int
  ) throws(ExpressionError) -> Syntax.ID {
    let call = MacroCall(name: name, focus: focus, target: target, arguments: arguments)
    if expandsMacros, let kind = try expand(call) { return try add(kind, from: from, focus: focus) }
    let kind = Syntax.Kind.call(target: target, function: name, arguments: arguments)
    return try add(kind, from: from, focus: focus)
  }

  private mutating func primary() throws(ExpressionError) -> Syntax.ID {
    let token = current
    let from = token.range.lowerBound
    switch token.kind {
    case .int(let magnitude):
      advance()
      guard let number = Int64(exactly: magnitude) else {
        throw ExpressionError(
          "the number is too large", at: token.range, help: "write \(magnitude)u or \(magnitude).0")
      }
      return try add(.constant(.int(number)), from: from)
    case .uint(let number):
      advance()
      return try add(.constant(.uint(number)), from: from)
    case .double(let number):
      advance()
      return try add(.constant(.double(number)), from: from)
    case .string(let text):
      advance()
      return try add(.constant(.string(text)), from: from)
    case .bytes(let bytes):
      advance()
      return try add(.constant(.bytes(bytes)), from: from)
    case .identifier(let name): return try named(name, token)
    case .symbol(.dot): return try absoluteName()
    case .symbol(.leftParenthesis):
      advance()
      let inside = try expression()
      try expect(.rightParenthesis, after: token)
      return inside
    case .symbol(.leftBracket): return try list()
    case .symbol(.leftBrace):
      let entries = try self.entries { (parser) throws(ExpressionError) in
        try parser.expression()
      }
      return try add(.map(entries), from: from)
    case .quotedIdentifier, .symbol, .end: throw unexpected()
    }
  }

  private mutating func named(_ name: String, _ token: Token) throws(ExpressionError) -> Syntax.ID {
    let from = token.range.lowerBound
    advance()
    switch name {
    case "true": return try add(.constant(.bool(true)), from: from)
    case "false": return try add(.constant(.bool(false)), from: from)
    case "null": return try add(.constant(.null), from: from)
    default: break
    }
    guard !Self.reservedNames.contains(name) else {
      throw ExpressionError("`\(name)` is a reserved word", at: token.range)
    }
    guard current.is(.leftParenthesis) else {
      return try add(.identifier(name), from: from)
    }
    let arguments = try self.arguments()
    return try call(name, token.range, target: nil, arguments: arguments, from: from)
  }

  /// A name that begins with a dot, so that the container is left out.
  private mutating func absoluteName() throws(ExpressionError) -> Syntax.ID {
    let dot = advance()
    guard case .identifier(let name) = current.kind, !Self.reservedNames.contains(name) else {
      throw unexpected("expected a name after `.`")
    }
    let token = advance()
    guard current.is(.leftParenthesis) else {
      return try add(.identifier("." + name), from: dot.range.lowerBound, focus: token.range)
    }
    let arguments = try self.arguments()
    return try call(
      "." + name, token.range, target: nil, arguments: arguments, from: dot.range.lowerBound)
  }

  private mutating func list() throws(ExpressionError) -> Syntax.ID {
    let bracket = advance()
    var elements: [Syntax.Element] = []
    while !current.is(.rightBracket) {
      let isOptional = take(.question)
      elements.append(Syntax.Element(value: try expression(), isOptional: isOptional))
      guard take(.comma) else { break }
    }
    try expect(.rightBracket, after: bracket)
    return try add(.list(elements), from: bracket.range.lowerBound)
  }

  /// Pairs between braces; how keys are read depends on what they are.
  private mutating func entries(
    key readKey: (inout Parser) throws(ExpressionError) -> Syntax.ID
  ) throws(ExpressionError) -> [Syntax.Entry] {
    let brace = advance()
    var entries: [Syntax.Entry] = []
    while !current.is(.rightBrace) {
      let isOptional = take(.question)
      let key = try readKey(&self)
      guard take(.colon) else { throw unexpected("expected `:` and a value") }
      entries.append(Syntax.Entry(key: key, value: try expression(), isOptional: isOptional))
      guard take(.comma) else { break }
    }
    try expect(.rightBrace, after: brace)
    return entries
  }

  private mutating func message(_ name: String, from: Int) throws(ExpressionError) -> Syntax.ID {
    let focus = from..<previous.range.upperBound
    let entries = try self.entries { (parser) throws(ExpressionError) in
      switch parser.current.kind {
      case .identifier(let name), .quotedIdentifier(let name):
        let token = parser.advance()
        return try parser.add(.constant(.string(name)), from: token.range.lowerBound)
      case .int, .uint, .double, .string, .bytes, .symbol, .end:
        throw parser.unexpected("expected the name of a field")
      }
    }
    return try add(.message(name, entries), from: from, focus: focus)
  }

  /// The dotted name that a node spells; nil where it is more than that.
  private func qualifiedName(_ id: Syntax.ID) -> String? {
    switch syntax[id].kind {
    case .identifier(let name): name
    case .select(let operand, let field, false): qualifiedName(operand).map { $0 + "." + field }
    default: nil
    }
  }

  private static let literalNames: Set<String> = ["true", "false", "null", "in"]

  private static let reservedNames: Set<String> = [
    "in", "as", "break", "const", "continue", "else", "for", "function", "if", "import", "let",
    "loop", "package", "namespace", "return", "var", "void", "while",
  ]
}
