package import Diagnostics
package import Expressions
package import Values
package import YAML

/// What steps and rules are read against: the actions there are, and the user's home.
package struct StepCatalog: Sendable {
  package let actions: [String: ActionSchema]
  /// Stands for `~`; relative paths count from it.
  package let home: String

  package init(actions: [ActionSchema], home: String) {
    var byKeyword: [String: ActionSchema] = [:]
    for action in actions { byKeyword[action.keyword] = action }
    self.actions = byKeyword
    self.home = home
  }

  /// The words that may begin a step.
  package var keywords: [String] { actions.keys.sorted() + ControlStep.allCases.map(\.rawValue) }

  /// A path with `~` replaced, or counted from the home folder.
  package func absolute(_ path: String) -> String {
    if path == "~" { return home }
    if path.hasPrefix("~/") { return home + path.dropFirst() }
    return path.hasPrefix("/") ? path : home + "/" + path
  }
}

/// The names that expressions can see at one place of a file, with what is known of them.
package struct Names: Sendable {
  package var types: [String: ValueType]

  package init(_ types: [String: ValueType] = [:]) { self.types = types }

  /// Words of the expression language that can't be names.
  static let reserved: Set<String> = [
    "as", "break", "const", "continue", "else", "false", "for", "function", "if", "import", "in",
    "let", "loop", "namespace", "now", "null", "package", "return", "true", "var", "void", "while",
  ]

  package var environment: CheckEnvironment { CheckEnvironment(variables: types) }

  /// Names that are set on some ways only are known, but not their types.
  mutating func merge(_ others: [Names]) {
    for other in others {
      for (name, type) in other.types where types[name] != type { types[name] = .dynamic }
    }
  }
}

extension DiagnosticCollector {
  /// Adds an error about a part of an expression that stands in a scalar.
  ///
  /// Characters are counted as the expression language does, from the start of the scalar's text.
  package func report(_ error: ExpressionError, in node: Node) {
    guard let scalar = node.scalar else {
      return report(.custom(error.message), at: node, help: error.help)
    }
    let start = scalar.mark(ofCharacter: error.range.lowerBound)
    let end = scalar.mark(ofCharacter: max(error.range.lowerBound, error.range.upperBound))
    let width = start.line == end.line ? end.column - start.column : 1
    report(
      LocatedError(
        .custom(error.message), at: SourceLocation(file: file, mark: start), width: width,
        help: node.quotingHelp ?? error.help))
  }
}

/// Reads conditions: one expression, or a list of which all must hold.
package struct ConditionDecoder {
  let collector: DiagnosticCollector

  package init(_ collector: DiagnosticCollector) { self.collector = collector }

  /// The condition of a node; nil once its errors are reported.
  package func decode(_ node: Node, names: Names) -> Condition? {
    let parts = (node.sequence ?? [node]).map { part($0, names: names, wanted: .bool) }
    return parts.contains { $0 == nil } ? nil : Condition(parts: parts.compactMap(\.self))
  }

  /// One expression of any type.
  package func expression(_ node: Node, names: Names) -> Condition.Part? {
    part(node, names: names, wanted: nil)
  }

  private func part(_ node: Node, names: Names, wanted: ValueType?) -> Condition.Part? {
    guard let scalar = node.scalar, !node.isBlank else {
      collector.report(
        .expected("a condition", found: node.kindInWords), at: node,
        help: "put the expression in quotes or after `|`")
      return nil
    }
    do throws(ExpressionError) {
      let expression = try Expression(scalar.text, environment: names.environment)
      if let wanted, expression.type != wanted, expression.type != .dynamic {
        collector.report(
          .expected("a condition, which is true or false", found: expression.type.displayName),
          at: node)
        return nil
      }
      let location = SourceLocation(file: collector.file, mark: node.start)
      return Condition.Part(expression: expression, location: location)
    } catch {
      collector.report(error, in: node)
      return nil
    }
  }
}
