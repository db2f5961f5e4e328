/// Why an expression could not be read or checked, and where.
package struct ExpressionError: Error, Sendable, Hashable {
  /// What is wrong, as one sentence without a full stop.
  package let message: String
  /// The characters that are wrong, as offsets in Unicode scalars from the start of the source.
  package let range: Range<Int>
  /// What to write instead, where that is known.
  package let help: String?

  package init(_ message: String, at range: Range<Int>, help: String? = nil) {
    (self.message, self.range, self.help) = (message, range, help)
  }

  /// The same error in a text in which the expression begins at an offset.
  package func shifted(by offset: Int) -> ExpressionError {
    ExpressionError(
      message, at: range.lowerBound + offset..<range.upperBound + offset, help: help)
  }
}

extension ExpressionError: CustomStringConvertible {
  package var description: String {
    let text = "\(message) (at character \(range.lowerBound + 1))"
    return help.map { text + "; " + $0 } ?? text
  }
}
