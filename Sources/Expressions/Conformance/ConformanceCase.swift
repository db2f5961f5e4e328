package import Values

/// One case of the conformance suite: an expression and what must come of it.
package struct ConformanceCase: Sendable {
  package enum Expected: Sendable {
    case value(Value)
    /// The check or the evaluation must fail.
    case failure
    /// Only the type counts.
    case typeOnly
  }

  /// File, section and name, joined by slashes.
  package let name: String
  package let expression: String
  package let expected: Expected
  package let deduced: ValueType?
  private let variables: [String: ValueType]
  private let bindings: [String: Value]
  private let container: String
  private let checksTypes: Bool
  private let expandsMacros: Bool

  /// Reads a line of JSON; nil where it has not the form of a case.
  package init?(line: String) {
    guard let value = try? JSON.decode(line), case .map(let map) = value,
      case .string(let expression)? = map[.string("expr")]
    else { return nil }
    self.expression = expression
    name = ["file", "section", "name"].map { map.text($0) ?? "" }.joined(separator: "/")
    container = map.text("container") ?? ""
    checksTypes = map[.string("disable_check")] != .bool(true)
    expandsMacros = map[.string("disable_macros")] != .bool(true)
    deduced = map[.string("deduced")].flatMap(TaggedType.decode)
    (variables, bindings) = Self.variables(map)
    if map[.string("check_only")] == .bool(true) {
      expected = .typeOnly
    } else if let wanted = map[.string("value")] {
      guard let value = TaggedValue.decode(wanted) else { return nil }
      expected = .value(value)
    } else {
      expected = .failure
    }
  }

  private static func variables(
    _ map: ValueMap
  ) -> (types: [String: ValueType], values: [String: Value]) {
    var types: [String: ValueType] = [:]
    var values: [String: Value] = [:]
    if case .map(let bound)? = map[.string("bindings")] {
      for case (.string(let name), let value) in bound.pairs {
        types[name] = .dynamic
        values[name] = TaggedValue.decode(value)
      }
    }
    if case .list(let declared)? = map[.string("env")] {
      for case .map(let variable) in declared {
        guard let name = variable.text("name"), let type = variable[.string("type")] else {
          continue
        }
        types[name] = TaggedType.decode(type) ?? .dynamic
      }
    }
    return (types, values)
  }

  /// What is wrong with the outcome; nil where it is as it must be.
  package func failure(world: World) -> String? {
    var environment = CheckEnvironment(variables: variables, entities: [:], dialect: .standard)
    environment.container = container
    environment.checksTypes = checksTypes
    environment.expandsMacros = expandsMacros
    do throws(ExpressionError) {
      let compiled = try Expression(expression, environment: environment)
      if let deduced, checksTypes, compiled.type != deduced {
        return "expected type \(deduced.displayName), found \(compiled.type.displayName)"
      }
      return outcome(of: compiled, world: world)
    } catch {
      if case .failure = expected { return nil }
      return "not accepted: \(error)"
    }
  }

  private func outcome(of compiled: Expression, world: World) -> String? {
    if case .typeOnly = expected { return nil }
    do throws(EvaluationError) {
      let value = try compiled.evaluate(bindings, world: world)
      let found = JSON.encode(TaggedValue.encode(value))
      guard case .value(let wanted) = expected else { return "expected an error, found \(found)" }
      guard !Self.isSame(value, wanted) else { return nil }
      return "expected \(JSON.encode(TaggedValue.encode(wanted))), found \(found)"
    } catch {
      if case .failure = expected { return nil }
      return "failed: \(error.message)"
    }
  }

  /// Equality by type and value: 1 is not 1.0 here, and NaN is itself.
  private static func isSame(_ left: Value, _ right: Value) -> Bool {
    switch (left, right) {
    case (.double(let a), .double(let b)):
      a.isNaN ? b.isNaN : a == b && a.sign == b.sign
    case (.list(let lefts), .list(let rights)):
      lefts.count == rights.count && zip(lefts, rights).allSatisfy { isSame($0, $1) }
    case (.map(let lefts), .map(let rights)):
      lefts.count == rights.count
        && lefts.pairs.allSatisfy { pair in
          rights.pairs.contains { isSame($0.key, pair.key) && isSame($0.value, pair.value) }
        }
    case (.optional(let left?), .optional(let right?)): isSame(left, right)
    default: left.typeName == right.typeName && left == right
    }
  }
}

extension ValueMap {
  fileprivate func text(_ key: String) -> String? {
    if case .string(let text)? = self[.string(key)] { text } else { nil }
  }
}
