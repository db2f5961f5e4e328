internal import Values

/// The comma-separated form of tables (RFC 4180), as bytes.
///
/// Cells keep their bytes whatever they are. A cell that a spreadsheet would take for a formula,
/// such as `=1+1`, is not altered: this is data for programs, and an alteration would be a loss.
enum CSVFormat {
  /// How the lines of a table end.
  enum LineEnd: Sendable, Hashable {
    /// Carriage return and line feed, as RFC 4180 has it.
    case standard
    /// A line feed alone, as many tables on Linux have it.
    case unix

    var bytes: [UInt8] {
      switch self {
      case .standard: [UInt8(ascii: "\r"), UInt8(ascii: "\n")]
      case .unix: [UInt8(ascii: "\n")]
      }
    }
  }

  /// What is wrong with the first line of a table.
  enum Trouble: Error, Hashable {
    /// The bytes end within a cell in quotes.
    case openQuote
    /// Something other than a comma or a line end follows a closing quote.
    case strayText(column: Int)
  }

  /// The first line of a table: its cells and how it ends.
  struct Header: Sendable, Hashable {
    let columns: [[UInt8]]
    /// Nil where the bytes end without a line end.
    let lineEnd: LineEnd?
  }

  private static let quote = UInt8(ascii: "\"")
  private static let comma = UInt8(ascii: ",")
  private static let lineFeed = UInt8(ascii: "\n")
  private static let carriageReturn = UInt8(ascii: "\r")
  private static let byteOrderMark: [UInt8] = [0xEF, 0xBB, 0xBF]

  /// One line of a table, with its end.
  static func row(_ cells: [[UInt8]], lineEnd: LineEnd) -> [UInt8] {
    // A lone empty cell would be an empty line, which readers skip.
    guard cells != [[]] else { return [quote, quote] + lineEnd.bytes }
    var row: [UInt8] = []
    for (index, cell) in cells.enumerated() {
      if index > 0 { row.append(comma) }
      append(cell, to: &row)
    }
    return row + lineEnd.bytes
  }

  private static func append(_ cell: [UInt8], to row: inout [UInt8]) {
    let blank = UInt8(ascii: " ")
    let mustQuote =
      cell.first == blank || cell.last == blank
      || cell.contains { $0 == quote || $0 == comma || $0 == lineFeed || $0 == carriageReturn }
    guard mustQuote else { return row.append(contentsOf: cell) }
    row.append(quote)
    for byte in cell {
      if byte == quote { row.append(quote) }
      row.append(byte)
    }
    row.append(quote)
  }

  /// Reads the first line of a table; a byte-order mark before it is passed over.
  static func header(of bytes: [UInt8]) throws(Trouble) -> Header {
    var index = bytes.starts(with: byteOrderMark) ? byteOrderMark.count : 0
    var columns: [[UInt8]] = []
    while true {
      columns.append(try cell(of: bytes, at: &index, column: columns.count + 1))
      guard index < bytes.count else { return Header(columns: columns, lineEnd: nil) }
      if bytes[index] == comma {
        index += 1
      } else {
        let lineEnd: LineEnd = bytes[index] == carriageReturn ? .standard : .unix
        return Header(columns: columns, lineEnd: lineEnd)
      }
    }
  }

  /// Reads one cell and stops at the comma, line end or end of the bytes after it.
  private static func cell(
    of bytes: [UInt8], at index: inout Int, column: Int
  ) throws(Trouble) -> [UInt8] {
    guard index < bytes.count, bytes[index] == quote else {
      let start = index
      while index < bytes.count, !endsCell(bytes, at: index) { index += 1 }
      return Array(bytes[start..<index])
    }
    var cell: [UInt8] = []
    index += 1
    while true {
      guard index < bytes.count else { throw .openQuote }
      if bytes[index] != quote {
        cell.append(bytes[index])
      } else if index + 1 < bytes.count, bytes[index + 1] == quote {
        cell.append(quote)
        index += 1
      } else {
        break
      }
      index += 1
    }
    index += 1
    guard index == bytes.count || endsCell(bytes, at: index) else {
      throw .strayText(column: column)
    }
    return cell
  }

  private static func endsCell(_ bytes: [UInt8], at index: Int) -> Bool {
    switch bytes[index] {
    case comma, lineFeed: true
    case carriageReturn: index + 1 < bytes.count && bytes[index + 1] == lineFeed
    default: false
    }
  }
}
