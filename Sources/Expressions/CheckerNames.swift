internal import Values

/// What names stand for: variables, fields, types.
extension Checker {
  mutating func identifier(_ name: String, _ id: Syntax.ID) throws(ExpressionError) -> ValueType {
    if let slot = scopes.lastIndex(where: { $0.name == name }) {
      checked.resolutions[id] = .local(slot)
      return scopes[slot].type
    }
    if let type = resolve(name, id) { return type }
    guard environment.checksTypes else {
      checked.resolutions[id] = .failure(.noSuchVariable(name))
      return .dynamic
    }
    throw unknownName(name, id)
  }

  /// Looks a dotted name up, in the container first.
  private mutating func resolve(_ name: String, _ id: Syntax.ID) -> ValueType? {
    for candidate in candidates(name) {
      if let type = environment.variables[candidate] {
        checked.resolutions[id] = .variable(candidate)
        return type
      }
      if candidate == "now", environment.dialect == .hob {
        checked.resolutions[id] = .now
        return .timestamp
      }
      if let type = TypeDenotation.all[candidate] {
        checked.resolutions[id] = .constant(.type(TypeDenotation.name(candidate)))
        return .type(type)
      }
      if let (value, type) = WellKnownTypes.constants[candidate] {
        checked.resolutions[id] = .constant(value)
        return type
      }
    }
    return nil
  }

  /// The full names that a name may mean, the innermost container first.
  func candidates(_ name: String) -> [String] {
    if name.hasPrefix(".") { return [String(name.dropFirst())] }
    var parts = environment.container.split(separator: ".")
    var names: [String] = []
    while !parts.isEmpty {
      names.append(parts.joined(separator: ".") + "." + name)
      parts.removeLast()
    }
    return names + [name]
  }

  /// The dotted name that a node spells; nil where it is more, or begins with a macro's variable.
  func qualifiedName(_ id: Syntax.ID) -> String? {
    switch syntax[id].kind {
    case .identifier(let name):
      scopes.contains { $0.name == name } ? nil : name
    case .select(let operand, let field, false):
      qualifiedName(operand).map { $0 + "." + field }
    default: nil
    }
  }

  mutating func select(
    _ operand: Syntax.ID, _ field: String, isOptional: Bool, _ id: Syntax.ID
  ) throws(ExpressionError) -> ValueType {
    if !isOptional, let name = qualifiedName(id), let type = resolve(name, id) { return type }
    let target = try check(operand)
    if !isOptional { return try fieldType(field, of: target, id) }
    let inner: ValueType = if case .optional(let inner) = target { inner } else { target }
    let type = try fieldType(field, of: inner, id)
    // What is optional already is not wrapped again.
    if case .optional = inference.head(type), case .optional = inner { return type }
    return .optional(type)
  }

  /// The type of a field of a value.
  mutating func fieldType(
    _ field: String, of type: ValueType, _ id: Syntax.ID
  ) throws(ExpressionError) -> ValueType {
    switch inference.head(type) {
    case .dynamic: return .dynamic
    case .parameter:
      _ = inference.assign(type, to: .dynamic)
      return .dynamic
    case .map(let key, let value):
      guard !environment.checksTypes || inference.assign(.string, to: key) else {
        throw focusError("the keys of this map are no text, but \(display(key))", at: id)
      }
      return value
    case .optional(let inner):
      let found = try fieldType(field, of: inference.head(inner), id)
      return .optional(found)
    case .entity(let name):
      guard let schema = environment.entities[name] else { return .dynamic }
      checked.places[id] = schema.place(of: field)
      if let found = schema.field(field) { return found.type }
      guard environment.checksTypes else { return .dynamic }
      throw unknownField(field, schema, id)
    case .null, .bool, .int, .uint, .double, .string, .bytes, .list, .timestamp, .duration,
      .type, .abstract:
      guard environment.checksTypes else { return .dynamic }
      throw focusError("\(display(type)) has no fields", at: id, help: callHint(field))
    }
  }

  private func callHint(_ field: String) -> String? {
    guard let function = functions[field], function.overloads.contains(where: \.isMember) else {
      return nil
    }
    return "`\(field)` is a function: write .\(field)(…)"
  }

  private func unknownField(
    _ field: String, _ schema: EntitySchema, _ id: Syntax.ID
  ) -> ExpressionError {
    let names = schema.fields.map(\.name)
    let message = "\(schema.type) has no field `\(field)`"
    if let near = NearestName.to(field, among: names) {
      return focusError(message, at: id, help: "did you mean `\(near)`?")
    }
    return focusError(message, at: id, help: "it has " + names.joined(separator: ", "))
  }

  private func unknownName(_ name: String, _ id: Syntax.ID) -> ExpressionError {
    let message = "there is no `\(name)` here"
    let owners = environment.variables.filter { variable in
      guard case .entity(let type) = variable.value else { return false }
      return environment.entities[type]?.field(name) != nil
    }
    if let owner = owners.keys.min() {
      return error(message, at: id, help: "did you mean `\(owner).\(name)`?")
    }
    if let function = functions[name], !function.overloads.isEmpty {
      return error(message, at: id, help: "`\(name)` is a function: write \(name)(…)")
    }
    var names = Array(environment.variables.keys) + scopes.map(\.name)
    if environment.dialect == .hob { names.append("now") }
    if let near = NearestName.to(name, among: names) {
      return error(message, at: id, help: "did you mean `\(near)`?")
    }
    let help =
      names.isEmpty
      ? "text stands between quotes"
      : "there is \(names.sorted().joined(separator: ", ")); text stands between quotes"
    return error(message, at: id, help: help)
  }
}

extension TypeDenotation {
  /// The name that `type()` gives for a type by this name.
  static func name(_ candidate: String) -> String { candidate }
}
