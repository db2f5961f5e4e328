package import FileSystem

/// Colours for a terminal, or none (ECMA-48, 8.3.117).
package struct Paint: Sendable, Hashable {
  /// When colours are used.
  package enum Choice: String, Sendable, Hashable, CaseIterable {
    case auto, always, never
  }

  package let isOn: Bool

  package init(isOn: Bool) { self.isOn = isOn }

  /// Decides by the wish, the stream, and what the environment says (`NO_COLOR`, `TERM`).
  package init(_ choice: Choice, on stream: StandardStream, environment: Environment) {
    switch choice {
    case .always: isOn = true
    case .never: isOn = false
    case .auto:
      // no-color.org: set and not empty turns colours off.
      let refuses = environment.bytes("NO_COLOR").map { !$0.isEmpty } ?? false
      isOn = !refuses && environment.text("TERM") != "dumb" && stream.isTerminal
    }
  }

  package func bold(_ text: String) -> String { wrap(text, "1") }
  package func dim(_ text: String) -> String { wrap(text, "2") }
  package func red(_ text: String) -> String { wrap(text, "31") }
  package func green(_ text: String) -> String { wrap(text, "32") }
  package func yellow(_ text: String) -> String { wrap(text, "33") }
  package func cyan(_ text: String) -> String { wrap(text, "36") }

  private func wrap(_ text: String, _ code: String) -> String {
    isOn && !text.isEmpty ? "\u{1B}[\(code)m\(text)\u{1B}[0m" : text
  }
}

/// The paint of a piece of text.
package enum Hue: Sendable, Hashable {
  case plain, bold, dim, red, green, yellow, cyan
}

extension Paint {
  package func apply(_ hue: Hue, _ text: String) -> String {
    switch hue {
    case .plain: text
    case .bold: bold(text)
    case .dim: dim(text)
    case .red: red(text)
    case .green: green(text)
    case .yellow: yellow(text)
    case .cyan: cyan(text)
    }
  }
}
