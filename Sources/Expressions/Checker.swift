internal import Values

/// Finds out the type of every node, and refuses what cannot work.
struct Checker {
  let environment: CheckEnvironment
  let functions: [String: FunctionDefinition]
  let worldFunctions: [String: WorldFunction]
  var inference = Inference()
  var scopes: [Scope] = []
  var checked: Checked

  /// A variable of a macro.
  struct Scope {
    let name: String
    let type: ValueType
  }

  static func check(
    _ syntax: Syntax, in environment: CheckEnvironment
  ) throws(ExpressionError) -> Checked {
    var checker = Checker(syntax, environment)
    _ = try checker.check(syntax.root)
    for id in checker.checked.types.indices {
      checker.checked.types[id] = checker.inference.resolve(
        checker.checked.types[id], unknownIsDynamic: true)
    }
    return checker.checked
  }

  private init(_ syntax: Syntax, _ environment: CheckEnvironment) {
    self.environment = environment
    checked = Checked(syntax)
    functions = FunctionLibrary.functions(of: environment.dialect)
    var named: [String: WorldFunction] = [:]
    for function in environment.functions { named[function.name] = function }
    worldFunctions = named
  }

  var syntax: Syntax { checked.syntax }

  func error(
    _ message: String, at id: Syntax.ID, help: String? = nil
  ) -> ExpressionError {
    ExpressionError(message, at: syntax[id].range, help: help)
  }

  func focusError(_ message: String, at id: Syntax.ID, help: String? = nil) -> ExpressionError {
    ExpressionError(message, at: syntax[id].focus, help: help)
  }

  /// Checks a node and what is below it; the type may become known better later.
  @discardableResult
  mutating func check(_ id: Syntax.ID) throws(ExpressionError) -> ValueType {
    let type = inference.head(try typeOf(id))
    try checkLiterals(id)
    checked.types[id] = type
    return type
  }

  private mutating func typeOf(_ id: Syntax.ID) throws(ExpressionError) -> ValueType {
    switch syntax[id].kind {
    case .constant(let value): return value.literalType
    case .identifier(let name): return try identifier(name, id)
    case .select(let operand, let field, let isOptional):
      return try select(operand, field, isOptional: isOptional, id)
    case .has(let operand, let field):
      let type = try check(operand)
      _ = try fieldType(field, of: type, id)
      return .bool
    case .index(let operand, let index, let isOptional):
      return try self.index(operand, index, isOptional: isOptional, id)
    case .not(let operand): return try operatorCall("!", [operand], id)
    case .negate(let operand): return try operatorCall("-", [operand], id, key: "-_")
    case .and(let operands): return try logic(operands, "&&")
    case .or(let operands): return try logic(operands, "||")
    case .conditional(let test, let then, let otherwise):
      return try conditional(test, then, otherwise, id)
    case .binary(let operation, let left, let right):
      return try operatorCall(operation.rawValue, [left, right], id)
    case .list(let elements): return try list(elements)
    case .map(let entries): return try map(entries)
    case .message(let name, let entries): return try message(name, entries, id)
    case .call(let target, let function, let arguments):
      return try call(target, function, arguments, id)
    case .comprehension(let macro): return try comprehension(macro)
    case .bind(let name, let value, let body):
      let type = try check(value)
      return try withLocals([Scope(name: name, type: type)]) {
        (checker) throws(ExpressionError) in try checker.check(body)
      }
    case .optionalMap(let target, let name, let body, let isFlat):
      return try optionalMap(target, name, body, isFlat: isFlat)
    }
  }

  private mutating func logic(
    _ operands: [Syntax.ID], _ name: String
  ) throws(ExpressionError) -> ValueType {
    for operand in operands { try requireBool(operand, "each side of `\(name)`") }
    return .bool
  }

  mutating func requireBool(_ id: Syntax.ID, _ what: String) throws(ExpressionError) {
    let type = try check(id)
    guard environment.checksTypes, !inference.assign(type, to: .bool) else { return }
    let found = inference.resolve(type, unknownIsDynamic: true).displayName
    throw error("\(what) must be true or false, but this is \(found)", at: id)
  }

  private mutating func conditional(
    _ test: Syntax.ID, _ then: Syntax.ID, _ otherwise: Syntax.ID, _ id: Syntax.ID
  ) throws(ExpressionError) -> ValueType {
    try requireBool(test, "the condition before `?`")
    let types = [try check(then), try check(otherwise)]
    guard environment.checksTypes else { return .dynamic }
    let result = inference.unknown()
    if inference.assign(types, to: [result, result]) { return result }
    let names = types.map { inference.resolve($0, unknownIsDynamic: true).displayName }
    throw error(
      "the two sides of `:` are \(names[0]) and \(names[1])", at: id,
      help: "put one of them into dyn(…) if both are meant")
  }

  private mutating func list(_ elements: [Syntax.Element]) throws(ExpressionError) -> ValueType {
    var joined: ValueType?
    for element in elements {
      let type = try elementType(element.value, isOptional: element.isOptional)
      joined = joined.map { inference.join($0, type) } ?? type
    }
    return .list(joined ?? inference.unknown())
  }

  /// The type of an element, or of what is in it where it is an optional one.
  private mutating func elementType(
    _ id: Syntax.ID, isOptional: Bool
  ) throws(ExpressionError) -> ValueType {
    let type = try check(id)
    guard isOptional else { return type }
    let inner = inference.unknown()
    if inference.assign(type, to: .optional(inner)) { return inner }
    guard environment.checksTypes else { return .dynamic }
    throw error("after `?` stands an optional, but this is \(display(type))", at: id)
  }

  private mutating func map(_ entries: [Syntax.Entry]) throws(ExpressionError) -> ValueType {
    var keys: ValueType?
    var values: ValueType?
    for entry in entries {
      var key = try check(entry.key)
      if !inference.head(key).canBeKey {
        guard !environment.checksTypes else {
          throw error("\(display(key)) cannot be the key of a map", at: entry.key)
        }
        key = .dynamic
      }
      let value = try elementType(entry.value, isOptional: entry.isOptional)
      keys = keys.map { inference.join($0, key) } ?? key
      values = values.map { inference.join($0, value) } ?? value
    }
    return .map(keys ?? inference.unknown(), values ?? inference.unknown())
  }

  func display(_ type: ValueType) -> String {
    inference.resolve(type, unknownIsDynamic: true).displayName
  }
}

extension Value {
  /// The type of a value that stands in an expression as such.
  fileprivate var literalType: ValueType {
    switch self {
    case .null: .null
    case .bool: .bool
    case .int: .int
    case .uint: .uint
    case .double: .double
    case .string: .string
    case .bytes: .bytes
    case .list, .map, .timestamp, .duration, .type, .optional, .entity: .dynamic
    }
  }
}
