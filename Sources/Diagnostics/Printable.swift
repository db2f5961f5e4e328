internal import Values

/// Text made safe to show on a terminal, and its width there.
package enum Printable {
  /// The text with everything escaped that would not show, move the cursor or turn the direction.
  ///
  /// Bytes of names that are not UTF-8 show as `\xNN`, other characters as `\u{NN}`. A line feed is
  /// escaped like the rest: messages are one line.
  package static func text(_ text: String) -> String {
    guard text.unicodeScalars.contains(where: { escape($0) != nil }) else { return text }
    var result = ""
    for scalar in text.unicodeScalars {
      if let escaped = escape(scalar) {
        result += escaped
      } else {
        result.unicodeScalars.append(scalar)
      }
    }
    return result
  }

  /// How a character is shown that can't be shown as itself; nil for all others.
  static func escape(_ scalar: Unicode.Scalar) -> String? {
    if scalar.value >= 0x20, scalar.value < 0x7F { return nil }
    switch scalar.value {
    case 0x0A: return "\\n"
    case 0x0D: return "\\r"
    case 0x09: return "\\t"
    // How paths carry bytes that are not UTF-8.
    case 0x10_FF00...0x10_FFFF: return "\\x" + hexadecimal(scalar.value - 0x10_FF00, 2)
    // Joiners are part of words and of emoji.
    case 0x200C, 0x200D: return nil
    case _: break
    }
    switch scalar.properties.generalCategory {
    case .control, .format, .lineSeparator, .paragraphSeparator, .surrogate, .unassigned,
      .privateUse:
      return "\\u{" + String(scalar.value, radix: 16) + "}"
    case _:
      return nil
    }
  }

  /// How many columns of a terminal a character takes: 0, 1 or 2.
  package static func width(_ character: Character) -> Int {
    var width = 0
    for scalar in character.unicodeScalars {
      if scalar.value == 0xFE0F { return 2 }
      width = max(width, self.width(scalar))
    }
    return width
  }

  private static func width(_ scalar: Unicode.Scalar) -> Int {
    if scalar.value < 0x300 { return 1 }
    switch scalar.properties.generalCategory {
    case .nonspacingMark, .enclosingMark, .format: return 0
    case _: return isWide(scalar.value) ? 2 : 1
    }
  }

  /// Whether terminals give a character two columns (Unicode Standard Annex 11, W and F, in blocks).
  private static func isWide(_ value: UInt32) -> Bool {
    switch value {
    case 0x1100...0x115F, 0x231A...0x231B, 0x23E9...0x23EC, 0x2614...0x2615, 0x2648...0x2653,
      0x26AA...0x26AB, 0x26BD...0x26BE, 0x2705, 0x274C, 0x2753...0x2755, 0x2B1B...0x2B1C, 0x2B50,
      0x2E80...0x303E, 0x3041...0x33FF, 0x3400...0x4DBF, 0x4E00...0x9FFF, 0xA000...0xA4CF,
      0xA960...0xA97C, 0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE30...0xFE6F, 0xFF00...0xFF60,
      0xFFE0...0xFFE6, 0x1_6FE0...0x1_8CFF, 0x1_B000...0x1_B2FF, 0x1_F004, 0x1_F0CF, 0x1_F18E,
      0x1_F191...0x1_F19A, 0x1_F200...0x1_F320, 0x1_F32D...0x1_F64F, 0x1_F680...0x1_F6FF,
      0x1_F7E0...0x1_F7EB, 0x1_F900...0x1_F9FF, 0x1_FA70...0x1_FAFF, 0x2_0000...0x3_FFFD:
      true
    case _: false
    }
  }
}
