internal import FileSystem
internal import Values
internal import Workflow

/// Takes the arguments of a step out as the types that an action works with.
///
/// Every error names the action and the parameter, so that a person finds the line to mend.
struct ArgumentReader {
  private let schema: ActionSchema
  private let arguments: [String: Value]
  private let home: FilePath

  init(_ invocation: Invocation, of schema: ActionSchema, home: FilePath) {
    (self.schema, self.arguments, self.home) = (schema, invocation.arguments, home)
  }

  // MARK: Text

  func text(_ name: String) throws(ActionFailure) -> String {
    try text(try required(name), name)
  }

  func optionalText(_ name: String) throws(ActionFailure) -> String? {
    guard let value = given(name) else { return nil }
    return try text(value, name)
  }

  /// A list of texts; one text alone counts as a list of one, nothing as an empty list.
  func texts(_ name: String) throws(ActionFailure) -> [String] {
    guard let value = given(name) else { return [] }
    guard case .list(let values) = value else { return [try text(value, name)] }
    var texts: [String] = []
    for (index, value) in values.enumerated() {
      texts.append(try text(value, "\(name)[\(index)]"))
    }
    return texts
  }

  /// Named texts in the order in which they were written.
  func dictionary(_ name: String) throws(ActionFailure) -> [(name: String, text: String)] {
    guard let value = given(name) else { return [] }
    guard let pairs = Self.pairs(of: value) else {
      throw failure(name, "must be a mapping of names to values, but is \(Self.kind(value))")
    }
    var texts: [(name: String, text: String)] = []
    for (key, value) in pairs {
      // An empty value in YAML is null: an empty cell or variable, as people mean it.
      let isEmpty = Self.isNothing(value)
      texts.append((key, isEmpty ? "" : try text(value, "\(name).\(key)")))
    }
    return texts
  }

  // MARK: Other types

  func flag(_ name: String, default fallback: Bool = false) throws(ActionFailure) -> Bool {
    guard let value = given(name) else { return fallback }
    guard case .bool(let flag) = value else {
      throw failure(name, "must be true or false, but is \(Self.kind(value))")
    }
    return flag
  }

  /// A whole number that is not negative, such as a number of bytes.
  func count(_ name: String) throws(ActionFailure) -> Int? {
    guard let value = given(name) else { return nil }
    guard let count = Self.wholeNumber(value), count >= 0 else {
      throw failure(name, "must be a whole number, 0 or more, but is \(Self.kind(value))")
    }
    return count
  }

  /// A list of whole numbers; one alone counts as a list of one.
  func numbers(_ name: String, default fallback: [Int]) throws(ActionFailure) -> [Int] {
    guard let value = given(name) else { return fallback }
    let values = if case .list(let values) = value { values } else { [value] }
    var numbers: [Int] = []
    for value in values {
      guard let number = Self.wholeNumber(value) else {
        throw failure(name, "must be whole numbers, but holds \(Self.kind(value))")
      }
      numbers.append(number)
    }
    return numbers
  }

  /// One word of a fixed list, each a case of an enumeration.
  func choice<Choice: RawRepresentable<String> & CaseIterable>(
    _ name: String, default fallback: Choice
  ) throws(ActionFailure) -> Choice {
    guard let word = try optionalText(name) else { return fallback }
    guard let choice = Choice(rawValue: word) else {
      let words = Choice.allCases.map { "`\($0.rawValue)`" }.joined(separator: ", ")
      throw failure(name, "must be one of \(words), but is `\(LineText.oneLine(word))`")
    }
    return choice
  }

  // MARK: Paths

  func path(_ name: String) throws(ActionFailure) -> FilePath {
    try path(try required(name), name)
  }

  func optionalPath(_ name: String) throws(ActionFailure) -> FilePath? {
    guard let value = given(name) else { return nil }
    return try path(value, name)
  }

  /// Whether a path was written with a slash at its end, which says that it is a folder.
  func endsInSlash(_ name: String) throws(ActionFailure) -> Bool {
    try optionalText(name).map { $0.utf8.last == UInt8(ascii: "/") } ?? false
  }

  /// A name for a file: one component of a path.
  func fileName(_ name: String) throws(ActionFailure) -> [UInt8] {
    let text = try text(name)
    let bytes = FilePath.bytes(of: text)
    let dot = UInt8(ascii: ".")
    guard !bytes.isEmpty, bytes != [dot], bytes != [dot, dot], !bytes.contains(0),
      !bytes.contains(UInt8(ascii: "/"))
    else {
      throw failure(
        name, "must be a name without a slash, but is `\(LineText.oneLine(text))`")
    }
    return bytes
  }

