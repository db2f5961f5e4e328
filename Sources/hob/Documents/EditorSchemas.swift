import Rules
import Triggers
import Values
import Workflow

/// JSON schemas of rule and shortcut files for editors, made from what the checker reads.
///
/// They are looser than the checker where JSON Schema can't say it, and never stricter.
enum EditorSchemas {
  static var files: [GeneratedFile] {
    [
      GeneratedFile("rules.schema.json", document(rules)),
      GeneratedFile("shortcuts.schema.json", document(shortcuts)),
    ]
  }

  private static func document(_ schema: Value) -> String { JSONLayout.text(schema) + "\n" }

  private static let dialect = "https://json-schema.org/draft/2020-12/schema"

  // MARK: Files

  private static var rules: Value {
    let file = object(
      properties: [
        ("rules", array(of: reference("rule"), "The rules of the file."))
      ], required: ["rules"])
    return .object([
      ("$schema", .string(dialect)), ("title", .string("Rules of Hob")),
      ("anyOf", .list([file, reference("rule")])),
      (
        "$defs",
        .object([
          ("rule", rule), ("trigger", trigger), ("step", step), ("steps", steps),
          ("condition", condition), ("template", template),
        ])
      ),
    ])
  }

  private static var shortcuts: Value {
    let types = InputType.allCases.map { Value.string($0.rawValue) }
    var schema = object(
      properties: [
        ("shortcut", described(["type": .string("string")], "Its title.")),
        ("input", described(["enum": .list(types)], "What its main input has to be.")),
        (
          "inputs",
          described(
            [
              "type": .string("object"),
              "additionalProperties": .object([("enum", .list(types))]),
            ], "Named inputs with their types.")
        ),
        ("steps", reference("steps")),
      ], required: ["steps"])
    guard case .map(var map) = schema else { return schema }
    map[.string("$schema")] = .string(dialect)
    map[.string("title")] = .string("A shortcut of Hob")
    map[.string("$defs")] = .object([
      ("step", step), ("steps", steps), ("condition", condition), ("template", template),
    ])
    schema = .map(map)
    return schema
  }

  private static var rule: Value {
    var properties: [(String, Value)] = []
    for key in RuleKeys.all {
      switch key.name {
      case "when":
        let one = reference("trigger")
        let many = array(of: one, "")
        properties.append(
          (
            "when",
            .object([("description", .string(key.summary)), ("anyOf", .list([one, many]))])
          ))
      default: properties.append((key.name, schema(of: key)))
      }
    }
    return object(properties: properties, required: ["when"])
  }

  private static var trigger: Value {
    let kinds = TriggerRegistry.all.map { $0.schema }.map { schema in
      let identity = Parameter("id", .text, "Its name, seen as `trigger.id`.")
      return keyed(
        schema.keyword, schema.summary, schema.main, schema.parameters + [identity])
    }
    return .object([("anyOf", .list(kinds))])
  }

  private static var step: Value {
    let kinds = ListActions.schemas.map { schema in
      // `if` selects the branch, and elsewhere guards a step.
      let common = ControlStep.common.filter { $0.name != schema.keyword }
      let own = Set(schema.parameters.map(\.name))
      return keyed(
        schema.keyword, schema.summary, schema.main,
        schema.parameters + common.filter { !own.contains($0.name) })
    }
    return .object([("anyOf", .list(kinds))])
  }

  private static var steps: Value { array(of: reference("step"), "Steps, one after another.") }

  private static var condition: Value {
    let one = Value.object([("type", .string("string"))])
    let plain = Value.object([("type", .string("boolean"))])
    return .object([
      ("description", .string("An expression that is true or false, or a list of them.")),
      ("anyOf", .list([one, plain, array(of: one, "")])),
    ])
  }

  private static var template: Value {
    .object([("type", .string("string")), ("pattern", .string("\\$\\{"))])
  }

  /// An object that a keyword selects.
  private static func keyed(
    _ keyword: String, _ summary: String, _ main: Parameter?, _ parameters: [Parameter]
  ) -> Value {
    let mainSchema = main.map(schema) ?? .object([("description", .string(summary))])
    let properties = [(keyword, mainSchema)] + parameters.map { ($0.name, schema(of: $0)) }
    let required = [keyword] + parameters.filter(\.isRequired).map(\.name)
    guard case .map(var map) = object(properties: properties, required: required) else {
      return .null
    }
    map[.string("description")] = .string(summary)
    return .map(map)
  }

  // MARK: Parameters

