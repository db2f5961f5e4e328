/// A shell pattern for names and paths: `*.pdf`, `Scans/**/[0-9]*.{jpg,png}`.
///
/// `*` and `?` stop at `/`; `**` does not, and `**/` stands for any number of folders, also none.
/// `[a-z]`, `[!a-z]` and `[^a-z]` are sets, `{a,b}` alternatives, `\` takes the next character as it
/// is. What is not closed stands for itself (glob(7)). Names that begin with a dot are no exception.
/// The whole text must match. Time grows with text times pattern, never faster.
package struct GlobPattern: Sendable, Hashable {
  /// The pattern as it was written.
  package let pattern: String
  private let program: GlobProgram
  private let shape: Shape

  /// What a pattern comes down to; most need no walk through states.
  package enum Shape: Sendable, Hashable {
    /// The text itself.
    case literal(String)
    /// `*` and then this text.
    case suffix(String)
    /// This text and then `*`.
    case prefix(String)
    /// Anything but a `/`: a `*` alone.
    case anyName
    case other
  }

  package init(_ pattern: String) {
    self.pattern = pattern
    program = GlobProgram(pattern)
    shape = program.shape
  }

  package static func == (left: GlobPattern, right: GlobPattern) -> Bool {
    left.pattern == right.pattern
  }

  package func hash(into hasher: inout Hasher) { hasher.combine(pattern) }

  /// Whether the whole text matches.
  package func matches(_ text: String) -> Bool {
    switch shape {
    case .literal(let wanted):
      text.utf8.count == wanted.utf8.count && Self.matches(text, wanted, isAtEnd: false)
    case .suffix(let end): Self.matches(text, end, isAtEnd: true)
    case .prefix(let start): Self.matches(text, start, isAtEnd: false)
    case .anyName: Self.matches(text, "", isAtEnd: false)
    case .other: program.matches(text)
    }
  }

  /// Whether a text begins or ends with a part, and the rest of it has no `/`.
  private static func matches(_ text: String, _ part: String, isAtEnd: Bool) -> Bool {
    let bytes = text.utf8Span.span
    let wanted = part.utf8Span.span
    let rest = bytes.count - wanted.count
    guard rest >= 0 else { return false }
    let (place, start) = isAtEnd ? (rest, 0) : (0, wanted.count)
    for index in wanted.indices where bytes[place + index] != wanted[index] { return false }
    for index in start..<start + rest where bytes[index] == UInt8(ascii: "/") { return false }
    return true
  }

  /// Whether a name or path given as bytes matches.
  package func matches(bytes: [UInt8]) -> Bool { matches(FilePath.text(of: bytes)) }

  /// The form that an index can use; `*` never crosses a `/`.
  package var indexableShape: Shape { shape }

  /// The text that every match begins with; may be empty.
  package var literalPrefix: String { program.literalPrefix }

  /// The text that every match ends with; may be empty.
  package var literalSuffix: String { program.literalSuffix }
}
