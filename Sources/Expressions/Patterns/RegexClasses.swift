/// Escapes, and classes between brackets.
extension RegexParser {
  mutating func escape(from start: Int) throws(RegexError) -> RegexSyntax {
    guard let letter = current else { throw error("a lone backslash", at: start) }
    switch letter {
    case "A": return assertion(.textStart)
    case "z": return assertion(.textEnd)
    case "b": return assertion(.wordBoundary)
    case "B": return assertion(.noWordBoundary)
    case "Q": return quoted()
    case "1"..."9": throw error("a pattern cannot refer to an earlier group", at: start)
    default: break
    }
    if let set = try classEscape(from: start) { return .set(set) }
    return literal(try characterEscape(from: start))
  }

  private mutating func assertion(_ assertion: RegexAssertion) -> RegexSyntax {
    position += 1
    return .assertion(assertion)
  }

  /// Text between `\Q` and `\E`, in which nothing has a meaning.
  private mutating func quoted() -> RegexSyntax {
    position += 1
    var parts: [RegexSyntax] = []
    while let scalar = current {
      position += 1
      if scalar == "\\", current == "E" {
        position += 1
        break
      }
      parts.append(literal(scalar))
    }
    return .sequence(parts)
  }

  /// `\d`, `\w`, `\s`, `\pL`, `\p{Lu}` and their counterparts, after the backslash.
  private mutating func classEscape(from start: Int) throws(RegexError) -> ScalarSet? {
    guard let letter = current else { return nil }
    let found: ScalarSet
    switch letter {
    case "d": found = .digits
    case "D": found = ScalarSet.digits.negated
    case "w": found = .wordCharacters
    case "W": found = ScalarSet.wordCharacters.negated
    case "s": found = .spaces
    case "S": found = ScalarSet.spaces.negated
    case "p", "P":
      position += 1
      return try property(isNegated: letter == "P", from: start)
    default: return nil
    }
    position += 1
    return found
  }

  private mutating func property(
    isNegated: Bool, from start: Int
  ) throws(RegexError) -> ScalarSet {
    var name = ""
    if take("{") {
      while let scalar = current, scalar != "}" {
        name.unicodeScalars.append(scalar)
        position += 1
      }
      guard take("}") else { throw error("`{` is not closed", at: start) }
    } else if let scalar = current {
      name.unicodeScalars.append(scalar)
      position += 1
    }
    var negates = isNegated
    if name.hasPrefix("^") {
      negates.toggle()
      name.removeFirst()
    }
    guard var property = ScalarProperty(name) else {
      throw error("unknown property `\(name)`; there is L, Lu, Ll, N, Nd, P, S, Z, C …", at: start)
    }
    property.isNegated = negates
    return ScalarSet(properties: [property])
  }

  /// An escape that stands for one character, after the backslash.
  private mutating func characterEscape(from start: Int) throws(RegexError) -> Unicode.Scalar {
    guard let letter = current else { throw error("a lone backslash", at: start) }
    position += 1
    switch letter {
    case "a": return "\u{07}"
    case "f": return "\u{0C}"
    case "n": return "\n"
    case "r": return "\r"
    case "t": return "\t"
    case "v": return "\u{0B}"
    case "x": return try hexadecimal(from: start)
    case "0": return octal()
    default:
      let isLetterOrDigit = letter.isIdentifierStart && letter != "_" || letter.isDigit
      guard !isLetterOrDigit else { throw error("unknown escape `\\\(letter)`", at: start) }
      return letter
    }
  }

  private mutating func octal() -> Unicode.Scalar {
    var value: UInt32 = 0
    var count = 0
    while count < 2, let digit = current?.hexDigit, digit < 8 {
      value = value * 8 + digit
      position += 1
      count += 1
    }
    return Unicode.Scalar(value) ?? "\0"
  }

  private mutating func hexadecimal(from start: Int) throws(RegexError) -> Unicode.Scalar {
    let isBraced = take("{")
    var value: UInt32 = 0
    var count = 0
    while count < (isBraced ? 6 : 2), let digit = current?.hexDigit {
      value = value * 16 + digit
      position += 1
      count += 1
    }
    guard isBraced ? count > 0 && take("}") : count == 2, let scalar = Unicode.Scalar(value)
    else { throw error("unknown escape", at: start) }
    return scalar
  }

  mutating func characterClass(from start: Int) throws(RegexError) -> ScalarSet {
    var set = ScalarSet(ignoresCase: flags.ignoresCase)
    set.isNegated = take("^")
    var isFirst = true
    while let scalar = current, scalar != "]" || isFirst {
      isFirst = false
      if let named = try namedClass() {
        set.insert(named)
        continue
      }
      if scalar == "\\" {
        position += 1
        if let inner = try classEscape(from: position - 1) {
          set.insert(inner)
          continue
        }
        position -= 1
      }
      let low = try classCharacter()
      let dash = position
      if take("-"), let next = current, next != "]" {
        let high = try classCharacter()
        guard low <= high else { throw error("the range is the wrong way round", at: dash) }
        set.ranges.append(low.value...high.value)
      } else {
        position = dash
        set.insert(low)
      }
    }
    guard take("]") else { throw error("`[` is not closed", at: start) }
    return set
  }

  private mutating func classCharacter() throws(RegexError) -> Unicode.Scalar {
    guard let scalar = current else { throw error("`[` is not closed") }
    position += 1
    return scalar == "\\" ? try characterEscape(from: position - 1) : scalar
  }

  /// `[:alpha:]` and its like within brackets.
  private mutating func namedClass() throws(RegexError) -> ScalarSet? {
    let start = position
    guard take("["), take(":") else {
      position = start
      return nil
    }
    let isNegated = take("^")
    var name = ""
    while let scalar = current, scalar.isIdentifierStart {
      name.unicodeScalars.append(scalar)
      position += 1
    }
    guard take(":"), take("]") else {
      position = start
      return nil
    }
    guard let set = ScalarSet.named[name] else {
      throw error("unknown class [:\(name):]", at: start)
    }
    return isNegated ? set.negated : set
  }
}
