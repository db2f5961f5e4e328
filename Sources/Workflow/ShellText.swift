/// The `${…}` in the text of a shell step, which belong to the shell.
enum ShellText {
  struct Hole {
    /// What stands between the braces.
    let source: String
    /// The name at its start.
    let root: String
    /// In characters (Unicode scalars) from the start of the text.
    let range: Range<Int>
  }

  /// The holes of a text, in order; `$${` and `\${` are literal in a shell too and not counted.
  static func holes(in text: String) -> [Hole] {
    let scalars = Array(text.unicodeScalars)
    var holes: [Hole] = []
    var index = 0
    while index + 1 < scalars.count {
      guard scalars[index] == "$", scalars[index + 1] == "{",
        let end = scalars[index...].firstIndex(of: "}")
      else {
        index += 1
        continue
      }
      let inner = scalars[(index + 2)..<end]
      let isEscaped = index > 0 && (scalars[index - 1] == "\\" || scalars[index - 1] == "$")
      let root = inner.prefix {
        $0.properties.isAlphabetic || $0 == "_" || $0.properties.numericType != nil
      }
      // A shell variable may share the name of one of Hob's; only `${file.…}` can't be a shell's.
      if !isEscaped, inner.count > root.count, inner[inner.startIndex + root.count] == "." {
        holes.append(
          Hole(source: self.text(inner), root: self.text(root), range: index..<end + 1))
      }
      index = end + 1
    }
    return holes
  }

  private static func text(_ scalars: ArraySlice<Unicode.Scalar>) -> String {
    var view = String.UnicodeScalarView()
    view.append(contentsOf: scalars)
    return String(view)
  }
}
