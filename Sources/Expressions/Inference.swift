internal import Values

/// What is found out about the type parameters of functions while an expression is checked.
struct Inference {
  private var found: [String: ValueType] = [:]
  private var count = 0

  /// A type that is not known yet.
  mutating func unknown() -> ValueType {
    count += 1
    return .parameter("%\(count)")
  }

  /// The types of a signature, with parameters of its own for this use.
  mutating func instantiate(_ types: [ValueType]) -> [ValueType] {
    var names: [String: ValueType] = [:]
    return types.map { instantiate($0, &names) }
  }

  private mutating func instantiate(
    _ type: ValueType, _ names: inout [String: ValueType]
  ) -> ValueType {
    switch type {
    case .parameter(let name):
      if let known = names[name] { return known }
      let fresh = unknown()
      names[name] = fresh
      return fresh
    case .list(let element): return .list(instantiate(element, &names))
    case .map(let key, let value):
      return .map(instantiate(key, &names), instantiate(value, &names))
    case .optional(let inner): return .optional(instantiate(inner, &names))
    case .type(let inner): return .type(instantiate(inner, &names))
    case .abstract(let name, let types):
      return .abstract(name, types.map { instantiate($0, &names) })
    case .dynamic, .null, .bool, .int, .uint, .double, .string, .bytes, .timestamp, .duration,
      .entity:
      return type
    }
  }

  /// The type with everything put in that is known of its parameters.
  func resolve(_ type: ValueType, unknownIsDynamic: Bool = false) -> ValueType {
    func inner(_ type: ValueType) -> ValueType {
      resolve(type, unknownIsDynamic: unknownIsDynamic)
    }
    switch type {
    case .parameter(let name):
      if let known = found[name] { return inner(known) }
      return unknownIsDynamic ? .dynamic : type
    case .list(let element): return .list(inner(element))
    case .map(let key, let value): return .map(inner(key), inner(value))
    case .optional(let type): return .optional(inner(type))
    case .type(let type): return .type(inner(type))
    case .abstract(let name, let types): return .abstract(name, types.map(inner))
    case .dynamic, .null, .bool, .int, .uint, .double, .string, .bytes, .timestamp, .duration,
      .entity:
      return type
    }
  }

  /// The outermost part of a type, looked up.
  func head(_ type: ValueType) -> ValueType {
    var type = type
    while case .parameter(let name) = type, let known = found[name] { type = known }
    return type
  }

  /// Whether values of all the types can be taken for others; learns only where all can.
  mutating func assign(_ types: [ValueType], to others: [ValueType]) -> Bool {
    let before = found
    for (type, other) in zip(types, others) where !assignOne(type, to: other) {
      found = before
      return false
    }
    return true
  }

  /// Whether a value of one type can be taken for another.
  mutating func assign(_ type: ValueType, to other: ValueType) -> Bool {
    assign([type], to: [other])
  }

  private mutating func assignOne(_ type: ValueType, to other: ValueType) -> Bool {
    if case .parameter(let name) = other {
      switch substitute(type, for: name) {
      case .fits: return true
      case .contradicts: return false
      case .circular: break
      }
    }
    if case .parameter(let name) = type { return substitute(other, for: name) == .fits }
    switch (type, other) {
    case (.dynamic, _), (_, .dynamic): return true
    case (.null, _): return other.takesNull
    case (_, .null): return type.takesNull
    case (.list(let left), .list(let right)), (.optional(let left), .optional(let right)):
      return assignOne(left, to: right)
    case (.map(let key, let value), .map(let otherKey, let otherValue)):
      return assignOne(key, to: otherKey) && assignOne(value, to: otherValue)
    case (.type, .type): return true
    case (.abstract(let name, let types), .abstract(let otherName, let others)):
      return name == otherName && types.count == others.count
        && zip(types, others).allSatisfy { assignOne($0, to: $1) }
    default: return type == other
    }
  }

  private enum Fit { case fits, contradicts, circular }

  private mutating func substitute(_ type: ValueType, for name: String) -> Fit {
    if type == .parameter(name) { return .fits }
    guard let known = found[name] else {
      guard !mentions(type, name) else { return .circular }
      found[name] = type
      return .fits
    }
    if type == known { return .fits }
    guard assignOne(type, to: known) else { return .contradicts }
    let general = moreGeneral(type, known)
    if !mentions(general, name) { found[name] = general }
    return .fits
  }

  /// Whether a type is made of a parameter, directly or by what is known.
  private func mentions(_ type: ValueType, _ name: String) -> Bool {
    switch type {
    case .parameter(let other):
      other == name || (found[other].map { mentions($0, name) } ?? false)
    case .list(let inner), .optional(let inner), .type(let inner): mentions(inner, name)
    case .map(let key, let value): mentions(key, name) || mentions(value, name)
    case .abstract(_, let types): types.contains { mentions($0, name) }
    case .dynamic, .null, .bool, .int, .uint, .double, .string, .bytes, .timestamp, .duration,
      .entity:
      false
    }
  }

  /// The type of a list in which both stand.
  mutating func join(_ left: ValueType, _ right: ValueType) -> ValueType {
    assign(left, to: right) ? moreGeneral(left, right) : .dynamic
  }

  private func moreGeneral(_ left: ValueType, _ right: ValueType) -> ValueType {
    isNoMoreSpecific(left, than: right) ? left : right
  }

  private func isNoMoreSpecific(_ left: ValueType, than right: ValueType) -> Bool {
    switch (left, right) {
    case (.dynamic, _), (.parameter, _): true
    case (_, .dynamic), (_, .parameter): false
    case (.list(let a), .list(let b)), (.optional(let a), .optional(let b)),
      (.type(let a), .type(let b)):
      isNoMoreSpecific(a, than: b)
    case (.map(let key, let value), .map(let otherKey, let otherValue)):
      isNoMoreSpecific(key, than: otherKey) && isNoMoreSpecific(value, than: otherValue)
    case (.abstract(let name, let types), .abstract(let otherName, let others)):
      name == otherName && types.count == others.count
        && zip(types, others).allSatisfy { isNoMoreSpecific($0, than: $1) }
    // Null goes with what may be null, and that says more.
    case (.null, _): right == .null
    case (_, .null): true
    default: left == right
    }
  }
}

extension ValueType {
  fileprivate var takesNull: Bool {
    switch self {
    case .null, .dynamic, .timestamp, .duration, .entity, .abstract, .optional, .parameter: true
    case .bool, .int, .uint, .double, .string, .bytes, .list, .map, .type: false
    }
  }
}
