internal import Values

/// Text and lists of text: `split`, `join`, `replace`, `format`.
enum TextListFunctions {
  static let all: [FunctionDefinition] = [
    FunctionDefinition(
      "join",
      [.member([.list(.string)], .string), .member([.list(.string), .string], .string)],
      variadic: join),
    FunctionDefinition(
      "split",
      [
        .member([.string, .string], .list(.string)),
        .member([.string, .string, .int], .list(.string)),
      ],
      variadic: split),
    FunctionDefinition(
      "replace",
      [
        .member([.string, .string, .string], .string),
        .member([.string, .string, .string, .int], .string),
      ],
      variadic: replace),
    FunctionDefinition(
      "format", [.member([.string, .list(.dynamic)], .string)]
    ) { arguments, frame throws(EvaluationError.Reason) in
      guard arguments.count == 2, case .string(let pattern) = arguments[0],
        case .list(let values) = arguments[1]
      else { throw FunctionDefinition.noOverload("format", arguments) }
      var format = Format(pattern, values)
      return .string(try format.result(&frame))
    },
  ]

  private static func join(
    _ arguments: [Value], _ frame: inout Frame
  ) throws(EvaluationError.Reason) -> Value {
    guard case .list(let values)? = arguments.first, arguments.count <= 2 else {
      throw FunctionDefinition.noOverload("join", arguments)
    }
    var separator = ""
    if arguments.count == 2 {
      guard case .string(let text) = arguments[1] else {
        throw FunctionDefinition.noOverload("join", arguments)
      }
      separator = text
    }
    var result = ""
    for (index, value) in values.enumerated() {
      guard case .string(let text) = value else {
        throw FunctionDefinition.noOverload("join", arguments)
      }
      if index > 0 { result += separator }
      result += text
      try frame.spend(1)
      guard result.utf8.count <= frame.limits.textLength else {
        throw .limit(.textLength, frame.limits.textLength)
      }
    }
    return .string(result)
  }

  /// The last argument as a number of pieces or replacements; nil where there is no bound.
  private static func bound(
    _ arguments: [Value], at index: Int, _ name: String
  ) throws(EvaluationError.Reason) -> Int? {
    guard arguments.count > index else { return nil }
    guard arguments.count == index + 1, case .int(let number) = arguments[index] else {
      throw FunctionDefinition.noOverload(name, arguments)
    }
    return number < 0 ? nil : Int(number)
  }

  private static func split(
    _ arguments: [Value], _ frame: inout Frame
  ) throws(EvaluationError.Reason) -> Value {
    guard arguments.count >= 2, case .string(let text) = arguments[0],
      case .string(let separator) = arguments[1]
    else { throw FunctionDefinition.noOverload("split", arguments) }
    let bound = try bound(arguments, at: 2, "split")
    guard bound != 0 else { return .list([]) }
    try frame.spend(text.utf8.count / 16)
    let scalars = Array(text.unicodeScalars)
    let word = Array(separator.unicodeScalars)
    let places =
      word.isEmpty ? Array(scalars.indices.dropFirst()) : TextSearch(word).all(in: scalars)
    let cuts = places.prefix(bound.map { $0 - 1 } ?? places.count)
    try frame.allowElements(cuts.count + 1)
    if word.isEmpty, scalars.isEmpty { return .list([]) }
    var pieces: [Value] = []
    var start = 0
    for cut in cuts {
      pieces.append(.string(String(String.UnicodeScalarView(scalars[start..<cut]))))
      start = cut + word.count
    }
    pieces.append(.string(String(String.UnicodeScalarView(scalars[start...]))))
    return .list(pieces)
  }

  private static func replace(
    _ arguments: [Value], _ frame: inout Frame
  ) throws(EvaluationError.Reason) -> Value {
    guard arguments.count >= 3, case .string(let text) = arguments[0],
      case .string(let old) = arguments[1], case .string(let new) = arguments[2]
    else { throw FunctionDefinition.noOverload("replace", arguments) }
    let bound = try bound(arguments, at: 3, "replace")
    try frame.spend(text.utf8.count / 16)
    let scalars = Array(text.unicodeScalars)
    let word = Array(old.unicodeScalars)
    let all = word.isEmpty ? Array(0...scalars.count) : TextSearch(word).all(in: scalars)
    let places = all.prefix(bound ?? all.count)
    try frame.allowText(bytes: text.utf8.count + places.count * new.utf8.count)
    var result = String.UnicodeScalarView()
    var start = 0
    for place in places {
      result.append(contentsOf: scalars[start..<place])
      result.append(contentsOf: new.unicodeScalars)
      start = place + word.count
    }
    result.append(contentsOf: scalars[start...])
    return .string(String(result))
  }
}
