/// A regular expression that can't be understood, or a search with it that was given up.
package struct PatternError: Error, Hashable, Sendable {
  /// What is wrong.
  package enum Reason: String, Hashable, Sendable {
    /// The pattern breaks the syntax.
    case invalid
    /// The pattern is over a limit of length or nesting.
    case tooComplex
    /// The text is longer than the limit.
    case textTooLong
    /// The search took more steps, depth or memory than the limits allow.
    case tooHard
    /// The result of replacing is longer than the limit.
    case resultTooLong
    /// The replacement refers to a group that the pattern does not have, or breaks its syntax.
    case replacement
  }

  package let reason: Reason
  package let message: String
  /// Where in the pattern or the replacement, in bytes of UTF-8 from its start; nil where no place is meant.
  package let offset: Int?

  package init(_ reason: Reason, _ message: String, offset: Int? = nil) {
    self.reason = reason
    self.message = message
    self.offset = offset
  }
}

extension PatternError: CustomStringConvertible {
  package var description: String {
    let place = offset.map { " at offset \($0)" } ?? ""
    return switch reason {
    case .invalid: "the regular expression is wrong\(place): \(message)"
    case .tooComplex: "the regular expression is too complex\(place): \(message)"
    case .textTooLong, .resultTooLong: message
    case .tooHard: "the search was given up: \(message); make the pattern less ambiguous"
    case .replacement: "the replacement is wrong\(place): \(message)"
    }
  }
}
