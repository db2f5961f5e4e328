internal import Values

/// Functions of Hob: names, spans and sizes as the fields of rules take them.
enum HobFunctions {
  static let all: [FunctionDefinition] = [
    FunctionDefinition(
      "glob", [.global([.string, .string], .bool), .member([.string, .string], .bool)]
    ) { text, pattern throws(EvaluationError.Reason) in
      guard case (.string(let text), .string(let pattern)) = (text, pattern) else {
        throw FunctionDefinition.noOverload("glob", [text, pattern])
      }
      return .bool(GlobPattern(pattern).matches(text))
    }
  ]
}
