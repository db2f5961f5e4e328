import Rules
import Terminal
import Triggers
import Values

/// `hob triggers`: what rules can wait for.
enum ListTriggers: Verb {
  static let section = VerbSection.writing

  static var syntax: VerbSyntax {
    VerbSyntax(
      "triggers", "Lists what can set off a rule, or everything about one trigger",
      operands: [
        OperandSyntax(
          ValueSyntax("NAME", .known("triggers")), count: .optional,
          "The word that selects a trigger, such as `folder`.")
      ],
      details: """
        With `--json`: `keyword`, `summary`, `main`, `parameters` (each with `name`, `type`,
        `required`, `default`, `summary`), `fields` (each with `name`, `type`, `summary`), `input`
        and `example`.
        """,
      examples: [VerbSyntax.Example("hob triggers folder", "its options and the event's fields")])
  }

  static func run(
    _ arguments: ParsedArguments, in session: Session
  ) throws(Failure) -> ExitCode {
    var schemas = TriggerRegistry.all.map { $0.schema }
    if let name = arguments.operands.first {
      let known = schemas.map(\.keyword)
      schemas = schemas.filter { $0.keyword == name }
      guard let schema = schemas.first else {
        throw .notFound("trigger", name, among: known, listedBy: "hob triggers")
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
    var table = Table([Table.Column("TRIGGER"), Table.Column("HAPPENS WHEN", least: 20)])
    for schema in schemas {
      table.add([Table.Cell(schema.keyword, .bold), Table.Cell(schema.summary)])
    }
    session.output.table(table)
    return .success
  }

  private static func describe(_ schema: TriggerSchema, _ output: Output) {
    output.line("\(output.paint.bold(schema.keyword)): \(schema.summary)")
    output.line()
    output.list(SchemaText.list(schema.main, as: schema.keyword, schema.parameters))
    output.line()
    output.line("Conditions and steps see:")
    output.list(SchemaText.list(schema.event.fields))
    output.line()
    output.line("In a rule:")
    output.line("  when:")
    output.text(schema.example.asListItem(indent: 4))
  }

  private static func value(_ schema: TriggerSchema) -> Value {
    var map = ValueMap()
    map[.string("keyword")] = .string(schema.keyword)
    map[.string("summary")] = .string(schema.summary)
    map[.string("main")] = SchemaText.value(schema.main)
    map[.string("parameters")] = .list(schema.parameters.map(SchemaText.value))
    map[.string("fields")] = .list(schema.event.fields.map(SchemaText.value))
    map[.string("input")] = schema.input.map { .string($0) } ?? .null
    map[.string("example")] = .string(schema.example)
    return .map(map)
  }
}

extension String {
  /// Lines of YAML as an item of a list, unless they begin with a hyphen already.
  func asListItem(indent: Int) -> String {
    let margin = String(repeating: " ", count: indent)
    let lines = split(separator: "\n", omittingEmptySubsequences: false)
    let isItem = hasPrefix("- ")
    return lines.enumerated().map { index, line in
      line.isEmpty ? "\n" : margin + (isItem ? "" : index == 0 ? "- " : "  ") + line + "\n"
    }.joined()
  }
}
