/// What is known of a value before there is one.
package indirect enum ValueType: Sendable, Hashable {
  /// Anything: checked when there is a value.
  case dynamic
  case null
  case bool
  case int
  case uint
  case double
  case string
  case bytes
  case list(ValueType)
  case map(ValueType, ValueType)
  case timestamp
  case duration
  case type(ValueType)
  case optional(ValueType)
  /// A thing with named fields, whose fields stand in its schema.
  case entity(String)
  /// A type that only its name is known of.
  case abstract(String, [ValueType])
  /// A type that is found by use, in signatures of functions.
  case parameter(String)
}

/// The fields of a kind of thing, with a sentence on each.
package struct EntitySchema: Sendable, Hashable {
  package struct Field: Sendable, Hashable {
    package let name: String
    package let type: ValueType
    package let summary: String
    package init(_ name: String, _ type: ValueType, _ summary: String) {
      (self.name, self.type, self.summary) = (name, type, summary)
    }
  }

  package let type: String
  package let fields: [Field]

  package init(type: String, fields: [Field]) { (self.type, self.fields) = (type, fields) }

  package func field(_ name: String) -> Field? { fields.first { $0.name == name } }
}

extension EntitySchema {
  /// A file or folder, as triggers and actions hand it over.
  package static let file = EntitySchema(
    type: "file",
    fields: [
      Field("path", .string, "The whole path."),
      Field("name", .string, "The last component of the path."),
      Field("stem", .string, "The name without its last ending."),
      Field("ext", .string, "The last ending in lower case, without the dot; empty where none."),
      Field("folder", .string, "The path of the folder that holds it."),
      Field("size", .int, "Its size in bytes; 0 for a folder."),
      Field("modified", .timestamp, "When its content last changed."),
      Field("is_folder", .bool, "Whether it is a folder."),
      Field("kind", .string, "`file`, `folder`, `link` or `other`."),
    ])

  /// The schemas that every expression may use, by type name.
  package static let all: [String: EntitySchema] = ["file": file]
}
