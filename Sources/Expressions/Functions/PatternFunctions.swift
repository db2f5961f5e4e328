internal import Values

/// Text against regular expressions.
enum PatternFunctions {
  static let all: [FunctionDefinition] = [
    FunctionDefinition(
      "matches", [.member([.string, .string], .bool), .global([.string, .string], .bool)]
    ) { arguments, frame throws(EvaluationError.Reason) in
      guard arguments.count == 2, case .string(let text) = arguments[0],
        case .string(let pattern) = arguments[1]
      else { throw FunctionDefinition.noOverload("matches", arguments) }
      let regex = try compile(pattern, limit: frame.limits.patternSize)
      try frame.spend(pattern.utf8.count + regex.size)
      return .bool(try frame.isFound(regex, in: text))
    }
  ]

  static func compile(
    _ pattern: String, limit: Int
  ) throws(EvaluationError.Reason) -> LinearRegex {
    do throws(RegexError) {
      return try LinearRegex(pattern, limit: limit)
    } catch {
      throw .invalid("\"\(pattern.prefix(60))\" is no regular expression: \(error.message)")
    }
  }
}

extension Frame {
  /// Looks for a pattern, and counts the work.
  mutating func isFound(
    _ regex: LinearRegex, in text: String
  ) throws(EvaluationError.Reason) -> Bool {
    var rest = remainingSteps
    guard let isFound = regex.isFound(in: text, steps: &rest) else {
      throw .limit(.steps, limits.steps)
    }
    try spend(remainingSteps - rest)
    return isFound
  }
}
