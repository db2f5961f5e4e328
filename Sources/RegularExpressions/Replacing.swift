extension RegularExpression {
  /// The text with each match replaced by what the closure makes of it.
  package func replacing(
    in text: String, limit: Int = Limits.matches, with make: (Match) throws(PatternError) -> String
  ) throws(PatternError) -> (text: String, count: Int) {
    let found = try allMatches(in: text, limit: limit)
    guard !found.matches.isEmpty else { return (text, 0) }
    var result = ""
    result.reserveCapacity(text.utf8.count)
    var copied = text.startIndex
    for match in found.matches {
      let range = match.whole.range
      let start = text.utf8.index(text.startIndex, offsetBy: range.lowerBound)
      result += text[copied..<start]
      result += try make(match)
      copied = text.utf8.index(start, offsetBy: range.count)
      guard result.utf8.count <= Limits.result else {
        throw PatternError(
          .resultTooLong, "the result of replacing is longer than \(Limits.result) bytes")
      }
    }
    result += text[copied...]
    return (result, found.matches.count)
  }

  /// The text with each match replaced by a replacement that may refer to groups.
  ///
  /// `$1` or `${1}` stands for a group by number, `$0` for the whole match, `$<name>` or `${name}` for a
  /// group by name, `$$` for a dollar sign; a group that took no part is empty.
  package func replacing(
    in text: String, with replacement: String, limit: Int = Limits.matches
  ) throws(PatternError) -> (text: String, count: Int) {
    let template = try ReplacementTemplate(replacement, for: self)
    return try replacing(in: text, limit: limit) { match throws(PatternError) in
      template.expanded(match)
    }
  }
}

/// A replacement taken apart once, before the search.
struct ReplacementTemplate {
  private enum Part {
    case text(String)
    case number(Int)
    case name(String)
  }

  private var parts: [Part] = []

  init(_ replacement: String, for expression: RegularExpression) throws(PatternError) {
    var rest = Substring(replacement).utf8
    func offset() -> Int {
      replacement.utf8.distance(from: replacement.startIndex, to: rest.startIndex)
    }
    while let dollar = rest.firstIndex(of: UInt8(ascii: "$")) {
      parts.append(.text(String(rest[..<dollar]) ?? ""))
      rest = rest[dollar...]
      let place = offset()
      rest = rest.dropFirst()
      switch rest.first {
      case UInt8(ascii: "$"):
        parts.append(.text("$"))
        rest = rest.dropFirst()
      case UInt8(ascii: "{"):
        parts.append(try Self.enclosed(&rest, until: UInt8(ascii: "}"), expression, place))
      case UInt8(ascii: "<"):
        parts.append(try Self.enclosed(&rest, until: UInt8(ascii: ">"), expression, place))
      case .some(UInt8(ascii: "0")...UInt8(ascii: "9")):
        parts.append(try Self.numbered(&rest, expression, place))
      case .some, nil:
        throw PatternError(
          .replacement, "`$` must be followed by a group; write `$$` for a dollar sign",
          offset: place)
      }
    }
    parts.append(.text(String(rest) ?? ""))
  }

  /// Takes the digits after the dollar sign: as many as make the number of a group that exists.
  private static func numbered(
    _ rest: inout Substring.UTF8View, _ expression: RegularExpression, _ place: Int
  ) throws(PatternError) -> Part {
    var number = 0
    var taken = 0
    for byte in rest.prefix(while: { (0x30...0x39).contains($0) }) {
      let longer = number * 10 + Int(byte - 0x30)
      if taken > 0, longer > expression.groupCount { break }
      number = longer
      taken += 1
    }
    rest = rest.dropFirst(taken)
    return try group(number, expression, place)
  }

  private static func enclosed(
    _ rest: inout Substring.UTF8View, until end: UInt8, _ expression: RegularExpression,
    _ place: Int
  ) throws(PatternError) -> Part {
    guard let close = rest.firstIndex(of: end) else {
      throw PatternError(.replacement, "the name of the group has no end", offset: place)
    }
    let name = String(rest[..<close].dropFirst()) ?? ""
    rest = rest[close...].dropFirst()
    if let number = Int(name) { return try group(number, expression, place) }
    guard expression.groupNames.contains(where: { $0.name == name }) else {
      throw PatternError(
        .replacement, "the regular expression has no group named `\(name)`", offset: place)
    }
    return .name(name)
  }

  private static func group(
    _ number: Int, _ expression: RegularExpression, _ place: Int
  ) throws(PatternError) -> Part {
    guard (0...expression.groupCount).contains(number) else {
      throw PatternError(
        .replacement, "the regular expression has no group \(number)", offset: place)
    }
    return .number(number)
  }

  func expanded(_ match: Match) -> String {
    var text = ""
    for part in parts {
      switch part {
      case .text(let piece): text += piece
      case .number(let number): text += match[number]?.text ?? ""
      case .name(let name): text += match[name]?.text ?? ""
      }
    }
    return text
  }
}
