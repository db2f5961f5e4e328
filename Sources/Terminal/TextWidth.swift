internal import Diagnostics

/// Lines cut and wrapped by the columns that they take on a terminal.
package enum TextWidth {
  /// What stands for the part that was cut away.
  package static let ellipsis = "…"

  /// How many columns a line takes.
  package static func columns(_ text: String) -> Int {
    // Most text is ASCII, where bytes are columns.
    if text.utf8.allSatisfy({ $0 >= 0x20 && $0 < 0x7F }) { return text.utf8.count }
    return text.reduce(0) { $0 + Printable.width($1) }
  }

  /// The text, or its beginning with an ellipsis where it takes more columns than there are.
  package static func cut(_ text: String, to width: Int) -> String {
    guard columns(text) > width else { return text }
    guard width > 0 else { return "" }
    var result = ""
    var used = 0
    for character in text {
      let next = Printable.width(character)
      if used + next > width - 1 { break }
      result.append(character)
      used += next
    }
    return result + ellipsis
  }

  /// The text, or its two ends around an ellipsis: of paths both ends tell something.
  package static func cutMiddle(_ text: String, to width: Int) -> String {
    guard columns(text) > width else { return text }
    guard width > 8 else { return cut(text, to: width) }
    let headWidth = (width - 1) / 3
    var tail: [Character] = []
    var used = 0
    for character in text.reversed() {
      let next = Printable.width(character)
      if used + next > width - 1 - headWidth { break }
      tail.append(character)
      used += next
    }
    var head = ""
    used = 0
    for character in text {
      let next = Printable.width(character)
      if used + next > headWidth { break }
      head.append(character)
      used += next
    }
    return head + ellipsis + String(tail.reversed())
  }

  /// The text followed by blanks up to a width.
  package static func padded(_ text: String, to width: Int) -> String {
    text + String(repeating: " ", count: max(0, width - columns(text)))
  }

  /// The text parted into lines at blanks; a word that is longer than a line stands alone.
  package static func wrap(_ text: String, to width: Int) -> [String] {
    var lines: [String] = []
    for paragraph in text.split(separator: "\n", omittingEmptySubsequences: false) {
      var line = ""
      for word in paragraph.split(separator: " ") {
        if line.isEmpty {
          line = String(word)
        } else if columns(line) + 1 + columns(String(word)) <= width {
          line += " " + word
        } else {
          lines.append(line)
          line = String(word)
        }
      }
      lines.append(line)
    }
    return lines
  }
}
