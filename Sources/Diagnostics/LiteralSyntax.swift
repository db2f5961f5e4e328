package import Values

/// Reads the text of one value as the type that its field has: by the field, never by the look.
package enum LiteralSyntax {
  /// Why a text is no value of a type.
  package struct Problem: Error, Hashable {
    /// What is wrong, in one sentence without a full stop.
    package let message: String
    /// What to do, without a full stop.
    package let help: String?

    package init(_ message: String, help: String? = nil) {
      (self.message, self.help) = (message, help)
    }
  }

  /// The value that a text stands for.
  ///
  /// Dates become their text `2026-01-31`, times of the day the time since midnight, sizes a number
  /// of bytes, paths their text as written. Lists, mappings, free values and steps have no text of
  /// their own and are refused.
  package static func read(_ text: String, as type: ParameterType) throws(Problem) -> Value {
    switch type {
    case .text, .condition: return .string(text)
    case .integer: return .int(try NumberSyntax.integer(text))
    case .number: return try NumberSyntax.number(text)
    case .boolean: return .bool(try boolean(text))
    case .date: return .string(try date(text))
    case .timeOfDay: return .duration(try timeOfDay(text))
    case .duration: return .duration(try span(text))
    case .byteSize: return .int(try byteSize(text))
    case .path, .file: return .string(try path(text))
    case .glob: return .string(try pattern(text))
    case .oneOf(let names): return .string(try choice(text, of: names))
    case .list, .dictionary, .any, .steps:
      throw Problem("expected \(type.inWords), found a text")
    }
  }

  /// The span of time that a text stands for, with a sign where the field allows it.
  package static func span(_ text: String, allowsNegative: Bool = false) throws(Problem) -> Duration
  {
    do {
      return try TimeSpanSyntax.parse(text, allowsNegative: allowsNegative)
    } catch {
      throw Problem(error.description)
    }
  }

  private static func boolean(_ text: String) throws(Problem) -> Bool {
    switch text {
    case "true", "True", "TRUE": return true
    case "false", "False", "FALSE": return false
    case _: break
    }
    let lower = text.lowercased()
    if ["yes", "on", "y"].contains(lower) {
      throw Problem("expected true or false, found `\(text)`", help: "write `true`")
    }
    if ["no", "off", "n"].contains(lower) {
      throw Problem("expected true or false, found `\(text)`", help: "write `false`")
    }
    throw Problem("expected true or false, found `\(text)`")
  }

  private static func date(_ text: String) throws(Problem) -> String {
    guard let date = CivilDate(dateText: text) else {
      throw Problem("`\(text)` is no date of the calendar", help: "write it as `2026-01-31`")
    }
    return date.dateText
  }

  private static func timeOfDay(_ text: String) throws(Problem) -> Duration {
    do {
      return try TimeOfDaySyntax.parse(text)
    } catch {
      throw Problem(error.description)
    }
  }

  private static func byteSize(_ text: String) throws(Problem) -> Int64 {
    do {
      return try ByteSizeSyntax.parse(text)
    } catch {
      throw Problem(error.description)
    }
  }

  private static func path(_ text: String) throws(Problem) -> String {
    guard !text.isEmpty else { throw Problem("a path can't be empty") }
    return text
  }

  private static func pattern(_ text: String) throws(Problem) -> String {
    guard !text.isEmpty else {
      throw Problem("a pattern can't be empty", help: "`*` stands for every name")
    }
    return text
  }

  private static func choice(_ text: String, of names: [String]) throws(Problem) -> String {
    if names.contains(text) { return text }
    let nearest = NearestName.find(text, in: names).map { "; did you mean `\($0)`?" } ?? ""
    let list = names.map { "`\($0)`" }.joined(separator: ", ")
    throw Problem("`\(text)` is none of \(list)\(nearest)")
  }
}
