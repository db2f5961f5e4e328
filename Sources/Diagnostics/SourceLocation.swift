package import YAML

/// A place in a file that a message is about.
package struct SourceLocation: Hashable, Sendable {
  /// The file's name as it is shown to people.
  package var file: String
  /// The line, counted from 1; 0 where the whole file is meant.
  package var line: Int
  /// The column in Unicode characters, counted from 1; 0 where the whole file is meant.
  package var column: Int

  package init(file: String, line: Int, column: Int) {
    (self.file, self.line, self.column) = (file, line, column)
  }

  /// The place of a mark in a file.
  package init(file: String, mark: YAML.Mark) {
    self.init(file: file, line: mark.line, column: mark.column)
  }

  /// A file as a whole: one that can't be read, or is refused for its owner.
  package init(wholeFile file: String) { self.init(file: file, line: 0, column: 0) }

  package var isWholeFile: Bool { line == 0 }
}

extension SourceLocation: CustomStringConvertible {
  package var description: String {
    isWholeFile ? Printable.text(file) : "\(Printable.text(file)):\(line):\(column)"
  }
}
