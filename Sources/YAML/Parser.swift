/// Reads YAML files into documents of nodes.
package enum Parser {
  /// The documents of a file; a file that is empty or has only comments has none.
  ///
  /// The bytes must be UTF-8, with or without a byte-order mark. Aliases are followed within the
  /// limits; tags, merge keys, repeated keys and keys that are no text are errors.
  package static func parse(
    _ bytes: [UInt8], file: String, limits: ParserLimits = ParserLimits()
  ) throws(SyntaxError) -> [Node] {
    let source = try TextCheck.check(bytes, file: file, limits: limits)
    var composer = Composer(source, limits: limits)
    return try composer.documents()
  }

  /// The documents of a text.
  package static func parse(
    _ text: String, file: String, limits: ParserLimits = ParserLimits()
  ) throws(SyntaxError) -> [Node] {
    try parse(Array(text.utf8), file: file, limits: limits)
  }
}
