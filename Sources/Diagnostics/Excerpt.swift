/// The line that a message is about, and the part of it that is meant.
package struct Excerpt: Hashable, Sendable {
  /// How many columns of a terminal an excerpt takes at most; longer lines are cut around the caret.
  package static let maximumWidth = 100
  /// How many characters of a line an excerpt keeps at most.
  package static let maximumText = 2000
  /// How many columns a tab takes at most.
  private static let tabWidth = 4

  /// The line's number, counted from 1.
  package let line: Int
  /// The line as it stands in the file; where it is very long, the part around the place.
  package let text: String
  /// The first character meant, counted from 1.
  package let column: Int
  /// How many characters are meant; at least 1.
  package let width: Int

  package init(line: Int, text: String, column: Int, width: Int) {
    self.line = line
    self.text = text
    self.column = max(column, 1)
    self.width = max(width, 1)
  }

  /// The line and the marks below it, both fit for a terminal and of the same columns.
  package func shown() -> (text: String, marks: String) {
    var cells = Self.cells(of: text)
    let marked = markedCells(in: cells)
    var first = 0
    if cells.reduce(0, { $0 + $1.width }) > Self.maximumWidth {
      (cells, first) = Self.cut(cells, around: marked.lowerBound)
    }
    let text = cells.map(\.text).joined()
    let before = cells.prefix(max(marked.lowerBound - first, 0)).reduce(0) { $0 + $1.width }
    let shown = cells.dropFirst(marked.lowerBound - first).prefix(marked.count)
    let length = max(shown.reduce(0) { $0 + $1.width }, 1)
    let marks =
      String(repeating: " ", count: before) + "^" + String(repeating: "~", count: length - 1)
    return (text, marks)
  }

  /// A character as it is shown.
  private struct Cell {
    var text: String
    var width: Int
    /// How many code points of the line it stands for.
    var count: Int
  }

  private static func cells(of text: String) -> [Cell] {
    var cells: [Cell] = []
    var column = 0
    for character in text {
      var cell = Cell(text: String(character), width: 0, count: character.unicodeScalars.count)
      if character == "\t" {
        cell.width = tabWidth - column % tabWidth
        cell.text = String(repeating: " ", count: cell.width)
      } else {
        let printable = Printable.text(cell.text)
        cell.width = printable == cell.text ? Printable.width(character) : printable.count
        cell.text = printable
      }
      column += cell.width
      cells.append(cell)
    }
    return cells
  }

  /// The cells that hold the characters meant; one behind the last where the line is too short.
  private func markedCells(in cells: [Cell]) -> Range<Int> {
    var position = 1
    var first = cells.count
    for (index, cell) in cells.enumerated() {
      let next = position + cell.count
      if first == cells.count, column < next { first = index }
      if column + width <= next { return first..<max(index + 1, first + 1) }
      position = next
    }
    return first..<max(cells.count, first + 1)
  }

  /// The cells around one of them that fit, with dots where others were left out.
  private static func cut(_ cells: [Cell], around middle: Int) -> (cells: [Cell], first: Int) {
    let dots = Cell(text: "…", width: 1, count: 0)
    var start = middle
    var before = 0
    // A third of the room goes to what stands before the caret.
    while start > 0, before + cells[start - 1].width <= maximumWidth / 3 {
      start -= 1
      before += cells[start].width
    }
    var end = start
    var total = start > 0 ? 1 : 0
    while end < cells.count, total + cells[end].width < maximumWidth {
      total += cells[end].width
      end += 1
    }
    var shown = Array(cells[start..<end])
    if start > 0 { shown.insert(dots, at: 0) }
    if end < cells.count { shown.append(dots) }
    return (shown, start > 0 ? start - 1 : 0)
  }
}

extension SourceText {
  /// The line of a location with some characters meant; nil where the file has no such line.
  package func excerpt(at location: SourceLocation, width: Int) -> Excerpt? {
    guard !location.isWholeFile, location.file == file, let text = line(location.line) else {
      return nil
    }
    let (line, column) = (location.line, location.column)
    let length = text.unicodeScalars.count
    guard length > Excerpt.maximumText else {
      return Excerpt(line: line, text: text, column: column, width: width)
    }
    let room = Excerpt.maximumText - 2
    let start = max(min(column - 1 - room / 2, length - room), 0)
    let part = text.unicodeScalars.dropFirst(start).prefix(room)
    let before = start > 0 ? "…" : ""
    let after = start + room < length ? "…" : ""
    return Excerpt(
      line: line, text: before + String(part) + after,
      column: column - start + before.count, width: width)
  }
}