  private func path(_ value: Value, _ name: String) throws(ActionFailure) -> FilePath {
    let bytes: [UInt8] =
      if case .bytes(let bytes) = value { bytes } else { FilePath.bytes(of: try text(value, name)) }
    guard !bytes.isEmpty else { throw failure(name, "is an empty path") }
    guard !bytes.contains(0) else { throw failure(name, "is a path that holds a NUL byte") }
    let path = FilePath(bytes: bytes)
    return (path.isAbsolute ? path : home.appending(bytes)).tidied
  }

  // MARK: Errors

  /// The failure that tells what is wrong with one argument.
  func failure(_ name: String, _ trouble: String) -> ActionFailure {
    ActionFailure(.badArgument, "`\(name)` of `\(schema.keyword)` \(trouble).")
  }

  private func required(_ name: String) throws(ActionFailure) -> Value {
    guard let value = given(name) else {
      throw failure(name, "is missing: give it a value, or skip the step with `if`")
    }
    return value
  }

  /// Whether there is a value for a parameter, null apart.
  func has(_ name: String) -> Bool { given(name) != nil }

  /// The argument of a name; nil for null as well.
  private func given(_ name: String) -> Value? {
    assert(schema.parameter(name) != nil, "\(schema.keyword) reads `\(name)`, not in its schema")
    guard let value = arguments[name], !Self.isNothing(value) else { return nil }
    if case .optional(let inner) = value { return inner }
    return value
  }

  private func text(_ value: Value, _ name: String) throws(ActionFailure) -> String {
    guard let text = ValueText.text(of: value) else {
      throw failure(name, "must be text, but is \(Self.kind(value))")
    }
    return text
  }

  // MARK: Looking at values

  private static func isNothing(_ value: Value) -> Bool {
    switch value {
    case .null, .optional(.none): true
    case .bool, .int, .uint, .double, .string, .bytes, .list, .map, .timestamp, .duration, .type,
      .optional(.some), .entity:
      false
    }
  }

  private static func pairs(of value: Value) -> [(String, Value)]? {
    switch value {
    case .map(let map):
      var pairs: [(String, Value)] = []
      for (key, value) in map.pairs {
        guard let name = ValueText.text(of: key) else { return nil }
        pairs.append((name, value))
      }
      return pairs
    case .entity(let entity): return entity.fields.sorted { $0.key < $1.key }.map { ($0, $1) }
    case .null, .bool, .int, .uint, .double, .string, .bytes, .list, .timestamp, .duration, .type,
      .optional:
      return nil
    }
  }

  private static func wholeNumber(_ value: Value) -> Int? {
    switch value {
    case .int(let number): Int(exactly: number)
    case .uint(let number): Int(exactly: number)
    case .double(let number): Int(exactly: number)
    case .null, .bool, .string, .bytes, .list, .map, .timestamp, .duration, .type, .optional,
      .entity:
      nil
    }
  }

  /// The kind of a value in words of the manual.
  private static func kind(_ value: Value) -> String {
    switch value {
    case .null, .optional(.none): "nothing"
    case .bool: "true or false"
    case .int, .uint, .double: "a number"
    case .string: "text"
    case .bytes: "bytes"
    case .list: "a list"
    case .map: "a mapping"
    case .timestamp: "a date"
    case .duration: "a duration"
    case .type: "a type"
    case .optional(.some(let inner)): kind(inner)
    case .entity(let entity): "a \(entity.type)"
    }
  }
}

extension FilePath {
  /// The path without doubled slashes, slashes at its end and `.` components, as watchers know it.
  ///
  /// `..` stays: behind a link it leads elsewhere than the path says.
  var tidied: FilePath {
    let parts = bytes.split(separator: UInt8(ascii: "/")).filter { $0 != [UInt8(ascii: ".")] }
    let joined = Array(parts.joined(separator: [UInt8(ascii: "/")]))
    return FilePath(bytes: isAbsolute ? [UInt8(ascii: "/")] + joined : joined)
  }

  /// The path together with the same place in the real folder, where links or `..` lead to it.
  ///
  /// Who watches the real folder sees the change there. Blocks, so on a worker only.
  func andRealPlace() -> [FilePath] {
    guard let folder = try? FileOperations.realPath(parent), !name.isEmpty else { return [self] }
    let real = folder.appending(name)
    return real == self ? [self] : [self, real]
  }
}
