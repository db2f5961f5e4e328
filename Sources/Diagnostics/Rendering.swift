extension Diagnostic {
  /// The diagnostic for people: place and message, the line with the part marked, what to do, notes.
  ///
  /// Lines are parted by line feeds, and there is none at the end.
  package func rendered(color: Bool = false) -> String {
    let palette = Palette(isOn: color)
    var lines = [headline(palette)]
    if let excerpt { lines += Self.lines(of: excerpt, palette) }
    if let help {
      let gutter = excerpt == nil ? "  " : "    = "
      lines.append(gutter + palette.bold("help: ") + Printable.text(help))
    }
    lines += notes.map { $0.rendered(color: color) }
    return lines.joined(separator: "\n")
  }

  private func headline(_ palette: Palette) -> String {
    let place = location.map { palette.bold("\($0):") + " " } ?? ""
    let label = palette.severity("\(severity.rawValue):", severity)
    return place + label + " " + palette.bold(Printable.text(message))
  }

  private static func lines(of excerpt: Excerpt, _ palette: Palette) -> [String] {
    let number = String(excerpt.line)
    let width = max(number.count, 3)
    let gutter = String(repeating: " ", count: width - number.count) + number
    let (text, marks) = excerpt.shown()
    let line = text.isEmpty ? "" : " " + text
    return [
      palette.dim(gutter + " |") + line,
      palette.dim(String(repeating: " ", count: width) + " |") + " " + palette.mark(marks),
    ]
  }
}

/// The escape sequences of a terminal with colours (ECMA-48, 8.3.117), or none.
private struct Palette {
  let isOn: Bool

  func bold(_ text: String) -> String { wrap(text, "1") }
  func dim(_ text: String) -> String { wrap(text, "2") }
  func mark(_ text: String) -> String { wrap(text, "1;32") }

  func severity(_ text: String, _ severity: Diagnostic.Severity) -> String {
    switch severity {
    case .error: wrap(text, "1;31")
    case .warning: wrap(text, "1;35")
    case .note: wrap(text, "1;36")
    }
  }

  private func wrap(_ text: String, _ code: String) -> String {
    isOn ? "\u{1B}[\(code)m\(text)\u{1B}[0m" : text
  }
}
