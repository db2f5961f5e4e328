/// A regular expression as a tree.
indirect enum RegexSyntax: Sendable {
  case empty
  case scalar(Unicode.Scalar)
  /// Any character.
  case anything
  /// Any character but the end of a line.
  case noNewline
  case set(ScalarSet)
  case assertion(RegexAssertion)
  case sequence([RegexSyntax])
  case alternatives([RegexSyntax])
  /// The inner one as often as the bounds say; without an upper one as often as there is.
  case repeated(RegexSyntax, minimum: Int, maximum: Int?)
}

/// A place between characters.
enum RegexAssertion: Sendable {
  case textStart, textEnd, lineStart, lineEnd, wordBoundary, noWordBoundary
}

/// Why a text is no regular expression.
struct RegexError: Error, Sendable {
  let message: String
  /// Where in the pattern, in Unicode scalars.
  let offset: Int
}
