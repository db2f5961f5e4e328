package import YAML

/// An error of a rule, shortcut or settings file, at its place: what both languages share.
package struct LocatedError: Error, Hashable {
  /// What can be wrong with a file whose YAML is right.
  package enum Reason: Hashable, Sendable {
    /// A key that is none of `of`, which reads like "a rule".
    case unknownKey(String, of: String, nearest: String?)
    /// A name that stands twice where it may stand once, with the line of the first.
    case repeated(String, firstLine: Int)
    /// A key that `of` must have.
    case missing(String, of: String)
    /// Something else than was wanted, both with their articles: "a number", "a list".
    case expected(String, found: String)
    /// A text that can't be read as what it should be.
    case syntax(String)
    /// Anything else, in one sentence without a full stop.
    case custom(String)
  }

  package let reason: Reason
  package let location: SourceLocation
  /// How many characters are meant, from the location on; at least 1.
  package let width: Int
  /// What to do, without a full stop.
  package let help: String?

  package init(
    _ reason: Reason, at location: SourceLocation, width: Int = 1, help: String? = nil
  ) {
    self.reason = reason
    self.location = location
    self.width = max(width, 1)
    self.help = help
  }

  /// An error about a whole node.
  package init(_ reason: Reason, at node: Node, in file: String, help: String? = nil) {
    let isOneLine = node.start.line == node.end.line
    self.init(
      reason, at: SourceLocation(file: file, mark: node.start),
      width: isOneLine ? node.end.column - node.start.column : 1, help: help)
  }

  /// An error about a part of a scalar's text, given in bytes of UTF-8 from its start.
  package init(
    _ reason: Reason, in node: Node, offset: Int, length: Int, file: String, help: String? = nil
  ) {
    let start = node.mark(atOffset: offset)
    let end = node.mark(atOffset: offset + max(length, 0))
    self.init(
      reason, at: SourceLocation(file: file, mark: start),
      width: start.line == end.line ? end.column - start.column : 1, help: help)
  }
}

extension LocatedError: CustomStringConvertible {
  package var description: String {
    "\(location): \(message)" + (help.map { "; \($0)" } ?? "")
  }

  /// What is wrong, in one sentence without a full stop.
  package var message: String {
    switch reason {
    case .unknownKey(let name, let whole, let nearest):
      "`\(name)` is not a key of \(whole)" + (nearest.map { "; did you mean `\($0)`?" } ?? "")
    case .repeated(let name, let firstLine): "`\(name)` stands already on line \(firstLine)"
    case .missing(let key, let whole): "\(whole) needs the key `\(key)`"
    case .expected(let wanted, let found): "expected \(wanted), found \(found)"
    case .syntax(let message), .custom(let message): message
    }
  }
}
