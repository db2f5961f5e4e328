/// A command line that can't be understood, and what to write instead.
package struct UsageError: Error, Sendable, Hashable, CustomStringConvertible {
  /// What is wrong, without a full stop.
  package let message: String
  /// What to do, without a full stop.
  package let help: String?
  /// The verb whose help tells more, where there is one.
  package var verb: String?

  package init(_ message: String, help: String? = nil, verb: String? = nil) {
    (self.message, self.help, self.verb) = (message, help, verb)
  }

  package var description: String { help.map { "\(message); \($0)" } ?? message }
}
