package import Values
package import YAML

/// Takes a mapping apart key by key, and tells at the end which keys nobody asked for.
///
/// It goes on after errors: each missing, unknown or wrong key is reported to the collector. Ask
/// for all keys first, call `finish`, and give up only then: so all errors are told at once.
package struct MappingReader {
  /// The mapping's node.
  package let node: Node
  /// What the mapping is, with its article, for messages: "a rule".
  package let whole: String
  package let collector: DiagnosticCollector
  private let pairs: [Node.Pair]
  private var asked: [String] = []
  private var missing: [String: LocatedError] = [:]

  /// Begins with a node; reports it and gives nil where it is no mapping.
  package init?(_ node: Node, of whole: String, in collector: DiagnosticCollector) {
    guard let pairs = node.mapping else {
      collector.report(.expected("\(whole) (a mapping)", found: node.kindInWords), at: node)
      return nil
    }
    self.node = node
    self.whole = whole
    self.collector = collector
    self.pairs = pairs
  }

  /// The keys in the order of the file.
  package var keys: [String] { pairs.map(\.name) }

  /// Whether a key stands there; asking makes it known.
  package mutating func has(_ key: String) -> Bool { pair(key) != nil }

  /// The node of a key itself, for messages about it.
  package mutating func keyNode(_ key: String) -> Node? { pair(key)?.key }

  /// The value of a key that may be missing.
  package mutating func optional(_ key: String) -> Node? { pair(key)?.value }

  /// The value of a key that must be there; reports it and gives nil where it is not.
  package mutating func required(_ key: String) -> Node? {
    if let pair = pair(key) { return pair.value }
    reportMissing(key)
    return nil
  }

  /// The value of a key that may be missing, read as its type; wrong values are reported.
  package mutating func optional(_ key: String, as type: ParameterType) -> Value? {
    guard let node = optional(key) else { return nil }
    return LiteralDecoder(collector).decode(node, as: type)
  }

  /// The value of a key that must be there, read as its type; nil once an error is reported.
  package mutating func required(_ key: String, as type: ParameterType) -> Value? {
    guard let node = required(key) else { return nil }
    return LiteralDecoder(collector).decode(node, as: type)
  }

  /// The text of a key that may be missing.
  package mutating func optionalText(_ key: String) -> String? {
    Self.text(optional(key, as: .text))
  }

  /// The text of a key that must be there; nil once an error is reported.
  package mutating func requiredText(_ key: String) -> String? {
    Self.text(required(key, as: .text))
  }

  /// Reports every key that was not asked for, with the nearest one that was.
  ///
  /// Keys that are right elsewhere may be given: they are suggested, and still errors here.
  package func finish(suggesting others: [String] = []) {
    for pair in pairs where !asked.contains(pair.name) {
      let nearest = NearestName.find(pair.name, in: asked + others)
      // A misspelt key is no missing key as well.
      if let nearest, let error = missing[nearest] { collector.retract(error) }
      collector.report(.unknownKey(pair.name, of: whole, nearest: nearest), at: pair.key)
    }
  }

  private mutating func reportMissing(_ key: String) {
    let start = SourceLocation(file: collector.file, mark: node.start)
    let error = LocatedError(.missing(key, of: whole), at: start)
    missing[key] = error
    collector.report(error)
  }

  private mutating func pair(_ key: String) -> Node.Pair? {
    if !asked.contains(key) { asked.append(key) }
    return pairs.first { $0.name == key }
  }

  private static func text(_ value: Value?) -> String? {
    if case .string(let text)? = value { text } else { nil }
  }
}
