internal import Values

/// Reads tokens into a tree, with macros already in the form that is evaluated.
struct Parser {
  let scalars: [Unicode.Scalar]
  let limits: ExpressionLimits
  let expandsMacros: Bool
  private var tokens: [Token]
  private var position = 0
  private var depth = 0
  private(set) var syntax = Syntax()

  static func parse(
    _ source: String, limits: ExpressionLimits, expandsMacros: Bool = true
  ) throws(ExpressionError) -> Syntax {
    let scalars = Array(source.unicodeScalars)
    guard scalars.count <= limits.sourceLength else {
      let reason = EvaluationError.Reason.limit(.sourceLength, limits.sourceLength)
      throw ExpressionError("\(reason)", at: limits.sourceLength..<scalars.count)
    }
    var parser = Parser(scalars, limits, expandsMacros, try Lexer.tokens(of: scalars))
    guard parser.tokens.count > 1 else {
      throw ExpressionError("the expression is empty", at: 0..<scalars.count)
    }
    parser.syntax.root = try parser.expression()
    guard parser.current.kind == .end else { throw parser.unexpected() }
    return parser.syntax
  }

  private init(
    _ scalars: [Unicode.Scalar], _ limits: ExpressionLimits, _ expandsMacros: Bool,
    _ tokens: [Token]
  ) {
    (self.scalars, self.limits, self.expandsMacros) = (scalars, limits, expandsMacros)
    self.tokens = tokens
  }

  // MARK: Tokens

  var current: Token { tokens[position] }
  var following: Token { tokens[min(position + 1, tokens.count - 1)] }
  var previous: Token { tokens[max(0, position - 1)] }

  @discardableResult mutating func advance() -> Token {
    let token = tokens[position]
    if position < tokens.count - 1 { position += 1 }
    return token
  }

  mutating func take(_ symbol: Token.Symbol) -> Bool {
    guard current.is(symbol) else { return false }
    advance()
    return true
  }

  mutating func expect(_ symbol: Token.Symbol, after opening: Token) throws(ExpressionError) {
    guard !take(symbol) else { return }
    guard current.kind != .end else {
      throw ExpressionError("\(opening.name) is not closed", at: opening.range)
    }
    throw unexpected("expected `\(symbol.rawValue)`")
  }

  // MARK: Nodes

  mutating func add(
    _ kind: Syntax.Kind, from start: Int, focus: Range<Int>? = nil
  ) throws(ExpressionError) -> Syntax.ID {
    let range = start..<max(start, previous.range.upperBound)
    guard let id = syntax.add(kind, range: range, focus: focus ?? range, limit: limits.depth)
    else { throw tooDeep(range) }
    return id
  }

  private func tooDeep(_ range: Range<Int>) -> ExpressionError {
    ExpressionError("\(EvaluationError.Reason.limit(.depth, limits.depth))", at: range)
  }

  func start(of id: Syntax.ID) -> Int { syntax[id].range.lowerBound }

  // MARK: Operators

  /// One whole expression, with `a ? b : c` as the loosest.
  mutating func expression() throws(ExpressionError) -> Syntax.ID {
    depth += 1
    defer { depth -= 1 }
    guard depth <= limits.depth else { throw tooDeep(current.range) }
    let test = try disjunction()
    guard current.is(.question) else { return test }
    let question = advance()
    let then = try disjunction()
    guard take(.colon) else {
      throw unexpected("expected `:` and the value for when the condition does not hold")
    }
    let otherwise = try expression()
    return try add(
      .conditional(test, then: then, otherwise: otherwise), from: start(of: test),
      focus: question.range)
  }

  private mutating func disjunction() throws(ExpressionError) -> Syntax.ID {
    var operands = [try conjunction()]
    while take(.or) { operands.append(try conjunction()) }
    guard operands.count > 1 else { return operands[0] }
    return try add(.or(operands), from: start(of: operands[0]))
  }

  private mutating func conjunction() throws(ExpressionError) -> Syntax.ID {
    var operands = [try binary(minimum: 1)]
    while take(.and) { operands.append(try binary(minimum: 1)) }
    guard operands.count > 1 else { return operands[0] }
    return try add(.and(operands), from: start(of: operands[0]))
  }

  private mutating func binary(minimum: Int) throws(ExpressionError) -> Syntax.ID {
    var left = try unary()
    while let operation = current.binaryOperator, operation.precedence >= minimum {
      let token = advance()
      let right =
        operation.precedence == 3 ? try unary() : try binary(minimum: operation.precedence + 1)
      left = try add(
        .binary(operation, left, right), from: start(of: left), focus: token.range)
    }
    return left
  }

  private mutating func unary() throws(ExpressionError) -> Syntax.ID {
    var signs: [Token] = []
    while current.is(.not) || current.is(.minus) {
      if let last = signs.last, last.kind != current.kind { break }
      signs.append(advance())
    }
    if signs.last?.is(.minus) == true, let literal = try negativeLiteral(signs) { return literal }
    if current.is(.not) || current.is(.minus) { throw unexpected() }
    var operand = try member()
    for sign in signs.reversed() {
      let kind: Syntax.Kind = sign.is(.not) ? .not(operand) : .negate(operand)
      operand = try add(kind, from: sign.range.lowerBound, focus: sign.range)
    }
    return operand
  }

  /// A number with its sign, so that the lowest one can be written.
  private mutating func negativeLiteral(
    _ signs: [Token]
  ) throws(ExpressionError) -> Syntax.ID? {
    let value: Value
    switch current.kind {
    case .int(let magnitude):
      guard magnitude <= Int64.min.magnitude else { return nil }
      value = .int(magnitude == Int64.min.magnitude ? .min : -Int64(magnitude))
    case .double(let number): value = .double(-number)
    case .identifier, .quotedIdentifier, .uint, .string, .bytes, .symbol, .end: return nil
    }
    let sign = signs[signs.count - 1]
    advance()
    var operand = try add(.constant(value), from: sign.range.lowerBound)
    operand = try selectors(after: operand)
    for sign in signs.dropLast().reversed() {
      operand = try add(.negate(operand), from: sign.range.lowerBound, focus: sign.range)
    }
    return operand
  }
}

extension Token {
  fileprivate var binaryOperator: BinaryOperator? {
    switch kind {
    case .symbol(let symbol): symbol.binaryOperator
    case .identifier(let name): name == "in" ? .in : nil
    case .quotedIdentifier, .int, .uint, .double, .string, .bytes, .end: nil
    }
  }
}

extension Token.Symbol {
  fileprivate var binaryOperator: BinaryOperator? {
    switch self {
    case .equal: .equal
    case .notEqual: .notEqual
    case .less: .less
    case .lessOrEqual: .lessOrEqual
    case .greater: .greater
    case .greaterOrEqual: .greaterOrEqual
    case .plus: .add
    case .minus: .subtract
    case .times: .multiply
    case .divide: .divide
    case .modulo: .modulo
    case .and, .or, .not, .question, .colon, .dot, .comma, .leftParenthesis, .rightParenthesis,
      .leftBracket, .rightBracket, .leftBrace, .rightBrace:
      nil
    }
  }
}
