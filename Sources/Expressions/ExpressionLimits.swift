/// How large expressions, and what they make, may become.
package struct ExpressionLimits: Sendable, Hashable {
  package enum Name: String, Sendable, Hashable {
    case sourceLength = "characters of an expression"
    case depth = "levels of nesting"
    case steps = "steps of an evaluation"
    case textLength = "bytes of a text"
    case elements = "elements of a list or map"
    case patternSize = "states of a regular expression"
  }

  /// Unicode scalars in the source of one expression.
  package var sourceLength = 32_768
  /// Levels of nesting in the source; also bounds the stack that reading and evaluating take.
  package var depth = 120
  /// Steps of one evaluation: about one for each operator and each element that a macro visits.
  package var steps = 250_000
  /// Bytes of a text or byte string that an evaluation makes.
  package var textLength = 4 * 1024 * 1024
  /// Elements of a list or map that an evaluation makes; also of its whole result.
  package var elements = 100_000
  /// States that a regular expression may need, repetitions written out.
  package var patternSize = 10_000

  package init() {}

  package static let standard = ExpressionLimits()
}
