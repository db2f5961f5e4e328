/// Reads plain and quoted scalars with places (YAML 1.2.2, 7.3).
struct FlowScan {
  private var cursor: SourceCursor
  private let quote: Unicode.Scalar?
  private var places: [ScalarPlaces.Place] = []

  static func places(in scalar: Scalar, quote: Unicode.Scalar?) -> [ScalarPlaces.Place] {
    var scan = FlowScan(scalar, quote: quote)
    return scan.run()
  }

  private init(_ scalar: Scalar, quote: Unicode.Scalar?) {
    let end = quote == nil ? scalar.end.offset : scalar.end.offset - 1
    cursor = SourceCursor(scalar.source, from: scalar.start, to: end)
    self.quote = quote
    if quote != nil { cursor.advance() }
  }

  private mutating func run() -> [ScalarPlaces.Place] {
    while let character = cursor.character {
      switch character {
      case " ", "\t", "\n":
        readSpace()
      case "\\" where quote == "\"":
        readEscape()
      case "'" where quote == "'":
        // A quote is written twice.
        let start = cursor.mark
        cursor.advance()
        cursor.advance()
        emit("'", from: start)
      case _:
        let start = cursor.mark
        cursor.advance()
        emit(character, from: start)
      }
    }
    return places
  }

  private mutating func emit(_ character: Unicode.Scalar, from start: Mark) {
    places.append(.init(character: character, start: start, end: cursor.mark))
  }

  /// Blanks inside a line stay; around line breaks they go, and the breaks are folded.
  private mutating func readSpace() {
    var blanks: [ScalarPlaces.Place] = []
    while let character = cursor.character, ScalarPlaces.isBlank(character) {
      let start = cursor.mark
      cursor.advance()
      blanks.append(.init(character: character, start: start, end: cursor.mark))
    }
    guard cursor.character == "\n" else {
      places += blanks
      return
    }
    let breaks = readBreaks()
    if breaks.count == 1 {
      places.append(.init(character: " ", start: breaks[0].start, end: breaks[0].end))
    } else {
      places += breaks.dropFirst()
    }
  }

  /// Line breaks with the blanks of empty lines and the indentation of the next line skipped.
  private mutating func readBreaks() -> [ScalarPlaces.Place] {
    var breaks: [ScalarPlaces.Place] = []
    while let character = cursor.character {
      let start = cursor.mark
      if character == "\n" {
        cursor.advance()
        breaks.append(.init(character: "\n", start: start, end: cursor.mark))
      } else if ScalarPlaces.isBlank(character) {
        cursor.advance()
      } else {
        break
      }
    }
    return breaks
  }

  private mutating func readEscape() {
    let start = cursor.mark
    cursor.advance()
    guard let letter = cursor.character else { return }
    if letter == "\n" {
      // An escaped break is no character; empty lines after it are.
      places += readBreaks().dropFirst()
      return
    }
    cursor.advance()
    let digits = Self.hexDigits(after: letter)
    guard digits > 0 else { return emit(Self.escaped[letter] ?? letter, from: start) }
    var value: UInt32 = 0
    for _ in 0..<digits {
      guard let character = cursor.character, let digit = Character(character).hexDigitValue
      else { return }
      value = value << 4 | UInt32(digit)
      cursor.advance()
    }
    emit(Unicode.Scalar(value) ?? "\u{FFFD}", from: start)
  }

  private static func hexDigits(after letter: Unicode.Scalar) -> Int {
    switch letter {
    case "x": 2
    case "u": 4
    case "U": 8
    case _: 0
    }
  }

  /// The escapes of one letter that do not stand for themselves (YAML 1.2.2, 5.7).
  private static let escaped: [Unicode.Scalar: Unicode.Scalar] = [
    "0": "\0", "a": "\u{7}", "b": "\u{8}", "t": "\t", "n": "\n", "v": "\u{B}", "f": "\u{C}",
    "r": "\r", "e": "\u{1B}", "N": "\u{85}", "_": "\u{A0}", "L": "\u{2028}", "P": "\u{2029}",
  ]
}
