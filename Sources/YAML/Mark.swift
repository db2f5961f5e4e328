/// A place in a file, as people and editors count.
package struct Mark: Hashable, Sendable {
  /// The line, counted from 1.
  package var line: Int
  /// The column in Unicode characters (code points), counted from 1.
  package var column: Int
  /// The distance from the start of the file in bytes.
  package var offset: Int

  /// Makes a mark from a line and a column counted from 1, and an offset in bytes.
  package init(line: Int, column: Int, offset: Int) {
    self.line = line
    self.column = column
    self.offset = offset
  }

  /// The first place of a file.
  package static let start = Mark(line: 1, column: 1, offset: 0)
}

extension Mark: Comparable {
  package static func < (left: Mark, right: Mark) -> Bool { left.offset < right.offset }
}

extension Mark: CustomStringConvertible {
  package var description: String { "\(line):\(column)" }
}
