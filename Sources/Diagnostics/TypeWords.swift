package import Values

extension ParameterType {
  /// The type with its article, for messages: "a number", "a list of texts".
  package var inWords: String {
    switch self {
    case .text: "a text"
    case .integer: "a whole number"
    case .number: "a number"
    case .boolean: "true or false"
    case .date: "a date"
    case .timeOfDay: "a time of the day"
    case .duration: "a span of time"
    case .byteSize: "a number of bytes"
    case .path: "a path"
    case .file: "a file"
    case .glob: "a pattern"
    case .oneOf(let names): "one of " + names.map { "`\($0)`" }.joined(separator: ", ")
    case .list: "a list"
    case .dictionary: "a mapping"
    case .any: "a value"
    case .steps: "a list of steps"
    case .condition: "a condition"
    }
  }
}
