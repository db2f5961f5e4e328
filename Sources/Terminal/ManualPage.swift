/// A manual page in the language of man(7).
package struct ManualPage: Sendable {
  private var lines: [String]

  /// Begins a page, such as hob(1).
  package init(_ name: String, section: Int, title: String, version: String) {
    let manual =
      switch section {
      case 1: "User Commands"
      case 5: "File Formats"
      case 8: "System Administration"
      default: "Manual"
      }
    // No date: the page would differ each time it is made.
    lines = [
      ".\\\" Made by `hob generate man`; change the program or its manual sources instead.",
      ".TH \(name.uppercased()) \(section) \"\" \"Hob \(version)\" \"\(manual)\"",
      ".nh", ".ad l",
      ".SH NAME",
      "\(Self.escaped(name)) \\- \(Self.inline(title))",
    ]
  }

  /// The page as text for man(1).
  package var text: String { lines.joined(separator: "\n") + "\n" }

  package mutating func section(_ title: String) {
    lines.append(".SH \(Self.escaped(title.uppercased()))")
  }

  package mutating func subsection(_ title: String) {
    lines.append(".SS \"\(Self.inline(title))\"")
  }

  /// A paragraph; parts in backticks are set bold, parts between asterisks in italics.
  package mutating func paragraph(_ text: String) {
    lines.append(".PP")
    lines.append(Self.line(text))
  }

  /// A word with what it means, indented.
  package mutating func item(_ term: String, _ meaning: String) {
    lines.append(".TP")
    lines.append("\\fB\(Self.escaped(term))\\fR")
    lines.append(Self.line(meaning))
  }

  /// Lines that are shown as they stand.
  package mutating func code(_ text: String) {
    lines += [".PP", ".RS 4", ".nf"]
    lines += text.split(separator: "\n", omittingEmptySubsequences: false).map {
      Self.protected(Self.escaped(String($0)))
    }
    lines += [".fi", ".RE"]
  }

  /// A usage line: names bold, the rest as it is.
  package mutating func usage(_ command: String, _ rest: String) {
    lines += [".PP", "\\fB\(Self.escaped(command))\\fR \(Self.escaped(rest))"]
  }

  /// Takes in text of a simple Markdown: `## ` and `### ` titles, paragraphs, code between fences,
  /// and lists of `- term: meaning`.
  package mutating func markdown(_ text: String) {
    var isCode = false
    var block: [String] = []
    for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
      if line.hasPrefix("```") {
        if isCode { code(block.joined(separator: "\n")) } else { finish(block) }
        block = []
        isCode.toggle()
      } else if isCode {
        block.append(String(line))
      } else if line.hasPrefix("### ") || line.hasPrefix("## ") || line.isEmpty {
        finish(block)
        block = []
        if line.hasPrefix("### ") { subsection(String(line.dropFirst(4))) }
        if line.hasPrefix("## ") { section(String(line.dropFirst(3))) }
      } else if line.hasPrefix("- ") {
        finish(block)
        block = [String(line)]
      } else {
        block.append(line.trimmed)
      }
    }
    finish(block)
  }

  private mutating func finish(_ block: [String]) {
    let text = block.joined(separator: " ")
    guard !text.isEmpty else { return }
    guard text.hasPrefix("- ") else { return paragraph(text) }
    if let colon = text.firstRange(of: ": ") {
      let term = text[text.index(text.startIndex, offsetBy: 2)..<colon.lowerBound]
      item(term.filter { $0 != "`" }, String(text[colon.upperBound...]))
    } else {
      lines.append(".IP \\(bu 2")
      lines.append(Self.line(String(text.dropFirst(2))))
    }
  }

  /// A line of text, which must not look like a command of the language.
  private static func line(_ text: String) -> String { protected(inline(text)) }

  private static func protected(_ line: String) -> String {
    line.hasPrefix(".") || line.hasPrefix("'") ? "\\&" + line : line
  }

  /// Escapes a text and sets its marked parts in other faces.
  private static func inline(_ text: String) -> String {
    var result = ""
    for (index, part) in text.split(separator: "`", omittingEmptySubsequences: false).enumerated() {
      result += index.isMultiple(of: 2) ? escaped(String(part)) : "\\fB\(escaped(String(part)))\\fR"
    }
    return result
  }

  /// Text in which nothing means something to the language (groff_char(7)).
  private static func escaped(_ text: String) -> String {
    var result = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\\": result += "\\e"
      case "-": result += "\\-"
      case "'": result += "\\(aq"
      case "`": result += "\\(ga"
      case "^": result += "\\(ha"
      case "~": result += "\\(ti"
      case "\"": result += "\\(dq"
      case "…": result += "..."
      case "→": result += "\\(->"
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result
  }
}

extension Substring {
  fileprivate var trimmed: String {
    var text = self
    while text.first == " " { text.removeFirst() }
    while text.last == " " { text.removeLast() }
    return String(text)
  }
}
