internal import Values

/// Text: searching, cutting, replacing, by code points.
enum TextFunctions {
  static let all: [FunctionDefinition] = [
    FunctionDefinition(
      "charAt", [.member([.string, .int], .string)]
    ) { text, index throws(EvaluationError.Reason) in
      guard case (.string(let text), .int(let index)) = (text, index) else {
        throw FunctionDefinition.noOverload("charAt", [text, index])
      }
      let scalars = Array(text.unicodeScalars)
      let place = try position(index, in: scalars)
      return .string(place == scalars.count ? "" : String(Character(scalars[place])))
    },
    FunctionDefinition("indexOf", searches, variadic: indexOf),
    FunctionDefinition("lastIndexOf", searches, variadic: lastIndexOf),
    FunctionDefinition(
      "substring",
      [.member([.string, .int], .string), .member([.string, .int, .int], .string)],
      variadic: substring),
    FunctionDefinition("lowerAscii", [.member([.string], .string)]) {
      text throws(EvaluationError.Reason) in
      try mapBytes(text, "lowerAscii") { $0 >= 0x41 && $0 <= 0x5A ? $0 + 0x20 : $0 }
    },
    FunctionDefinition("upperAscii", [.member([.string], .string)]) {
      text throws(EvaluationError.Reason) in
      try mapBytes(text, "upperAscii") { $0 >= 0x61 && $0 <= 0x7A ? $0 - 0x20 : $0 }
    },
    FunctionDefinition("trim", [.member([.string], .string)]) {
      text throws(EvaluationError.Reason) in
      guard case .string(let text) = text else {
        throw FunctionDefinition.noOverload("trim", [text])
      }
      var rest = text.unicodeScalars[...]
      while let scalar = rest.first, scalar.properties.isWhitespace { rest.removeFirst() }
      while let scalar = rest.last, scalar.properties.isWhitespace { rest.removeLast() }
      return .string(String(rest))
    },
    FunctionDefinition("reverse", [.member([.string], .string)]) {
      text throws(EvaluationError.Reason) in
      guard case .string(let text) = text else {
        throw FunctionDefinition.noOverload("reverse", [text])
      }
      return .string(String(String.UnicodeScalarView(text.unicodeScalars.reversed())))
    },
    FunctionDefinition("strings.quote", [.global([.string], .string)], unary: quote),
  ]

  private static let searches: [Overload] = [
    .member([.string, .string], .int), .member([.string, .string, .int], .int),
  ]

  private static func mapBytes(
    _ text: Value, _ name: String, _ change: (UInt8) -> UInt8
  ) throws(EvaluationError.Reason) -> Value {
    guard case .string(let text) = text else {
      throw FunctionDefinition.noOverload(name, [text])
    }
    return .string(String(decoding: text.utf8.map(change), as: UTF8.self))
  }

  /// An index of a text, of which the end is one too.
  private static func position(
    _ index: Int64, in scalars: [Unicode.Scalar]
  ) throws(EvaluationError.Reason) -> Int {
    guard index >= 0, index <= scalars.count else {
      throw .invalid("there is no character \(index) in a text of \(scalars.count)")
    }
    return Int(index)
  }

  private static func indexOf(
    _ arguments: [Value], _ frame: inout Frame
  ) throws(EvaluationError.Reason) -> Value {
    let (text, word, offset) = try search(arguments, "indexOf", &frame)
    let start = try offset.map { (index) throws(EvaluationError.Reason) in
      try position(index, in: text)
    }
    return .int(Int64(TextSearch(word).first(in: text, from: start ?? 0) ?? -1))
  }

  private static func lastIndexOf(
    _ arguments: [Value], _ frame: inout Frame
  ) throws(EvaluationError.Reason) -> Value {
    let (text, word, offset) = try search(arguments, "lastIndexOf", &frame)
    let last = try offset.map { (index) throws(EvaluationError.Reason) in
      try position(index, in: text)
    }
    // The last place from the front is the first one from the back.
    let end = min(text.count, (last ?? text.count) + word.count)
    let found = TextSearch(word.reversed()).first(in: Array(text[..<end].reversed()))
    return .int(Int64(found.map { end - $0 - word.count } ?? -1))
  }

  private static func search(
    _ arguments: [Value], _ name: String, _ frame: inout Frame
  ) throws(EvaluationError.Reason) -> (text: [Unicode.Scalar], word: [Unicode.Scalar], Int64?) {
    guard arguments.count == 2 || arguments.count == 3, case .string(let text) = arguments[0],
      case .string(let word) = arguments[1]
    else { throw FunctionDefinition.noOverload(name, arguments) }
    try frame.spend(text.utf8.count / 16)
    let scalars = (Array(text.unicodeScalars), Array(word.unicodeScalars))
    guard arguments.count == 3 else { return (scalars.0, scalars.1, nil) }
    guard case .int(let offset) = arguments[2] else {
      throw FunctionDefinition.noOverload(name, arguments)
    }
    return (scalars.0, scalars.1, offset)
  }

  private static func substring(
    _ arguments: [Value], _ frame: inout Frame
  ) throws(EvaluationError.Reason) -> Value {
    guard arguments.count == 2 || arguments.count == 3, case .string(let text) = arguments[0],
      case .int(let first) = arguments[1]
    else { throw FunctionDefinition.noOverload("substring", arguments) }
    try frame.spend(text.utf8.count / 16)
    let scalars = Array(text.unicodeScalars)
    let start = try position(first, in: scalars)
    var end = scalars.count
    if arguments.count == 3 {
      guard case .int(let last) = arguments[2] else {
        throw FunctionDefinition.noOverload("substring", arguments)
      }
      end = try position(last, in: scalars)
    }
    guard start <= end else {
      throw .invalid("the part would end at \(end), before it begins at \(start)")
    }
    return .string(String(String.UnicodeScalarView(scalars[start..<end])))
  }

  private static func quote(_ value: Value) throws(EvaluationError.Reason) -> Value {
    guard case .string(let text) = value else {
      throw FunctionDefinition.noOverload("strings.quote", [value])
    }
    var quoted = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\u{07}": quoted += "\\a"
      case "\u{08}": quoted += "\\b"
      case "\u{0C}": quoted += "\\f"
      case "\n": quoted += "\\n"
      case "\r": quoted += "\\r"
      case "\t": quoted += "\\t"
      case "\u{0B}": quoted += "\\v"
      case "\\": quoted += "\\\\"
      case "\"": quoted += "\\\""
      default: quoted.unicodeScalars.append(scalar)
      }
    }
    return .string(quoted + "\"")
  }
}
