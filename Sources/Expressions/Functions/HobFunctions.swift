internal import Values

/// Functions of Hob: names, spans and sizes as the fields of rules take them.
enum HobFunctions {
  static let all: [FunctionDefinition] = [
    FunctionDefinition(
      "glob", [.global([.string, .string], .bool), .member([.string, .string], .bool)]
    ) { arguments, frame throws(EvaluationError.Reason) in
      guard arguments.count == 2, case .string(let text) = arguments[0],
        case .string(let pattern) = arguments[1]
      else { throw FunctionDefinition.noOverload("glob", arguments) }
      try frame.spend(pattern.utf8.count)
      return .bool(try matches(text, GlobPattern(pattern), &frame))
    }
  ]

  static func matches(
    _ text: String, _ pattern: GlobPattern, _ frame: inout Frame
  ) throws(EvaluationError.Reason) -> Bool {
    // The states of a pattern are carried on together over the text.
    try frame.spend((text.utf8.count / 64) * (1 + pattern.pattern.utf8.count / 8))
    return pattern.matches(text)
  }
}