  private static func schema(of parameter: Parameter) -> Value {
    var type = schema(of: parameter.type)
    if !parameter.isRequired, !parameter.type.isBlock {
      // A key with nothing beside it is null.
      type = .object([("anyOf", .list([type, .object([("type", .string("null"))])]))])
    }
    guard case .map(var map) = type else { return type }
    map[.string("description")] = .string(parameter.summary)
    map[.string("default")] = parameter.defaultValue
    return .map(map)
  }

  private static func schema(of type: ParameterType) -> Value {
    switch type {
    case .text, .date, .timeOfDay, .duration, .byteSize, .path, .file, .glob:
      // What looks like a number or a date is read by the parameter, not by its looks.
      .object([("type", .list([.string("string"), .string("number"), .string("boolean")]))])
    case .integer: orTemplate([("type", .string("integer"))])
    case .number: orTemplate([("type", .string("number"))])
    case .boolean: orTemplate([("type", .string("boolean"))])
    case .oneOf(let words): orTemplate([("enum", .list(words.map { .string($0) }))])
    case .list(let element):
      .object([("anyOf", .list([array(of: schema(of: element), ""), schema(of: element)]))])
    case .dictionary(let element):
      .object([
        (
          "anyOf",
          .list([
            .object([
              ("type", .string("object")), ("additionalProperties", schema(of: element)),
            ]), reference("template"),
          ])
        )
      ])
    case .any: .object([])
    case .steps:
      .object([
        ("anyOf", .list([reference("steps"), .object([("enum", ["fail", "continue"].asList)])]))
      ])
    case .condition: reference("condition")
    }
  }

  private static func orTemplate(_ members: [(String, Value)]) -> Value {
    .object([("anyOf", .list([.object(members), reference("template")]))])
  }

  // MARK: Pieces

  private static func reference(_ name: String) -> Value {
    .object([("$ref", .string("#/$defs/\(name)"))])
  }

  private static func array(of element: Value, _ description: String) -> Value {
    var members: [(String, Value)] = [("type", .string("array")), ("items", element)]
    if !description.isEmpty { members.append(("description", .string(description))) }
    return .object(members)
  }

  private static func described(_ members: [String: Value], _ description: String) -> Value {
    var map = ValueMap(members)
    map[.string("description")] = .string(description)
    return .map(map)
  }

  private static func object(properties: [(String, Value)], required: [String]) -> Value {
    .object([
      ("type", .string("object")), ("properties", .object(properties)),
      ("required", required.asList), ("additionalProperties", .bool(false)),
    ])
  }
}

extension Value {
  /// An object with its members in this order.
  fileprivate static func object(_ members: [(String, Value)]) -> Value {
    var map = ValueMap()
    for (name, value) in members { map[.string(name)] = value }
    return .map(map)
  }
}

extension [String] {
  fileprivate var asList: Value { .list(map { .string($0) }) }
}

extension Parameter {
  /// The default as a value, where it is one and not a description of it.
  fileprivate var defaultValue: Value? {
    guard let defaultText else { return nil }
    switch type {
    case .boolean, .integer, .number: return try? JSON.decode(defaultText)
    case .oneOf, .duration, .byteSize, .timeOfDay, .date, .list(.oneOf):
      return .string(defaultText)
    case .text, .path, .file, .glob, .list, .dictionary, .any, .steps, .condition: return nil
    }
  }
}

extension ParameterType {
  /// Whether it is written as a block, below its key.
  fileprivate var isBlock: Bool {
    switch self {
    case .steps, .dictionary, .list: true
    case .text, .integer, .number, .boolean, .date, .timeOfDay, .duration, .byteSize, .path, .file,
      .glob, .oneOf, .any, .condition:
      false
    }
  }
}

/// JSON in lines with indentation, so that changes to it can be read.
enum JSONLayout {
  static func text(_ value: Value, indent: Int = 0) -> String {
    let margin = String(repeating: " ", count: indent + 2)
    let end = "\n" + String(repeating: " ", count: indent)
    switch value {
    case .map(let map) where !map.isEmpty:
      let short = JSON.encode(value)
      if short.utf8.count <= 80 - indent { return short }
      let members = map.pairs.map { key, value in
        "\(margin)\(JSON.encode(key)): \(text(value, indent: indent + 2))"
      }
      return "{\n" + members.joined(separator: ",\n") + end + "}"
    case .list(let values) where !values.isEmpty:
      let short = JSON.encode(value)
      if short.utf8.count <= 80 - indent { return short }
      let items = values.map { margin + text($0, indent: indent + 2) }
      return "[\n" + items.joined(separator: ",\n") + end + "]"
    case .null, .bool, .int, .uint, .double, .string, .bytes, .timestamp, .duration, .type,
      .optional, .entity, .map, .list:
      return JSON.encode(value)
    }
  }
}
