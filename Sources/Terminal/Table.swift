internal import Diagnostics

/// Rows in columns that fit the terminal.
package struct Table: Sendable {
  /// One column.
  package struct Column: Sendable {
    package let title: String
    let isRight: Bool
    /// How far it may shrink where the line is too long; nil keeps it whole.
    let least: Int?
    let cutsMiddle: Bool

    package init(
      _ title: String, isRight: Bool = false, least: Int? = nil, cutsMiddle: Bool = false
    ) {
      (self.title, self.isRight, self.least) = (title, isRight, least)
      self.cutsMiddle = cutsMiddle
    }
  }

  /// One field of a row.
  package struct Cell: Sendable {
    let text: String
    let hue: Hue

    /// Holds a text; what a terminal can't show is escaped.
    package init(_ text: String, _ hue: Hue = .plain) {
      (self.text, self.hue) = (Printable.text(text), hue)
    }
  }

  private static let gap = 2

  private let columns: [Column]
  private var rows: [[Cell]] = []

  package init(_ columns: [Column]) { self.columns = columns }

  package var isEmpty: Bool { rows.isEmpty }

  /// Adds a row; it must have as many fields as there are columns.
  package mutating func add(_ cells: [Cell]) {
    precondition(cells.count == columns.count, "A row needs \(columns.count) fields")
    rows.append(cells)
  }

  /// The lines, with a line of titles; columns are cut where a width is given.
  package func lines(width: Int?, paint: Paint) -> [String] {
    let widths = fit(naturalWidths, into: width)
    let titles = line(columns.map { Cell($0.title, .dim) }, widths, paint)
    return [titles] + rows.map { line($0, widths, paint) }
  }

  private var naturalWidths: [Int] {
    columns.indices.map { index in
      rows.reduce(TextWidth.columns(columns[index].title)) {
        max($0, TextWidth.columns($1[index].text))
      }
    }
  }

  /// Takes columns away from the widest that may shrink until the line fits, as far as that goes.
  private func fit(_ natural: [Int], into width: Int?) -> [Int] {
    guard let width else { return natural }
    var widths = natural
    var excess = widths.reduce(0, +) + Self.gap * (columns.count - 1) - width
    while excess > 0 {
      let shrinkable = columns.indices.filter { index in
        columns[index].least.map { widths[index] > max($0, 1) } ?? false
      }
      guard let widest = shrinkable.max(by: { widths[$0] < widths[$1] }) else { break }
      widths[widest] -= 1
      excess -= 1
    }
    return widths
  }

  private func line(_ cells: [Cell], _ widths: [Int], _ paint: Paint) -> String {
    var line = ""
    for (index, cell) in cells.enumerated() {
      let column = columns[index]
      let text =
        column.cutsMiddle
        ? TextWidth.cutMiddle(cell.text, to: widths[index])
        : TextWidth.cut(cell.text, to: widths[index])
      let rest = String(repeating: " ", count: max(0, widths[index] - TextWidth.columns(text)))
      if index > 0 { line += String(repeating: " ", count: Self.gap) }
      line +=
        column.isRight ? rest + paint.apply(cell.hue, text) : paint.apply(cell.hue, text) + rest
    }
    // Blanks at the end of a line only make trouble when it is copied.
    while line.last == " " { line.removeLast() }
    return line
  }
}
