import Actions
import Expressions
import Terminal
import Values
import Workflow

/// `hob actions`: what steps can do.
enum ListActions: Verb {
  static let section = VerbSection.writing

  static var syntax: VerbSyntax {
    VerbSyntax(
      "actions", "Lists what steps can do, or everything about one action",
      operands: [
        OperandSyntax(
          ValueSyntax("NAME", .known("actions")), count: .optional,
          "The word that selects an action, such as `move-file`.")
      ],
      details: """
        With `--json`: `keyword`, `summary`, `main`, `parameters` (each with `name`, `type`,
        `required`, `default`, `summary`), `result` (`type`, `summary`), `effects`, `may_repeat`
        (whether a restart may do it again) and `example`.
        """,
      examples: [VerbSyntax.Example("hob actions move-file", "its arguments and its result")])
  }

  /// Actions, and the steps that are part of the language.
  static var schemas: [ActionSchema] { ActionRegistry.schemas + ControlStep.allCases.map(\.schema) }

  static func run(
    _ arguments: ParsedArguments, in session: Session
  ) throws(Failure) -> ExitCode {
    var schemas = Self.schemas
    if let name = arguments.operands.first {
      let known = schemas.map(\.keyword)
      schemas = schemas.filter { $0.keyword == name }
      guard let schema = schemas.first else {
        throw .notFound("action", name, among: known, listedBy: "hob actions")
      }
      if !session.isJSON {
        describe(schema, session.output)
        return .success
      }
    }
    if session.isJSON {
      for schema in schemas { session.output.json(value(schema)) }
      return .success
    }
    var table = Table([Table.Column("STEP"), Table.Column("DOES", least: 20)])
    for schema in schemas {
      table.add([Table.Cell(schema.keyword, .bold), Table.Cell(schema.summary)])
    }
    session.output.table(table)
    return .success
  }

  private static func describe(_ schema: ActionSchema, _ output: Output) {
    output.line("\(output.paint.bold(schema.keyword)): \(schema.summary)")
    output.line()
    if schema.main == nil, schema.parameters.isEmpty {
      output.line("It takes no arguments.")
    } else {
      output.list(SchemaText.list(schema.main, as: schema.keyword, schema.parameters))
    }
    output.line()
    output.line("Result: \(schema.resultSummary) (\(schema.result.displayName))")
    output.line()
    output.line("In a shortcut:")
    output.line("  steps:")
    output.text(schema.example.asListItem(indent: 4))
  }

  private static func value(_ schema: ActionSchema) -> Value {
    var result = ValueMap()
    result[.string("type")] = .string(schema.result.displayName)
    result[.string("summary")] = .string(schema.resultSummary)
    var map = ValueMap()
    map[.string("keyword")] = .string(schema.keyword)
    map[.string("summary")] = .string(schema.summary)
    map[.string("main")] = schema.main.map(SchemaText.value) ?? .null
    map[.string("parameters")] = .list(schema.parameters.map(SchemaText.value))
    map[.string("result")] = .map(result)
    map[.string("effects")] = .list(schema.effects.map(\.rawValue).sorted().map { .string($0) })
    map[.string("may_repeat")] = .bool(schema.mayRepeat)
    map[.string("example")] = .string(schema.example)
    return .map(map)
  }
}
