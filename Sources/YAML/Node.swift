/// A value of a YAML document that knows where it stands.
package struct Node: Sendable {
  /// What a node holds; scalars are text until a field says what they mean.
  package enum Kind: Sendable {
    case scalar(Scalar)
    case sequence([Node])
    case mapping([Pair])
  }

  /// A key and its value in a mapping; keys are always scalars, and no key stands twice.
  package struct Pair: Sendable {
    package let key: Node
    package let value: Node

    package init(key: Node, value: Node) {
      self.key = key
      self.value = value
    }

    /// The text of the key.
    package var name: String { key.scalar?.text ?? "" }
  }

  package let kind: Kind
  /// Where the node begins.
  package let start: Mark
  /// Where the node ends: just behind its last character.
  package let end: Mark

  package init(kind: Kind, start: Mark, end: Mark) {
    self.kind = kind
    self.start = start
    self.end = end
  }
}

extension Node {
  /// The scalar, if the node is one.
  package var scalar: Scalar? {
    if case .scalar(let scalar) = kind { scalar } else { nil }
  }

  /// The members, if the node is a sequence.
  package var sequence: [Node]? {
    if case .sequence(let members) = kind { members } else { nil }
  }

  /// The pairs in the order of the file, if the node is a mapping.
  package var mapping: [Pair]? {
    if case .mapping(let pairs) = kind { pairs } else { nil }
  }

  /// The value beside a key, if the node is a mapping that has the key.
  package subscript(key: String) -> Node? {
    mapping?.first { $0.name == key }?.value
  }

  /// Whether nothing was written: `key:` with no value.
  package var isBlank: Bool {
    guard let scalar else { return false }
    return scalar.style == .plain && scalar.text.isEmpty
  }

  /// What the node is, in words for messages: "nothing", "a text", "a list", "a mapping".
  package var kindInWords: String {
    switch kind {
    case .scalar: isBlank ? "nothing" : "a text"
    case .sequence: "a list"
    case .mapping: "a mapping"
    }
  }

  /// Where in the file an offset in the scalar's text stands; the start for lists and mappings.
  ///
  /// The offset counts bytes of UTF-8 in the text, as the expression language does.
  package func mark(atOffset offset: Int) -> Mark {
    guard let scalar else { return start }
    return scalar.mark(atOffset: offset)
  }
}
