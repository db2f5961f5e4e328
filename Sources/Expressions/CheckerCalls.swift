internal import Values

/// Calls of functions and operators.
extension Checker {
  mutating func call(
    _ target: Syntax.ID?, _ function: String, _ arguments: [Syntax.ID], _ id: Syntax.ID
  ) throws(ExpressionError) -> ValueType {
    if let target, let name = qualifiedName(target), let found = find(name + "." + function) {
      return try call(found, arguments, takesTarget: false, id)
    }
    guard let found = find(function) else {
      if let target {
        try refuseNamespace(target, function, id)
        try check(target)
      }
      if environment.checksTypes { throw unknownFunction(function, id) }
      for argument in arguments { try check(argument) }
      checked.resolutions[id] = .failure(.noSuchFunction(function))
      return .dynamic
    }
    let all = (target.map { [$0] } ?? []) + arguments
    return try call(found, all, takesTarget: target != nil, id)
  }

  /// Names the nearest function of a namespace, such as `math`, where that is what stands there.
  private func refuseNamespace(
    _ target: Syntax.ID, _ function: String, _ id: Syntax.ID
  ) throws(ExpressionError) {
    guard environment.checksTypes, let namespace = qualifiedName(target),
      environment.variables[namespace] == nil
    else { return }
    let names = functions.keys.filter { $0.hasPrefix(namespace + ".") }
    guard !names.isEmpty else { return }
    let name = namespace + "." + function
    let near = NearestName.to(name, among: names) ?? names.sorted().joined(separator: ", ")
    throw error("there is no function `\(name)`", at: id, help: "there is \(near)")
  }

  private enum Found {
    case library(FunctionDefinition)
    case world(WorldFunction)
  }

  private func find(_ name: String) -> Found? {
    for candidate in candidates(name) {
      if let function = worldFunctions[candidate] { return .world(function) }
      if let function = functions[candidate] { return .library(function) }
    }
    return nil
  }

  private mutating func call(
    _ found: Found, _ arguments: [Syntax.ID], takesTarget: Bool, _ id: Syntax.ID
  ) throws(ExpressionError) -> ValueType {
    let overloads: [Overload]
    let name: String
    switch found {
    case .library(let function):
      checked.resolutions[id] = .function(function, takesTarget: takesTarget)
      (overloads, name) = (function.overloads, function.name)
    case .world(let function):
      checked.resolutions[id] = .world(function)
      (overloads, name) = ([.global(function.parameters, function.result)], function.name)
    }
    return try select(overloads, name, arguments, takesTarget: takesTarget, id)
  }

  mutating func operatorCall(
    _ name: String, _ arguments: [Syntax.ID], _ id: Syntax.ID, key: String? = nil
  ) throws(ExpressionError) -> ValueType {
    let overloads = OperatorSignatures.all[key ?? name] ?? []
    return try select(overloads, name, arguments, takesTarget: false, id)
  }

  /// Finds the overloads that take the arguments, and the type of what they give.
  private mutating func select(
    _ overloads: [Overload], _ name: String, _ arguments: [Syntax.ID], takesTarget: Bool,
    _ id: Syntax.ID
  ) throws(ExpressionError) -> ValueType {
    var types: [ValueType] = []
    for argument in arguments { types.append(try check(argument)) }
    if let exact = overloads.first(where: {
      $0.isMember == takesTarget && $0.isExact && $0.parameters == types
    }) {
      return exact.result
    }
    var result: ValueType?
    for overload in overloads where overload.isMember == takesTarget {
      guard let parameters = overload.parameters(for: types.count),
        result == nil || !overload.isFallback
      else { continue }
      let signature = inference.instantiate(parameters + [overload.result])
      guard inference.assign(types, to: Array(signature.dropLast())) else { continue }
      let found = signature[signature.count - 1]
      if let earlier = result, inference.resolve(earlier) != inference.resolve(found) {
        result = .dynamic
      } else {
        result = found
      }
    }
    if let result { return result }
    guard environment.checksTypes else { return .dynamic }
    throw noOverload(overloads, name, types, takesTarget: takesTarget, id)
  }

  private func noOverload(
    _ overloads: [Overload], _ name: String, _ types: [ValueType], takesTarget: Bool,
    _ id: Syntax.ID
  ) -> ExpressionError {
    let names = types.map { display($0) }
    switch syntax[id].kind {
    case .binary:
      let help =
        name == "==" || name == "!="
        ? "values of different types are never equal" : operatorHelp(name, types)
      return error(
        "`\(name)` does not go with \(names[0]) and \(names[1])", at: id, help: help)
    case .not, .negate:
      return error("`\(name)` does not go with \(names[0])", at: id)
    default: break
    }
    let usable = overloads.filter { $0.isMember == takesTarget }
    if usable.isEmpty, let other = overloads.first {
      return focusError(
        "`\(name)` is not called this way", at: id, help: "write \(other.display(name))")
    }
    let found =
      takesTarget
      ? "\(names[0]).\(name)(\(names.dropFirst().joined(separator: ", ")))"
      : "\(name)(\(names.joined(separator: ", ")))"
    let forms = usable.prefix(4).map { $0.display(name) }.joined(separator: " or ")
    return error("there is no \(found)", at: id, help: "there is \(forms)")
  }

  private func operatorHelp(_ name: String, _ types: [ValueType]) -> String? {
    let heads = types.map { inference.head($0) }
    if heads.contains(.timestamp) || heads.contains(.duration), heads.contains(.string) {
      return "text becomes a time with timestamp(\"…\"), a span with span(\"…\")"
    }
    if heads.contains(.string), heads.contains(.int) || heads.contains(.double) {
      return "numbers become text with string(…), text a number with int(…) or double(…)"
    }
    if heads.contains(.int), heads.contains(.double) {
      return "convert one of them with int(…) or double(…)"
    }
    return nil
  }

  private func unknownFunction(_ name: String, _ id: Syntax.ID) -> ExpressionError {
    if let form = MacroCall.forms[name] {
      return focusError("`\(name)` is not called this way", at: id, help: "write \(form)")
    }
    let names = Array(functions.keys) + Array(worldFunctions.keys) + Array(MacroCall.forms.keys)
    let near = NearestName.to(name, among: names)
    return focusError(
      "there is no function `\(name)`", at: id, help: near.map { "did you mean `\($0)`?" })
  }
}

extension MacroCall {
  /// How each macro is written.
  static let forms = [
    "has": "has(x.field)", "all": "list.all(x, condition)", "exists": "list.exists(x, condition)",
    "exists_one": "list.exists_one(x, condition)", "existsOne": "list.existsOne(x, condition)",
    "map": "list.map(x, value)", "filter": "list.filter(x, condition)",
    "transformList": "list.transformList(index, x, value)",
    "transformMap": "map.transformMap(key, x, value)",
    "transformMapEntry": "map.transformMapEntry(key, x, {key: value})",
    "bind": "cel.bind(name, value, result)", "optMap": "optional.optMap(x, value)",
    "optFlatMap": "optional.optFlatMap(x, optional)",
  ]
}
