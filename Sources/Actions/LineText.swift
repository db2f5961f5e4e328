internal import Values

/// Text made fit for places that show one line, or plain lines, and obey control characters.
package enum LineText {
  /// The text on one line: line breaks and control characters become visible escapes.
  package static func oneLine(_ text: String) -> String {
    guard text.unicodeScalars.contains(where: { isControl($0) || $0.escapedByte != nil }) else {
      return text
    }
    var line = ""
    for scalar in text.unicodeScalars { line += visible(scalar) }
    return line
  }

  /// The text with its line breaks, but without what could steer a terminal or a desktop.
  package static func withoutControls(_ text: String) -> String {
    var clean = String.UnicodeScalarView()
    for scalar in text.unicodeScalars {
      if scalar == "\n" || scalar == "\t" {
        clean.append(scalar)
      } else if scalar.escapedByte != nil {
        clean.append(contentsOf: visible(scalar).unicodeScalars)
      } else if !isControl(scalar) && !isReordering(scalar) {
        clean.append(scalar)
      }
    }
    return String(clean)
  }

  /// The first characters of a text, with an ellipsis where some are left out.
  package static func cut(_ text: String, to count: Int) -> (text: String, wasCut: Bool) {
    // Counting stops at the limit, so that a text of a gigabyte costs no more than a short one.
    guard let end = text.index(text.startIndex, offsetBy: count, limitedBy: text.endIndex),
      end < text.endIndex
    else { return (text, false) }
    return (String(text[..<end]) + "…", true)
  }

  private static func isControl(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x00...0x1F, 0x7F...0x9F, 0x2028, 0x2029: true
    default: false
    }
  }

  /// Whether a scalar turns round the order of what follows, so that a name can pose as another.
  private static func isReordering(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x202A...0x202E, 0x2066...0x2069: true
    default: false
    }
  }

  private static func visible(_ scalar: Unicode.Scalar) -> String {
    if let byte = scalar.escapedByte { return "\\x" + hexadecimal(byte, 2) }
    switch scalar {
    case "\n": return "\\n"
    case "\r": return "\\r"
    case "\t": return "\\t"
    default:
      guard isControl(scalar) else { return String(scalar) }
      return "\\u{" + hexadecimal(scalar.value, 2) + "}"
    }
  }
}
