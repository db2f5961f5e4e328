package import Values

/// What an expression may use: variables, things with fields, functions of the world.
package struct CheckEnvironment: Sendable {
  /// Which functions there are besides those of the caller.
  package enum Dialect: Sendable, Hashable {
    /// The Common Expression Language with its extensions, no more.
    case standard
    /// The same with the clock, `span`, `bytesize`, `glob` and `time.between`.
    case hob
  }

  /// Variables and their types; those of type dynamic are checked only when there is a value.
  package var variables: [String: ValueType]
  /// The fields of things, by the name of their type.
  package var entities: [String: EntitySchema]
  /// Functions that ask the world, such as `disk("Backup")`.
  package var functions: [WorldFunction]
  /// Where names are looked up first, as a dotted name; empty for the root.
  package var container: String
  package var dialect: Dialect
  package var limits: ExpressionLimits
  /// Whether types that do not fit are refused; else they fail when evaluated.
  package var checksTypes: Bool
  package var expandsMacros: Bool

  package init(
    variables: [String: ValueType] = [:], entities: [String: EntitySchema] = EntitySchema.all,
    functions: [WorldFunction] = [], dialect: Dialect = .hob
  ) {
    (self.variables, self.entities, self.functions) = (variables, entities, functions)
    self.dialect = dialect
    container = ""
    limits = .standard
    (checksTypes, expandsMacros) = (true, true)
  }
}

/// A function whose answer the world gives when an expression is evaluated.
package struct WorldFunction: Sendable, Hashable {
  package let name: String
  package let parameters: [ValueType]
  package let result: ValueType
  /// One sentence, for people.
  package let summary: String

  package init(
    _ name: String, _ parameters: [ValueType], _ result: ValueType, _ summary: String
  ) {
    (self.name, self.parameters) = (name, parameters)
    (self.result, self.summary) = (result, summary)
  }
}
