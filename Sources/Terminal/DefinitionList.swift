/// Names with what they mean beside them, or below where a name is long.
package struct DefinitionList: Sendable {
  /// The longest name that has its meaning beside it.
  private static let longestName = 24
  /// Lines that are longer are hard to read.
  private static let longestLine = 100

  private let items: [(name: String, meaning: String)]

  package init(_ items: [(name: String, meaning: String)]) { self.items = items }

  /// The lines, wrapped to a number of columns where one is given.
  package func lines(width: Int?, paint: Paint) -> [String] {
    let widest = min(items.reduce(0) { max($0, TextWidth.columns($1.name)) }, Self.longestName)
    let room = max(20, min(width ?? 80, Self.longestLine) - widest - 4)
    var lines: [String] = []
    for item in items {
      var rest = TextWidth.wrap(item.meaning, to: room)[...]
      if TextWidth.columns(item.name) <= widest {
        let blanks = String(repeating: " ", count: widest - TextWidth.columns(item.name))
        lines.append("  \(paint.bold(item.name))\(blanks)  \(rest.popFirst() ?? "")")
      } else {
        lines.append("  " + paint.bold(item.name))
      }
      lines += rest.map { String(repeating: " ", count: widest + 4) + $0 }
    }
    return lines
  }
}
