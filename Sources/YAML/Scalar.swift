/// A text in a YAML document, with the way it was written.
package struct Scalar: Sendable {
  /// How a scalar was written.
  package enum Style: Hashable, Sendable, CaseIterable {
    case plain
    case singleQuoted
    case doubleQuoted
    /// After `|`: line breaks are kept.
    case literal
    /// After `>`: line breaks become spaces.
    case folded
  }

  /// The text with quotes, escapes, indentation and folding undone.
  package let text: String
  package let style: Style
  let source: SourceBytes
  let start: Mark
  let end: Mark

  init(text: String, style: Style, source: SourceBytes, start: Mark, end: Mark) {
    self.text = text
    self.style = style
    self.source = source
    self.start = start
    self.end = end
  }
}

extension Scalar {
  /// Where in the file the character of the text stands that comes after `index` others.
  ///
  /// Characters are Unicode code points. An index behind the last character gives the place just
  /// behind that character.
  package func mark(ofCharacter index: Int) -> Mark {
    let places = ScalarPlaces.find(in: self)
    if index >= 0, index < places.count { return places[index].start }
    return index < 0 ? start : places.last?.end ?? contentStart
  }

  /// Where in the file an offset in the text stands, counted in bytes of UTF-8.
  package func mark(atOffset offset: Int) -> Mark {
    var passed = 0
    var index = 0
    for character in text.unicodeScalars {
      let length = UTF8.width(character)
      if passed + length > offset { break }
      passed += length
      index += 1
    }
    return mark(ofCharacter: index)
  }

  /// What a comment cut from the line on which a plain scalar ends, from its `#` on.
  ///
  /// A plain scalar ends before a blank and `#`. In an expression this is rarely what was meant, so
  /// a message about a half expression can name it.
  package var followingComment: String? {
    guard style == .plain else { return nil }
    let rest = source.restOfLine(from: end.offset)
    guard let first = rest.first, first == " " || first == "\t" else { return nil }
    let trimmed = rest.drop { $0 == " " || $0 == "\t" }
    return trimmed.first == "#" ? String(trimmed) : nil
  }

  /// The line with the value put in quotes, to be shown as the corrected form.
  ///
  /// It is missing where the value spans lines or stands inside `[ ]` or `{ }`.
  package var quotedLine: String? {
    guard style == .plain, start.line == end.line else { return nil }
    return Quoting.correctedLine(source.line(at: start.offset))
  }

  /// Where the text begins: behind the opening quote.
  private var contentStart: Mark {
    switch style {
    case .plain, .literal, .folded: start
    case .singleQuoted, .doubleQuoted:
      Mark(line: start.line, column: start.column + 1, offset: start.offset + 1)
    }
  }
}
