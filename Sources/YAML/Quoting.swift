/// Putting values in quotes, for messages that show the corrected line.
package enum Quoting {
  /// The text in single quotes, in which only the quote itself is special.
  package static func quoted(_ text: String) -> String {
    var result = "'"
    for character in text {
      if character == "'" { result.append("'") }
      result.append(character)
    }
    return result + "'"
  }

  /// The line with its value in quotes; nil where the value can't be told from the rest.
  static func correctedLine(_ line: String) -> String? {
    guard let start = startOfValue(in: line) else { return nil }
    var value = line[start...]
    while let last = value.last, last == " " || last == "\t" { value.removeLast() }
    guard !value.isEmpty else { return nil }
    let before = line[..<start].drop { $0 == " " || $0 == "\t" }
    return before + quoted(String(value))
  }

  /// The corrected line for trouble at a column; nil where the value as a whole is not the trouble.
  ///
  /// Trouble inside `[ ]` or `{ }` is about a member, whose end can't be told.
  static func correctedLine(_ line: String, column: Int) -> String? {
    guard let start = startOfValue(in: line), start < line.endIndex else { return nil }
    let isAtStart = line[..<start].unicodeScalars.count == column - 1
    let isCollection = line[start] == "[" || line[start] == "{"
    return isAtStart || !isCollection ? correctedLine(line) : nil
  }

  /// Where the value begins on a line of the form `- - key: value`; nil where there is no value.
  static func startOfValue(in line: String) -> String.Index? {
    var rest = line[...]
    skipBlanks(&rest)
    while rest.hasPrefix("- ") {
      rest.removeFirst()
      skipBlanks(&rest)
    }
    let afterDashes = rest.startIndex
    let key = rest.prefix { $0.isLetter || $0.isNumber || $0 == "-" || $0 == "_" }
    rest = rest[key.endIndex...]
    if !key.isEmpty, rest.hasPrefix(": ") || rest.hasPrefix(":\t") {
      rest.removeFirst()
      skipBlanks(&rest)
      return rest.startIndex
    }
    return afterDashes == line.endIndex ? nil : afterDashes
  }

  private static func skipBlanks(_ text: inout Substring) {
    while let first = text.first, first == " " || first == "\t" { text.removeFirst() }
  }
}
