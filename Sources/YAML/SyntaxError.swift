/// Why a file is no YAML that Hob reads, and where.
package struct SyntaxError: Error, Hashable {
  package let reason: Reason
  /// The file's name as it was given to the parser.
  package let file: String
  /// Where the trouble is.
  package let mark: Mark
  /// How many characters the trouble covers, from the mark on; at least 1.
  package let width: Int
  /// The corrected line, where it can be told.
  package let correction: String?

  package init(
    _ reason: Reason, file: String, mark: Mark, width: Int = 1, correction: String? = nil
  ) {
    self.reason = reason
    self.file = file
    self.mark = mark
    self.width = max(width, 1)
    self.correction = correction
  }

  /// What can be wrong with a file.
  package enum Reason: Hashable, Sendable {
    // The text itself.
    case notUTF8(UInt8)
    case utf16
    case forbiddenCharacter(Unicode.Scalar)
    case nulInText
    // Limits.
    case tooLarge(bytes: Int, limit: Int)
    case tooDeep(limit: Int)
    case tooManyNodes(limit: Int)
    case tooMuchText(limit: Int)
    // What YAML has and rules do without.
    case tag(String)
    case mergeKey
    case collectionAsKey(String)
    case templateBraces
    // Names.
    case repeatedKey(String, first: Mark)
    case missingKey
    case unknownAlias(String)
    case aliasInsideItself(String)
    case badAnchorName(Unicode.Scalar)
    // Layout.
    case tab
    case unclosedQuote(Unicode.Scalar)
    case unclosedBracket(Unicode.Scalar)
    case textAfterQuote
    case textAfterCollection
    case textAfterAlias
    case textAfterBlockSign
    case colonInValue
    case reservedStart(Unicode.Scalar)
    case templateInBrackets
    case missingComma
    case missingColon
    case badEscape(String)
    case expectedKey
    case expectedDash
    case misplacedDash
    case expectedValue
    case other(String)
  }
}

extension SyntaxError: CustomStringConvertible {
  package var description: String {
    let place = "\(file):\(mark.line):\(mark.column): \(message)"
    guard let help else { return place }
    return "\(place); \(help)"
  }

  /// A second place that belongs to the error, with what is there.
  package var related: (mark: Mark, message: String)? {
    guard case .repeatedKey(let name, let first) = reason else { return nil }
    return (first, "`\(name)` stands here first")
  }
}
