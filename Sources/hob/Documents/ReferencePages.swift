import Expressions
import Rules
import Triggers
import Values
import Workflow

/// A page in Markdown for each trigger and action, made from their schemas.
enum ReferencePages {
  static var files: [GeneratedFile] {
    TriggerRegistry.all.map { page(of: $0.schema) } + ListActions.schemas.map(page) + [
      index(
        "triggers", "Triggers", TriggerRegistry.all.map { ($0.schema.keyword, $0.schema.summary) }),
      index(
        "actions", "Actions and other steps", ListActions.schemas.map { ($0.keyword, $0.summary) }),
    ]
  }

  private static let origin = "<!-- Made by scripts/docs from the program's own declarations. -->"

  private static func index(
    _ folder: String, _ title: String, _ items: [(name: String, summary: String)]
  ) -> GeneratedFile {
    let rows = items.map { "| [`\($0.name)`](\($0.name).md) | \(cell($0.summary)) |" }
    let text = """
      \(origin)
      # \(title)

      | keyword | in a sentence |
      |---|---|
      \(rows.joined(separator: "\n"))

      """
    return GeneratedFile("\(folder)/README.md", text)
  }

  // MARK: Triggers

  private static func page(of schema: TriggerSchema) -> GeneratedFile {
    var blocks = [
      origin, "# `\(schema.keyword)`", schema.summary, "## In a rule",
      code("when:\n" + schema.example.asListItem(indent: 2)), "## Options",
      table([renamed(schema.main, schema.keyword)] + schema.parameters), "## Fields of the event",
      "Conditions and steps see these by name.", fields(schema.event.fields),
    ]
    if let input = schema.input {
      blocks.append(
        "A shortcut that the rule runs gets `\(input)` as its input, unless the rule says `input:`."
      )
    }
    if let notes = TriggerNotes.text[schema.keyword] { blocks += ["## Notes", notes] }
    return GeneratedFile("triggers/\(schema.keyword).md", blocks.joined(separator: "\n\n") + "\n")
  }

  // MARK: Actions

  private static func page(of schema: ActionSchema) -> GeneratedFile {
    let main = schema.main.map { [renamed($0, schema.keyword)] } ?? []
    let parameters = main + schema.parameters
    let isControl = ControlStep(rawValue: schema.keyword) != nil
    var blocks = [
      origin, "# `\(schema.keyword)`", schema.summary, "## In a shortcut",
      code("steps:\n" + schema.example.asListItem(indent: 2)), "## Arguments",
      parameters.isEmpty ? "None." : table(parameters),
      "Besides them every step may have \(commonNames).", "## Result",
      "\(schema.resultSummary) Type: `\(schema.result.displayName)`.",
    ]
    if !isControl {
      blocks += ["## What it touches", effects(schema)]
      blocks += ["## After a crash", crash(schema)]
    }
    if let notes = ActionNotes.text[schema.keyword] { blocks += ["## Errors and notes", notes] }
    return GeneratedFile("actions/\(schema.keyword).md", blocks.joined(separator: "\n\n") + "\n")
  }

  private static var commonNames: String {
    let names = ControlStep.common.map { "`\($0.name)`" }
    return names.dropLast().joined(separator: ", ") + " and " + (names.last ?? "")
  }

  private static func effects(_ schema: ActionSchema) -> String {
    guard !schema.effects.isEmpty else { return "Nothing outside the run." }
    let words = ActionSchema.Effect.allCases.filter(schema.effects.contains).map { effect in
      switch effect {
      case .reads: "reads files"
      case .writes: "changes files"
      case .programs: "starts programs"
      case .network: "uses the network"
      case .notifies: "shows something to you"
      }
    }
    return "It " + words.joined(separator: ", ") + "."
  }

  private static func crash(_ schema: ActionSchema) -> String {
    schema.mayRepeat
      ? "It may be done again where a crash hid its result: that changes nothing more."
      : "It is not done again where a crash hid its result: the run ends as interrupted at this step."
  }

  // MARK: Pieces

  /// The main argument, which is written beside the keyword.
  private static func renamed(_ parameter: Parameter, _ keyword: String) -> Parameter {
    Parameter(
      keyword, parameter.type, required: parameter.isRequired, default: parameter.defaultText,
      parameter.summary)
  }

  private static func table(_ parameters: [Parameter]) -> String {
    let rows = parameters.map { parameter in
      let need = parameter.isRequired ? "required" : parameter.defaultText.map { "`\($0)`" } ?? ""
      return "| `\(parameter.name)` | \(cell(SchemaText.type(parameter.type))) | \(cell(need)) |"
        + " \(cell(parameter.summary)) |"
    }
    return "| name | type | default | meaning |\n|---|---|---|---|\n" + rows.joined(separator: "\n")
  }

  private static func fields(_ fields: [EntitySchema.Field]) -> String {
    let rows = fields.flatMap { field -> [String] in
      let own = row(field, prefix: "")
      guard case .entity(let name) = field.type, let schema = EntitySchema.all[name] else {
        return [own]
      }
      return [own] + schema.fields.map { row($0, prefix: field.name + ".") }
    }
    return "| field | type | meaning |\n|---|---|---|\n" + rows.joined(separator: "\n")
  }

  private static func row(_ field: EntitySchema.Field, prefix: String) -> String {
    "| `\(prefix)\(field.name)` | `\(field.type.displayName)` | \(cell(field.summary)) |"
  }

  private static func code(_ text: String) -> String {
    "```yaml\n" + (text.hasSuffix("\n") ? text : text + "\n") + "```"
  }

  /// Text that ends no column of a table.
  private static func cell(_ text: String) -> String {
    text.replacing("|", with: "\\|").replacing("\n", with: " ")
  }
}
