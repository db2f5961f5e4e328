internal import Values

/// Texts inside calls that can be read when the expression is.
extension Checker {
  /// Refuses a text that a function could never read, such as a wrong pattern.
  func checkLiterals(_ id: Syntax.ID) throws(ExpressionError) {
    guard environment.checksTypes, environment.dialect == .hob,
      case .call(let target, _, let arguments) = syntax[id].kind,
      case .function(let function, let takesTarget)? = checked.resolutions[id]
    else { return }
    let all = (takesTarget ? target.map { [$0] } ?? [] : []) + arguments
    for (index, argument) in all.enumerated() {
      guard case .constant(.string(let text)) = syntax[argument].kind else { continue }
      do throws(EvaluationError.Reason) {
        try Self.read(text, argument: index, of: function.name, limits: environment.limits)
      } catch {
        throw self.error("\(error)", at: argument)
      }
    }
  }

  private static func read(
    _ text: String, argument: Int, of function: String, limits: ExpressionLimits
  ) throws(EvaluationError.Reason) {
    switch (function, argument) {
    case ("span", 0): _ = try HobFunctions.span(text)
    case ("bytesize", 0): _ = try HobFunctions.size(text)
    case ("time.between", _): _ = try HobFunctions.timeOfDay(text)
    case ("duration", 0): _ = try SpanText.read(text)
    case ("timestamp", 0): _ = try ConversionFunctions.timestamp(.string(text))
    case ("matches", 1): _ = try PatternFunctions.compile(text, limit: limits.patternSize)
    default: break
    }
  }
}
