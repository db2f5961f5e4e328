internal import Values

/// Whether a text begins with, ends with or contains another.
final class TextTestNode: ConditionNode {
  enum Kind: String {
    case startsWith, endsWith, contains
  }

  private let text: any Node
  private let part: any Node
  private let kind: Kind
  private let range: Range<Int>

  init(_ text: any Node, _ part: any Node, _ kind: Kind, _ range: Range<Int>) {
    (self.text, self.part, self.kind, self.range) = (text, part, kind, range)
  }

  func holds(_ frame: inout Frame) throws(EvaluationError) -> Bool {
    let first = try text.evaluate(&frame)
    let second = try part.evaluate(&frame)
    guard case .string(let text) = first, case .string(let part) = second else {
      throw EvaluationError(
        FunctionDefinition.noOverload(kind.rawValue, [first, second]), at: range)
    }
    switch kind {
    case .startsWith: return TextTests.starts(text, with: part)
    case .endsWith: return TextTests.ends(text, with: part)
    case .contains: break
    }
    do throws(EvaluationError.Reason) {
      try frame.spend(onLongText: first)
      return TextTests.contains(text, part)
    } catch {
      throw EvaluationError(error, at: range)
    }
  }
}

/// Texts compared byte by byte, which for UTF-8 is by code points.
enum TextTests {
  static func starts(_ text: String, with start: String) -> Bool {
    let bytes = text.utf8Span.span
    let wanted = start.utf8Span.span
    guard bytes.count >= wanted.count else { return false }
    for index in wanted.indices where bytes[index] != wanted[index] { return false }
    return true
  }

  static func ends(_ text: String, with end: String) -> Bool {
    let bytes = text.utf8Span.span
    let wanted = end.utf8Span.span
    let offset = bytes.count - wanted.count
    guard offset >= 0 else { return false }
    for index in wanted.indices where bytes[offset + index] != wanted[index] { return false }
    return true
  }

  static func contains(_ text: String, _ part: String) -> Bool {
    let bytes = text.utf8Span.span
    let wanted = part.utf8Span.span
    guard wanted.count > 0 else { return true }
    guard bytes.count >= wanted.count else { return false }
    // Long texts could be made to take the product of both lengths.
    guard bytes.count * wanted.count <= 1 << 14 else {
      return TextSearch(part.utf8).first(in: Array(text.utf8)) != nil
    }
    for start in 0...(bytes.count - wanted.count) {
      var index = 0
      while index < wanted.count, bytes[start + index] == wanted[index] { index += 1 }
      if index == wanted.count { return true }
    }
    return false
  }
}

/// A match against a pattern that is known beforehand.
final class MatchNode: ConditionNode {
  private let text: any Node
  private let regex: LinearRegex
  private let range: Range<Int>

  init(_ text: any Node, _ regex: LinearRegex, _ range: Range<Int>) {
    (self.text, self.regex, self.range) = (text, regex, range)
  }

  func holds(_ frame: inout Frame) throws(EvaluationError) -> Bool {
    let value = try text.evaluate(&frame)
    return try frame.located(range) { (frame) throws(EvaluationError.Reason) in
      guard case .string(let text) = value else {
        throw FunctionDefinition.noOverload("matches", [value, .string("")])
      }
      return try frame.isFound(regex, in: text)
    }
  }
}

/// A match against a shell pattern that is known beforehand.
final class GlobNode: ConditionNode {
  private let text: any Node
  private let pattern: GlobPattern
  private let range: Range<Int>

  init(_ text: any Node, _ pattern: GlobPattern, _ range: Range<Int>) {
    (self.text, self.pattern, self.range) = (text, pattern, range)
  }

  func holds(_ frame: inout Frame) throws(EvaluationError) -> Bool {
    let value = try text.evaluate(&frame)
    return try frame.located(range) { (frame) throws(EvaluationError.Reason) in
      guard case .string(let text) = value else {
        throw FunctionDefinition.noOverload("glob", [value, .string("")])
      }
      return try HobFunctions.matches(text, pattern, &frame)
    }
  }
}
