/// The help that a program prints about itself.
package struct HelpPage: Sendable {
  private let program: ProgramSyntax
  private let width: Int
  private let paint: Paint

  /// Lays help out for a number of columns; lines longer than 80 are hard to read.
  package init(_ program: ProgramSyntax, width: Int?, paint: Paint) {
    (self.program, self.paint) = (program, paint)
    self.width = min(max(width ?? 80, 40), 80)
  }

  /// The list of verbs, with options for all of them.
  package func overview(_ sections: [(title: String, verbs: [String])]) -> String {
    var blocks = [
      program.summary,
      "\(paint.bold("usage:")) \(program.name) [OPTION…] COMMAND [ARGUMENT…]",
    ]
    for section in sections {
      let verbs = section.verbs.compactMap(program.verb)
      blocks.append(titled(section.title, list(verbs.map { ($0.name, $0.summary) })))
    }
    blocks.append(titled("options of all commands", optionList(program.options)))
    blocks.append(
      "More on a command: \(program.name) COMMAND --help, or the manual page "
        + "\(program.name)(1).")
    return blocks.joined(separator: "\n\n") + "\n"
  }

  /// Everything about one verb.
  package func page(of verb: VerbSyntax) -> String {
    var blocks = [wrapped(verb.summary + ".", indent: 0), usage(verb)]
    let operands = verb.operands.filter { !$0.summary.isEmpty }
    if !operands.isEmpty {
      blocks.append(titled("arguments", list(operands.map { ($0.value.name, $0.summary) })))
    }
    if !verb.options.isEmpty { blocks.append(titled("options", optionList(verb.options))) }
    for paragraph in verb.details.paragraphs { blocks.append(wrapped(paragraph, indent: 0)) }
    if !verb.examples.isEmpty {
      let lines = verb.examples.map { example in
        "  \(paint.bold(example.command))\n" + wrapped(example.meaning, indent: 6)
      }
      blocks.append(titled("examples", lines.joined(separator: "\n")))
    }
    let common = program.options.map(\.spelling).joined(separator: ", ")
    blocks.append(
      wrapped("Options of all commands (see \(program.name) help): \(common).", indent: 0))
    return blocks.joined(separator: "\n\n") + "\n"
  }

  private func usage(_ verb: VerbSyntax) -> String {
    let pieces = verb.options.map(\.usage) + verb.operands.map(\.usage)
    let start = "usage: \(program.name) \(verb.name)"
    var lines = [start]
    for piece in pieces {
      if TextWidth.columns(lines[lines.count - 1]) + 1 + TextWidth.columns(piece) > width {
        lines.append(String(repeating: " ", count: start.count))
      }
      lines[lines.count - 1] += " " + piece
    }
    lines[0] = paint.bold("usage:") + lines[0].dropFirst("usage:".count)
    return lines.joined(separator: "\n")
  }

  private func titled(_ title: String, _ body: String) -> String {
    paint.bold(title + ":") + "\n" + body
  }

  private func optionList(_ options: [OptionSyntax]) -> String {
    list(options.map { ($0.listed, $0.summary) })
  }

  private func list(_ items: [(name: String, meaning: String)]) -> String {
    DefinitionList(items).lines(width: width, paint: paint).joined(separator: "\n")
  }

  private func wrapped(_ text: String, indent: Int) -> String {
    TextWidth.wrap(text, to: width - indent)
      .map { String(repeating: " ", count: indent) + $0 }.joined(separator: "\n")
  }
}

extension OptionSyntax {
  /// How usage lines show it: `[-n COUNT]`, `[--file PATH]…`.
  package var usage: String {
    let name = short.map { "-\($0)" } ?? spelling
    return "[\(name)\(value.map { " " + $0.name } ?? "")]" + (isRepeatable ? "…" : "")
  }

  /// How lists show it: `-n, --limit COUNT`.
  package var listed: String {
    (short.map { "-\($0), " } ?? "") + spelling + (value.map { " " + $0.name } ?? "")
  }
}

extension String {
  /// The paragraphs of a text, each as one line.
  package var paragraphs: [String] {
    var paragraphs: [String] = []
    var current: [Substring] = []
    for line in split(separator: "\n", omittingEmptySubsequences: false) {
      if line.isEmpty {
        if !current.isEmpty { paragraphs.append(current.joined(separator: " ")) }
        current = []
      } else {
        current.append(line)
      }
    }
    if !current.isEmpty { paragraphs.append(current.joined(separator: " ")) }
    return paragraphs
  }
}
