/// A call that may be a macro.
struct MacroCall {
  let name: String
  let focus: Range<Int>
  let target: Syntax.ID?
  let arguments: [Syntax.ID]
}

/// Macros: calls that take names or parts of expressions, not values.
extension Parser {
  /// The node that a macro stands for; nil where the call is none.
  mutating func expand(_ call: MacroCall) throws(ExpressionError) -> Syntax.Kind? {
    guard let target = call.target else {
      return call.name == "has" && call.arguments.count == 1 ? try has(call.arguments[0]) : nil
    }
    switch (call.name, call.arguments.count) {
    case ("bind", 3):
      guard case .identifier("cel") = syntax[target].kind else { return nil }
      let name = try variable(call.arguments[0])
      return .bind(name, call.arguments[1], body: call.arguments[2])
    case ("optMap", 2), ("optFlatMap", 2):
      let name = try variable(call.arguments[0])
      return .optionalMap(
        target, name: name, body: call.arguments[1], isFlat: call.name == "optFlatMap")
    default: return try comprehension(call, over: target)
    }
  }

  private func has(_ argument: Syntax.ID) throws(ExpressionError) -> Syntax.Kind {
    guard case .select(let operand, let field, false) = syntax[argument].kind else {
      throw ExpressionError(
        "has() takes a field, as in has(x.field)", at: syntax[argument].range)
    }
    return .has(operand, field: field)
  }

  private func variable(_ argument: Syntax.ID) throws(ExpressionError) -> String {
    guard case .identifier(let name) = syntax[argument].kind, !name.hasPrefix(".") else {
      throw ExpressionError("expected a simple name for the variable", at: syntax[argument].range)
    }
    return name
  }

  private func comprehension(
    _ call: MacroCall, over range: Syntax.ID
  ) throws(ExpressionError) -> Syntax.Kind? {
    guard let shape = ComprehensionShape(call.name, call.arguments.count) else { return nil }
    let arguments = call.arguments
    let first = try variable(arguments[0])
    let second = shape.hasTwoVariables ? try variable(arguments[1]) : nil
    guard first != second else {
      throw ExpressionError(
        "the two variables need different names", at: syntax[arguments[1]].range)
    }
    let filterIndex = shape.hasTwoVariables ? 2 : 1
    return .comprehension(
      Syntax.Comprehension(
        kind: shape.kind, range: range, variable: first, secondVariable: second,
        filter: shape.hasFilter ? arguments[filterIndex] : nil,
        body: arguments[arguments.count - 1]))
  }
}

/// Which macro a name and a number of arguments stand for.
private struct ComprehensionShape {
  let kind: Syntax.Comprehension.Kind
  var hasTwoVariables = false
  var hasFilter = false

  init?(_ name: String, _ count: Int) {
    switch (name, count) {
    case ("all", 2): kind = .all
    case ("exists", 2): kind = .exists
    case ("exists_one", 2), ("existsOne", 2): kind = .existsOne
    case ("map", 2): kind = .map
    case ("map", 3): (kind, hasFilter) = (.map, true)
    case ("filter", 2): kind = .filter
    case ("all", 3): (kind, hasTwoVariables) = (.all, true)
    case ("exists", 3): (kind, hasTwoVariables) = (.exists, true)
    case ("exists_one", 3), ("existsOne", 3): (kind, hasTwoVariables) = (.existsOne, true)
    case ("transformList", 3): (kind, hasTwoVariables) = (.transformList, true)
    case ("transformMap", 3): (kind, hasTwoVariables) = (.transformMap, true)
    case ("transformMapEntry", 3): (kind, hasTwoVariables) = (.transformMapEntry, true)
    case ("transformList", 4):
      (kind, hasTwoVariables, hasFilter) = (.transformList, true, true)
    case ("transformMap", 4): (kind, hasTwoVariables, hasFilter) = (.transformMap, true, true)
    case ("transformMapEntry", 4):
      (kind, hasTwoVariables, hasFilter) = (.transformMapEntry, true, true)
    default: return nil
    }
  }
}
