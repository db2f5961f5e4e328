/// Reads scalars after `|` and `>` with places (YAML 1.2.2, 8.1).
struct BlockScan {
  private var cursor: SourceCursor
  private let isFolded: Bool
  private let indentation: Int
  private var places: [ScalarPlaces.Place] = []

  static func places(in scalar: Scalar, isFolded: Bool) -> [ScalarPlaces.Place] {
    var scan = BlockScan(scalar, isFolded: isFolded)
    return scan.run()
  }

  private init(_ scalar: Scalar, isFolded: Bool) {
    cursor = SourceCursor(scalar.source, from: scalar.start, to: scalar.source.bytes.count)
    while let character = cursor.character, character != "\n" { cursor.advance() }
    cursor.advance()
    self.isFolded = isFolded
    indentation = Self.indentation(of: scalar.text, at: cursor)
  }

  /// How many spaces the file has before each line of the text.
  ///
  /// The first line with something on it tells: what it has in the file less what it has in the
  /// text. So the number need not be worked out from the header and the parent's indentation.
  private static func indentation(of text: String, at start: SourceCursor) -> Int {
    var inText = 0
    for character in text.unicodeScalars {
      if character == "\n" {
        inText = 0
      } else if character == " " {
        inText += 1
      } else {
        break
      }
    }
    var cursor = start
    while let character = cursor.character, character == " " || character == "\n" {
      cursor.advance()
    }
    return max(cursor.mark.column - 1 - inText, 0)
  }

  private mutating func run() -> [ScalarPlaces.Place] {
    var lastBreak: ScalarPlaces.Place?
    var lastWasIndented = false
    var emptyLines = readEmptyLines()
    while cursor.character != nil, cursor.mark.column == indentation + 1 {
      let isIndented = ScalarPlaces.isBlank(cursor.character)
      if let end = lastBreak {
        if !isFolded || lastWasIndented || isIndented {
          places.append(end)
        } else if emptyLines.isEmpty {
          places.append(.init(character: " ", start: end.start, end: end.end))
        }
      }
      places += emptyLines
      lastWasIndented = isIndented
      readContent()
      lastBreak = readBreak()
      emptyLines = readEmptyLines()
    }
    if let lastBreak { places.append(lastBreak) }
    return places + emptyLines
  }

  private mutating func readContent() {
    while let character = cursor.character, character != "\n" {
      let start = cursor.mark
      cursor.advance()
      places.append(.init(character: character, start: start, end: cursor.mark))
    }
  }

  private mutating func readBreak() -> ScalarPlaces.Place? {
    guard cursor.character == "\n" else { return nil }
    let start = cursor.mark
    cursor.advance()
    return .init(character: "\n", start: start, end: cursor.mark)
  }

  /// Reads lines of nothing but indentation, and the indentation of the line after them.
  private mutating func readEmptyLines() -> [ScalarPlaces.Place] {
    var breaks: [ScalarPlaces.Place] = []
    while true {
      while cursor.mark.column <= indentation, cursor.character == " " { cursor.advance() }
      guard let end = readBreak() else { return breaks }
      breaks.append(end)
    }
  }
}
