/// Finds the expressions in the text of a template.
enum TemplateReader {
  enum Piece {
    case text(String)
    case hole(String, offset: Int)
  }

  static func pieces(of source: String) throws(ExpressionError) -> [Piece] {
    let scalars = Array(source.unicodeScalars)
    var pieces: [Piece] = []
    var text = String.UnicodeScalarView()
    var position = 0
    while position < scalars.count {
      guard scalars[position] == "$", let kind = marker(scalars, at: position) else {
        text.append(scalars[position])
        position += 1
        continue
      }
      switch kind {
      case .escape:
        text.append(contentsOf: "${".unicodeScalars)
        position += 3
      case .hole:
        if !text.isEmpty { pieces.append(.text(String(text))) }
        text.removeAll()
        let start = position + 2
        let end = try self.end(of: scalars, hole: position)
        pieces.append(.hole(try content(scalars, start..<end), offset: start))
        position = end + 1
      }
    }
    if !text.isEmpty || pieces.isEmpty { pieces.append(.text(String(text))) }
    return pieces
  }

  private enum Marker { case hole, escape }

  private static func marker(_ scalars: [Unicode.Scalar], at position: Int) -> Marker? {
    let next = scalars[(position + 1)...].prefix(2)
    if next.first == "{" { return .hole }
    return Array(next) == ["$", "{"] ? .escape : nil
  }

  /// Where the brace stands that closes a hole; those in quotes and of maps do not count.
  private static func end(
    of scalars: [Unicode.Scalar], hole: Int
  ) throws(ExpressionError) -> Int {
    let start = hole + 2
    var end: Int?
    do throws(ExpressionError) {
      end = try Lexer.closingBrace(of: scalars, from: start)
    } catch {
      // A quote that does not end may be the fault of a missing brace; both are named.
      throw ExpressionError(
        error.message, at: error.range,
        help: error.help ?? "the expression begins at character \(hole + 1)")
    }
    guard let end else {
      throw ExpressionError(
        "`${` is not closed", at: hole..<start, help: "close it with `}`, or write `$${` for text")
    }
    return end
  }

  private static func content(
    _ scalars: [Unicode.Scalar], _ range: Range<Int>
  ) throws(ExpressionError) -> String {
    let inside = scalars[range]
    guard inside.contains(where: { !$0.properties.isWhitespace }) else {
      throw ExpressionError(
        "there is no expression between the braces",
        at: range.lowerBound - 2..<range.upperBound + 1,
        help: "write `$${` for a plain `${`")
    }
    return String(String.UnicodeScalarView(inside))
  }

  static func names(in scalars: [Unicode.Scalar]) -> [(name: String, range: Range<Int>)] {
    var names: [(name: String, range: Range<Int>)] = []
    for position in scalars.indices.dropLast(2)
    where scalars[position] == "$" && scalars[position + 1] == "{" {
      var end = position + 2
      while end < scalars.count, scalars[end] == " " { end += 1 }
      let start = end
      while end < scalars.count, scalars[end].isIdentifierStart || scalars[end].isDigit {
        end += 1
      }
      guard end > start else { continue }
      let name = String(String.UnicodeScalarView(scalars[start..<end]))
      names.append((name, start..<end))
    }
    return names
  }
}
