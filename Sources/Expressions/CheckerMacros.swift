internal import Values

/// Macros, indexes, optionals and messages.
extension Checker {
  /// Checks something in which more variables are in force.
  mutating func withLocals(
    _ locals: [Scope],
    _ body: (inout Checker) throws(ExpressionError) -> ValueType
  ) throws(ExpressionError) -> ValueType {
    let before = scopes.count
    scopes += locals
    checked.localCount = max(checked.localCount, scopes.count)
    defer { scopes.removeLast(scopes.count - before) }
    return try body(&self)
  }

  mutating func comprehension(
    _ macro: Syntax.Comprehension
  ) throws(ExpressionError) -> ValueType {
    let range = try check(macro.range)
    let (key, value) = try elementTypes(of: range, macro)
    let first = macro.secondVariable != nil || isMap(range) ? key : value
    var locals = [Scope(name: macro.variable, type: first)]
    if let second = macro.secondVariable { locals.append(Scope(name: second, type: value)) }
    return try withLocals(locals) { (checker) throws(ExpressionError) in
      if let filter = macro.filter { try checker.requireBool(filter, "the condition of the macro") }
      switch macro.kind {
      case .all, .exists, .existsOne:
        try checker.requireBool(macro.body, "the condition of `\(macro.kind.rawValue)`")
        return .bool
      case .filter:
        try checker.requireBool(macro.body, "the condition of `filter`")
        return .list(first)
      case .map, .transformList: return .list(try checker.check(macro.body))
      case .transformMap: return .map(key, try checker.check(macro.body))
      case .transformMapEntry: return try checker.entryType(macro.body)
      }
    }
  }

  private func isMap(_ type: ValueType) -> Bool {
    if case .map = inference.head(type) { true } else { false }
  }

  private mutating func entryType(_ body: Syntax.ID) throws(ExpressionError) -> ValueType {
    let type = try check(body)
    let wanted = ValueType.map(inference.unknown(), inference.unknown())
    if inference.assign(type, to: wanted) { return wanted }
    guard environment.checksTypes else { return .dynamic }
    throw error("the new entry must be a map, but this is \(display(type))", at: body)
  }

  /// The types of the keys or indexes, and of the elements, that a macro visits.
  private mutating func elementTypes(
    of range: ValueType, _ macro: Syntax.Comprehension
  ) throws(ExpressionError) -> (ValueType, ValueType) {
    switch inference.head(range) {
    case .list(let element): return (.int, element)
    case .map(let key, let value): return (key, value)
    case .dynamic: return (.dynamic, .dynamic)
    case .parameter:
      _ = inference.assign(range, to: .dynamic)
      return (.dynamic, .dynamic)
    case .null, .bool, .int, .uint, .double, .string, .bytes, .timestamp, .duration, .type,
      .optional, .entity, .abstract:
      guard environment.checksTypes else { return (.dynamic, .dynamic) }
      throw error(
        "`\(macro.kind.rawValue)` goes through a list or map, but this is \(display(range))",
        at: macro.range)
    }
  }

  mutating func optionalMap(
    _ target: Syntax.ID, _ name: String, _ body: Syntax.ID, isFlat: Bool
  ) throws(ExpressionError) -> ValueType {
    let type = try check(target)
    let inner = inference.unknown()
    let fits = inference.assign(type, to: .optional(inner))
    guard fits || !environment.checksTypes else {
      throw error("this is no optional, but \(display(type))", at: target)
    }
    let result = try withLocals([Scope(name: name, type: fits ? inner : .dynamic)]) {
      (checker) throws(ExpressionError) in try checker.check(body)
    }
    guard isFlat else { return .optional(result) }
    guard !environment.checksTypes || inference.assign(result, to: .optional(inference.unknown()))
    else { throw error("this must be an optional, but is \(display(result))", at: body) }
    return result
  }

  mutating func index(
    _ operand: Syntax.ID, _ index: Syntax.ID, isOptional: Bool, _ id: Syntax.ID
  ) throws(ExpressionError) -> ValueType {
    var container = try check(operand)
    let key = try check(index)
    var wraps = isOptional
    if case .optional(let inner) = container { (container, wraps) = (inference.head(inner), true) }
    let element = try element(of: container, at: key, id)
    return wraps ? .optional(element) : element
  }

  private mutating func element(
    of container: ValueType, at key: ValueType, _ id: Syntax.ID
  ) throws(ExpressionError) -> ValueType {
    switch container {
    case .list(let element):
      if inference.assign(key, to: .int) || !environment.checksTypes { return element }
      throw error("a list is indexed by int, not by \(display(key))", at: id)
    case .map(let wanted, let value):
      if inference.assign(key, to: wanted) || !environment.checksTypes { return value }
      throw error("the keys of this map are \(display(wanted)), not \(display(key))", at: id)
    case .dynamic: return .dynamic
    case .parameter:
      _ = inference.assign(container, to: .dynamic)
      return .dynamic
    case .null, .bool, .int, .uint, .double, .string, .bytes, .timestamp, .duration, .type,
      .optional, .entity, .abstract:
      guard environment.checksTypes else { return .dynamic }
      throw error("\(display(container)) has no elements", at: id)
    }
  }

  mutating func message(
    _ name: String, _ entries: [Syntax.Entry], _ id: Syntax.ID
  ) throws(ExpressionError) -> ValueType {
    for entry in entries { try check(entry.value) }
    for candidate in candidates(name) {
      guard let type = WellKnownTypes.all[candidate] else { continue }
      checked.resolutions[id] = .constant(.type(candidate))
      return type
    }
    guard environment.checksTypes else {
      checked.resolutions[id] = .failure(.noSuchVariable(name))
      return .dynamic
    }
    throw focusError("there is no type `\(name)` to make a value of", at: id)
  }
}
