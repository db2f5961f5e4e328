import Diagnostics
import Expressions
import Terminal
import Values

/// Parameters, fields and their types in words.
enum SchemaText {
  /// The type of a parameter without an article: `text`, `list of patterns`.
  static func type(_ type: ParameterType) -> String {
    switch type {
    case .list(.oneOf(let words)): "list of " + alternatives(words)
    case .list(let element): "list of " + plural(element)
    case .dictionary(.any): "names with values"
    case .dictionary(let element): "names with " + plural(element)
    case .oneOf(let words): alternatives(words)
    case .text, .integer, .number, .boolean, .date, .timeOfDay, .duration, .byteSize, .path, .file,
      .glob, .any, .steps, .condition:
      withoutArticle(type.inWords)
    }
  }

  private static func alternatives(_ words: [String]) -> String {
    let last = words.last ?? ""
    return words.count < 2 ? last : words.dropLast().joined(separator: ", ") + " or " + last
  }

  private static func withoutArticle(_ words: String) -> String {
    for article in ["a ", "an "] where words.hasPrefix(article) {
      return String(words.dropFirst(article.count))
    }
    return words
  }

  private static func plural(_ type: ParameterType) -> String {
    switch type {
    case .any: "values"
    case .steps: "steps"
    case .boolean: "true or false"
    case .byteSize: "numbers of bytes"
    case .duration: "spans of time"
    case .timeOfDay: "times of the day"
    case .integer: "whole numbers"
    case .text, .number, .date, .path, .file, .glob, .oneOf, .list, .dictionary, .condition:
      withoutArticle(type.inWords) + "s"
    }
  }

  /// What stands for a parameter that is not given: `required`, `default 2s`, or nothing.
  static func need(_ parameter: Parameter) -> String {
    if parameter.isRequired { return "required" }
    return parameter.defaultText.map { "default: \($0)" } ?? ""
  }

  /// A parameter as data.
  static func value(_ parameter: Parameter) -> Value {
    var map = ValueMap()
    map[.string("name")] = .string(parameter.name)
    map[.string("type")] = .string(type(parameter.type))
    map[.string("required")] = .bool(parameter.isRequired)
    map[.string("default")] = parameter.defaultText.map { .string($0) } ?? .null
    map[.string("summary")] = .string(parameter.summary)
    return .map(map)
  }

  /// A field as data.
  static func value(_ field: EntitySchema.Field) -> Value {
    var map = ValueMap()
    map[.string("name")] = .string(field.name)
    map[.string("type")] = .string(field.type.displayName)
    map[.string("summary")] = .string(field.summary)
    return .map(map)
  }

  /// Parameters with their types and what they mean; the main one goes by the keyword.
  static func list(
    _ main: Parameter?, as keyword: String, _ parameters: [Parameter]
  ) -> DefinitionList {
    let first = main.map { [(keyword, meaning(of: $0))] } ?? []
    return DefinitionList(first + parameters.map { ($0.name, meaning(of: $0)) })
  }

  private static func meaning(of parameter: Parameter) -> String {
    let need = need(parameter)
    let type = type(parameter.type) + (need.isEmpty ? "" : ", " + need)
    return "(\(type)) \(parameter.summary)"
  }

  /// Fields with their types, those of a thing below it with its name before them.
  static func list(_ fields: [EntitySchema.Field]) -> DefinitionList {
    DefinitionList(fields.flatMap { Self.lines(of: $0, prefix: "") })
  }

  private static func lines(
    of field: EntitySchema.Field, prefix: String
  ) -> [(name: String, meaning: String)] {
    let own = (prefix + field.name, "(\(field.type.displayName)) \(field.summary)")
    guard case .entity(let name) = field.type, prefix.isEmpty, let schema = EntitySchema.all[name]
    else { return [own] }
    return [own] + schema.fields.flatMap { lines(of: $0, prefix: field.name + ".") }
  }
}
