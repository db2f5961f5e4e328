package import Diagnostics
package import Expressions
package import Values

/// The value of an argument as it stands in a file: fixed, or to be worked out in a run.
package indirect enum Argument: Sendable {
  /// Already of the parameter's type.
  case constant(Value)
  case template(TemplateArgument)
  case list([Argument], of: ParameterType)
  case dictionary([(key: String, value: Argument)], of: ParameterType)

  /// A text with `${…}` holes and the type it has to give.
  package struct TemplateArgument: Sendable {
    package let template: Template
    package let type: ParameterType
    /// The home folder, where the text begins with `~`.
    package let home: String?
    package let location: SourceLocation

    package init(
      template: Template, type: ParameterType, home: String?, location: SourceLocation
    ) {
      (self.template, self.type, self.home) = (template, type, home)
      self.location = location
    }
  }

  /// The value in a run.
  package func evaluate(
    in scope: [String: Value], _ context: EvaluationContext
  ) throws(ActionFailure) -> Value {
    switch self {
    case .constant(let value): return value
    case .template(let argument): return try argument.evaluate(in: scope, context)
    case .list(let arguments, let type):
      var values: [Value] = []
      for argument in arguments { values.append(try argument.evaluate(in: scope, context)) }
      return try Conversion.convert(.list(values), to: type)
    case .dictionary(let pairs, let type):
      var map = ValueMap()
      for (key, argument) in pairs {
        map[.string(key)] = try argument.evaluate(in: scope, context)
      }
      return try Conversion.convert(.map(map), to: type)
    }
  }

  func evaluateList(
    in scope: [String: Value], _ context: EvaluationContext
  ) throws(ActionFailure) -> [Value] {
    guard case .list(let items) = try evaluate(in: scope, context) else {
      throw ActionFailure(.badArgument, "`repeat` needs a list or a number of rounds.")
    }
    return items
  }

  /// The rounds of a counted repeat, numbered from 1.
  func evaluateCount(
    in scope: [String: Value], _ context: EvaluationContext, limit: Int
  ) throws(ActionFailure) -> [Value] {
    guard case .int(let count) = try evaluate(in: scope, context), count >= 0 else {
      throw ActionFailure(.badArgument, "`repeat` needs a list or a number of rounds.")
    }
    guard count <= limit else {
      throw ActionFailure(.limit, "\(count) rounds are more than the \(limit) of one repeat.")
    }
    return (0..<count).map { .int($0 + 1) }
  }
}

extension Argument.TemplateArgument {
  func evaluate(
    in scope: [String: Value], _ context: EvaluationContext
  ) throws(ActionFailure) -> Value {
    var value: Value
    do throws(EvaluationError) {
      value = try template.evaluate(scope, world: context.world, now: context.now)
    } catch {
      throw ActionFailure(
        .badArgument, "\(location.line):\(location.column): \(error.message)")
    }
    if let home, case .string(let text) = value, text.hasPrefix("~") {
      value = .string(home + text.dropFirst())
    }
    return try Conversion.convert(value, to: type)
  }
}

/// A condition as it stands in a file; several hold together.
package struct Condition: Sendable {
  package struct Part: Sendable {
    package let expression: Expression
    package let location: SourceLocation

    package init(expression: Expression, location: SourceLocation) {
      (self.expression, self.location) = (expression, location)
    }
  }

  /// All must hold.
  package let parts: [Part]

  package init(parts: [Part]) { self.parts = parts }

  /// What became of a condition.
  package enum Verdict: Sendable, Hashable {
    case holds
    /// This part was false.
    case fails(part: Int)
    /// This part could not be worked out.
    case error(part: Int, EvaluationError)
  }

  package func verdict(
    in scope: [String: Value], _ context: EvaluationContext
  ) -> Verdict {
    for (index, part) in parts.enumerated() {
      do throws(EvaluationError) {
        guard
          try part.expression.evaluate(scope, world: context.world, now: context.now) == .bool(true)
        else {
          return .fails(part: index)
        }
      } catch {
        return .error(part: index, error)
      }
    }
    return .holds
  }

  /// Whether it holds; a condition that can't be worked out is a failure, never false.
  package func holds(
    in scope: [String: Value], _ context: EvaluationContext
  ) throws(ActionFailure) -> Bool {
    switch verdict(in: scope, context) {
    case .holds: return true
    case .fails: return false
    case .error(let part, let error):
      let source = parts[part].expression.source
      throw ActionFailure(
        .badArgument, "The condition `\(source)` can't be worked out: \(error.message)")
    }
  }
}

extension Argument {
  /// What is known of the value before a run.
  var valueType: ValueType {
    switch self {
    case .constant(let value): value.staticType
    case .template(let argument): argument.template.type
    case .list: .list(.dynamic)
    case .dictionary: .map(.string, .dynamic)
    }
  }

  /// Whether it is a number of rounds for `repeat`.
  var isCount: Bool { valueType == .int }

  /// The type of the items, where it is a list.
  var elementType: ValueType {
    if case .list(let element) = valueType { element } else { .dynamic }
  }
}

extension Value {
  /// The type that a fixed value has in expressions.
  var staticType: ValueType {
    switch self {
    case .null: .dynamic
    case .bool: .bool
    case .int: .int
    case .uint: .uint
    case .double: .double
    case .string: .string
    case .bytes: .bytes
    case .list: .list(.dynamic)
    case .map: .map(.string, .dynamic)
    case .timestamp: .timestamp
    case .duration: .duration
    case .type, .optional: .dynamic
    case .entity(let entity): .entity(entity.type)
    }
  }
}

extension ActionSchema {
  /// Whether its main argument is the text of a program, in which `${…}` is not replaced.
  package var takesShellText: Bool { keyword == "shell" }
}

extension Argument {
  /// What is known of the value before a run, for other modules.
  package var knownType: ValueType { valueType }
}
