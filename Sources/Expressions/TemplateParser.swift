/// Cuts a template into texts and expressions.
enum TemplateParser {
  enum Part {
    case text(String)
    /// The source between the braces and its place, in Unicode scalars from the start.
    case hole(String, offset: Int)
  }

  static func parts(of text: String) throws(ExpressionError) -> [Part] {
    let scalars = Array(text.unicodeScalars)
    var parts: [Part] = []
    var plain = String.UnicodeScalarView()
    var index = 0
    while index < scalars.count {
      if starts(scalars, at: index, with: "$${") {
        plain.append(contentsOf: "${".unicodeScalars)
        index += 3
      } else if starts(scalars, at: index, with: "${") {
        let end = try closingBrace(scalars, from: index)
        if !plain.isEmpty { parts.append(.text(String(plain))) }
        plain = String.UnicodeScalarView()
        var source = String.UnicodeScalarView()
        source.append(contentsOf: scalars[(index + 2)..<end])
        parts.append(.hole(String(source), offset: index + 2))
        index = end + 1
      } else {
        plain.append(scalars[index])
        index += 1
      }
    }
    if !plain.isEmpty || parts.isEmpty { parts.append(.text(String(plain))) }
    return parts
  }

  private static func starts(
    _ scalars: [Unicode.Scalar], at index: Int, with text: StaticString
  ) -> Bool {
    let wanted = Array(text.description.unicodeScalars)
    return index + wanted.count <= scalars.count
      && scalars[index..<index + wanted.count].elementsEqual(wanted)
  }

  /// The brace that ends a hole: braces of maps are counted, texts in quotes are passed over.
  private static func closingBrace(
    _ scalars: [Unicode.Scalar], from start: Int
  ) throws(ExpressionError) -> Int {
    var depth = 0
    var quote: Unicode.Scalar?
    var index = start + 2
    while index < scalars.count {
      let scalar = scalars[index]
      if let open = quote {
        if scalar == "\\" { index += 1 }
        if scalar == open { quote = nil }
      } else {
        switch scalar {
        case "\"", "'": quote = scalar
        case "{": depth += 1
        case "}":
          if depth == 0 { return index }
          depth -= 1
        default: break
        }
      }
      index += 1
    }
    throw ExpressionError(
      "`${` has no closing `}`", at: start..<min(start + 2, scalars.count),
      help: "write `$${` for the two characters themselves")
  }
}
