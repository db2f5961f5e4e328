internal import Values

/// Functions that go with several types: `size`, `type`, `dyn`, `contains`.
enum CoreFunctions {
  private static let a = ValueType.parameter("A")
  private static let b = ValueType.parameter("B")

  static let all: [FunctionDefinition] = [
    FunctionDefinition("size", sizes, unary: size),
    FunctionDefinition("type", [.global([a], .type(a))]) {
      value throws(EvaluationError.Reason) in .type(value.typeName)
    },
    FunctionDefinition("dyn", [.global([a], .dynamic)]) {
      value throws(EvaluationError.Reason) in value
    },
    FunctionDefinition("startsWith", [.member([.string, .string], .bool)]) {
      text, start throws(EvaluationError.Reason) in
      guard case (.string(let text), .string(let start)) = (text, start) else {
        throw FunctionDefinition.noOverload("startsWith", [text, start])
      }
      return .bool(TextTests.starts(text, with: start))
    },
    FunctionDefinition("endsWith", [.member([.string, .string], .bool)]) {
      text, end throws(EvaluationError.Reason) in
      guard case (.string(let text), .string(let end)) = (text, end) else {
        throw FunctionDefinition.noOverload("endsWith", [text, end])
      }
      return .bool(TextTests.ends(text, with: end))
    },
    FunctionDefinition("contains", [.member([.string, .string], .bool)]) {
      text, part throws(EvaluationError.Reason) in
      guard case (.string(let text), .string(let part)) = (text, part) else {
        throw FunctionDefinition.noOverload("contains", [text, part])
      }
      return .bool(TextTests.contains(text, part))
    },
  ]

  private static let sizes: [Overload] = [
    ValueType.string, .bytes, .list(a), .map(a, b),
  ].flatMap { [.global([$0], .int), .member([$0], .int)] }

  private static func size(_ value: Value) throws(EvaluationError.Reason) -> Value {
    switch value {
    case .string(let text): .int(Int64(text.unicodeScalars.count))
    case .bytes(let bytes): .int(Int64(bytes.count))
    case .list(let values): .int(Int64(values.count))
    case .map(let map): .int(Int64(map.count))
    case .null, .bool, .int, .uint, .double, .timestamp, .duration, .type, .optional, .entity:
      throw FunctionDefinition.noOverload("size", [value])
    }
  }
}

/// Finds a word in bytes or scalars, in time that grows with their sum (Knuth, Morris, Pratt).
struct TextSearch<Element: Equatable> {
  private let word: [Element]
  private let fallback: [Int]

  init(_ word: some Sequence<Element>) {
    let word = Array(word)
    var fallback = Array(repeating: 0, count: word.count)
    var length = 0
    for index in word.indices.dropFirst() {
      while length > 0, word[index] != word[length] { length = fallback[length - 1] }
      if word[index] == word[length] { length += 1 }
      fallback[index] = length
    }
    (self.word, self.fallback) = (word, fallback)
  }

  /// Where the word stands first, from an index on.
  func first(in text: [Element], from start: Int = 0) -> Int? {
    guard !word.isEmpty else { return start <= text.count ? start : nil }
    var length = 0
    for index in start..<max(start, text.count) {
      while length > 0, text[index] != word[length] { length = fallback[length - 1] }
      if text[index] == word[length] { length += 1 }
      if length == word.count { return index + 1 - length }
    }
    return nil
  }

  /// All places where the word stands, one after the other without overlap.
  func all(in text: [Element]) -> [Int] {
    var places: [Int] = []
    var start = 0
    while let place = first(in: text, from: start) {
      places.append(place)
      start = place + word.count
    }
    return places
  }
}
