/// Reads regular expressions in the syntax of RE2, without references back and without looking around.
struct RegexParser {
  struct Flags {
    var ignoresCase = false
    var isMultiline = false
    var dotTakesNewline = false
    var isUngreedy = false
  }

  static let deepest = 50
  static let mostRepetitions = 1000

  let scalars: [Unicode.Scalar]
  var position = 0
  var flags = Flags()
  private var depth = 0

  static func parse(_ pattern: String) throws(RegexError) -> RegexSyntax {
    var parser = RegexParser(scalars: Array(pattern.unicodeScalars))
    let syntax = try parser.alternatives()
    guard parser.position == parser.scalars.count else {
      throw parser.error("`)` without `(`")
    }
    return syntax
  }

  private init(scalars: [Unicode.Scalar]) { self.scalars = scalars }

  func error(_ message: String, at offset: Int? = nil) -> RegexError {
    RegexError(message: message, offset: offset ?? position)
  }

  var current: Unicode.Scalar? { position < scalars.count ? scalars[position] : nil }

  mutating func take(_ scalar: Unicode.Scalar) -> Bool {
    guard current == scalar else { return false }
    position += 1
    return true
  }

  private mutating func alternatives() throws(RegexError) -> RegexSyntax {
    depth += 1
    defer { depth -= 1 }
    guard depth <= Self.deepest else {
      throw error("groups are nested more than \(Self.deepest) deep")
    }
    var branches = [try sequence()]
    while take("|") { branches.append(try sequence()) }
    return branches.count == 1 ? branches[0] : .alternatives(branches)
  }

  private mutating func sequence() throws(RegexError) -> RegexSyntax {
    var parts: [RegexSyntax] = []
    while let scalar = current, scalar != "|", scalar != ")" {
      let start = position
      guard let part = try atom() else { continue }
      parts.append(try repetition(of: part, from: start))
    }
    return parts.count == 1 ? parts[0] : (parts.isEmpty ? .empty : .sequence(parts))
  }

  private mutating func repetition(
    of part: RegexSyntax, from start: Int
  ) throws(RegexError) -> RegexSyntax {
    guard let bounds = try bounds() else { return part }
    _ = take("?")
    let end = position
    guard try self.bounds() == nil else {
      throw error("a repetition directly after another one", at: end)
    }
    return .repeated(part, minimum: bounds.minimum, maximum: bounds.maximum)
  }

  private mutating func bounds() throws(RegexError) -> (minimum: Int, maximum: Int?)? {
    if take("*") { return (0, nil) }
    if take("+") { return (1, nil) }
    if take("?") { return (0, 1) }
    let start = position
    guard take("{"), let minimum = number() else {
      // A brace that is no repetition stands for itself.
      position = start
      return nil
    }
    var maximum: Int? = minimum
    if take(",") { maximum = number() }
    guard take("}") else {
      position = start
      return nil
    }
    let highest = max(minimum, maximum ?? 0)
    guard highest <= Self.mostRepetitions, minimum <= maximum ?? .max else {
      throw error("the repetition is out of range", at: start)
    }
    return (minimum, maximum)
  }

  private mutating func number() -> Int? {
    var value = 0
    let start = position
    while let scalar = current, scalar.isDigit {
      value = min(value * 10 + Int(scalar.value - 0x30), Self.mostRepetitions + 1)
      position += 1
    }
    return position > start ? value : nil
  }

  /// One part without its repetition; nil where flags were set and nothing else.
  private mutating func atom() throws(RegexError) -> RegexSyntax? {
    let start = position
    guard let scalar = current else { return nil }
    position += 1
    switch scalar {
    case "(": return try group(from: start)
    case "[": return .set(try characterClass(from: start))
    case ".": return flags.dotTakesNewline ? .anything : .noNewline
    case "^": return .assertion(flags.isMultiline ? .lineStart : .textStart)
    case "$": return .assertion(flags.isMultiline ? .lineEnd : .textEnd)
    case "\\": return try escape(from: start)
    case "*", "+", "?": throw error("`\(scalar)` repeats nothing", at: start)
    case "{":
      position = start
      guard try bounds() == nil else { throw error("a repetition of nothing", at: start) }
      position = start + 1
      return literal("{")
    default: return literal(scalar)
    }
  }

  /// A character, in any case where that is asked for.
  func literal(_ scalar: Unicode.Scalar) -> RegexSyntax {
    guard flags.ignoresCase, !scalar.caseVariants.allSatisfy({ $0 == scalar }) else {
      return .scalar(scalar)
    }
    var set = ScalarSet(ignoresCase: true)
    set.insert(scalar)
    return .set(set)
  }

  private mutating func group(from start: Int) throws(RegexError) -> RegexSyntax? {
    let outer = flags
    if take("?") {
      if take("P") || current == "<" {
        try groupName(from: start)
      } else {
        try readFlags(from: start)
        if take(")") { return nil }
        guard take(":") else { throw error("unknown kind of group", at: start) }
      }
    }
    let inner = try alternatives()
    guard take(")") else { throw error("`(` is not closed", at: start) }
    flags = outer
    return inner
  }

  private mutating func groupName(from start: Int) throws(RegexError) {
    guard take("<") else { throw error("unknown kind of group", at: start) }
    let first = position
    while let scalar = current, scalar.isIdentifierStart || scalar.isDigit { position += 1 }
    guard position > first, take(">") else {
      throw error("a group is named (?<name>…); nothing can be looked behind", at: start)
    }
  }

  private mutating func readFlags(from start: Int) throws(RegexError) {
    var isOn = true
    while let scalar = current, scalar != ")", scalar != ":" {
      position += 1
      switch scalar {
      case "i": flags.ignoresCase = isOn
      case "m": flags.isMultiline = isOn
      case "s": flags.dotTakesNewline = isOn
      case "U": flags.isUngreedy = isOn
      case "-" where isOn: isOn = false
      case "=", "!": throw error("a pattern cannot look ahead", at: start)
      default: throw error("unknown flag `\(scalar)`", at: position - 1)
      }
    }
  }
}
