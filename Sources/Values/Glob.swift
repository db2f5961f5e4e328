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
    case .literal(let wanted): text.utf8.elementsEqual(wanted.utf8)
    case .suffix(let end):
      text.utf8.count >= end.utf8.count && text.utf8.suffix(end.utf8.count).elementsEqual(end.utf8)
        && !text.utf8.dropLast(end.utf8.count).contains(UInt8(ascii: "/"))
    case .prefix(let start):
      text.utf8.starts(with: start.utf8)
        && !text.utf8.dropFirst(start.utf8.count).contains(UInt8(ascii: "/"))
    case .anyName: !text.utf8.contains(UInt8(ascii: "/"))
    case .other: program.matches(text)
    }
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
