internal import FileSystem
internal import Values
internal import Workflow

/// A row that is to be added to a table, found its place by the names of the columns.
struct TableRow: Sendable {
  let path: FilePath
  let values: [(name: String, text: String)]
  let limits: ActionLimits

  /// The bytes to add to a table of that size; with the names of the columns where it is empty.
  func bytes(for file: borrowing OpenFile, size: Int64) throws(ActionFailure) -> [UInt8] {
    guard size > 0 else {
      return CSVFormat.row(values.map { FilePath.bytes(of: $0.name) }, lineEnd: .standard)
        + CSVFormat.row(values.map { FilePath.bytes(of: $0.text) }, lineEnd: .standard)
    }
    let header = try header(of: file)
    // A first line without an end was written by hand, on Linux most likely.
    let lineEnd = header.lineEnd ?? .unix
    let separator = try file.isAtLineStart(size: size) ? [] : lineEnd.bytes
    return separator + CSVFormat.row(try cells(for: header.columns), lineEnd: lineEnd)
  }

  private func header(of file: borrowing OpenFile) throws(ActionFailure) -> CSVFormat.Header {
    let start = try attempt { () throws(FileError) in
      try file.read(from: 0, count: limits.tableHeader + 1)
    }
    let isWhole = start.count <= limits.tableHeader
    let header: CSVFormat.Header
    do throws(CSVFormat.Trouble) {
      header = try CSVFormat.header(of: start)
    } catch {
      if error == .openQuote, !isWhole { throw tooLong }
      throw refusal("has a first line that is no row of a table: \(Self.words(error))")
    }
    guard isWhole || header.lineEnd != nil else { throw tooLong }
    guard header.columns.count <= limits.tableColumns else {
      throw ActionFailure(
        .limit, "\(shownPath) has more than \(limits.tableColumns) columns.",
        details: ["path": .string(path.text)])
    }
    return header
  }

  private func cells(for columns: [[UInt8]]) throws(ActionFailure) -> [[UInt8]] {
    var cells = [[UInt8]](repeating: [], count: columns.count)
    for (name, text) in values {
      let wanted = FilePath.bytes(of: name)
      guard let index = columns.firstIndex(of: wanted) else {
        throw refusal(
          "has no column `\(LineText.oneLine(name))`; it has \(Self.list(columns)). "
            + "Correct the name, or add the column to its first line")
      }
      guard columns.lastIndex(of: wanted) == index else {
        throw refusal("has several columns `\(LineText.oneLine(name))`; give each its own name")
      }
      cells[index] = FilePath.bytes(of: text)
    }
    return cells
  }

  private var shownPath: String { LineText.oneLine(path.text) }

  private var tooLong: ActionFailure {
    ActionFailure(
      .limit, "The first line of \(shownPath) is longer than \(limits.tableHeader) bytes.",
      details: ["path": .string(path.text)])
  }

  private func refusal(_ trouble: String) -> ActionFailure {
    ActionFailure(
      .badArgument, "The table \(shownPath) \(trouble).", details: ["path": .string(path.text)])
  }

  private static func list(_ columns: [[UInt8]]) -> String {
    let shown = columns.prefix(20).map { "`\(LineText.oneLine(FilePath.text(of: $0)))`" }
    return shown.joined(separator: ", ") + (columns.count > 20 ? " and more" : "")
  }

  private static func words(_ trouble: CSVFormat.Trouble) -> String {
    switch trouble {
    case .openQuote: "a quote is not closed"
    case .strayText(let column): "something follows the closing quote of column \(column)"
    }
  }
}
