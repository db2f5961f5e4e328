internal import YAML

/// Writes nodes in one line, to be compared with what a test expects.
func outline(_ nodes: [Node]) -> String { nodes.map(outline).joined(separator: " --- ") }

/// Writes a node in one line: texts in quotes, lists in `[ ]`, mappings in `{ }`.
func outline(_ node: Node) -> String {
  switch node.kind {
  case .scalar(let scalar): "\"\(scalar.text)\""
  case .sequence(let members): "[" + members.map(outline).joined(separator: ", ") + "]"
  case .mapping(let pairs):
    "{" + pairs.map { "\($0.name): \(outline($0.value))" }.joined(separator: ", ") + "}"
  }
}

/// What a text reads as: its outline, or the description of its error.
func reading(_ text: String, limits: ParserLimits = ParserLimits()) -> String {
  reading(Array(text.utf8), limits: limits)
}

/// What bytes read as: their outline, or the description of their error.
func reading(_ bytes: [UInt8], limits: ParserLimits = ParserLimits()) -> String {
  do {
    return outline(try Parser.parse(bytes, file: "f.yaml", limits: limits))
  } catch {
    return error.description
  }
}

/// All scalars in a node, keys included.
func scalars(in node: Node) -> [Scalar] {
  switch node.kind {
  case .scalar(let scalar): [scalar]
  case .sequence(let members): members.flatMap(scalars)
  case .mapping(let pairs): pairs.flatMap { scalars(in: $0.key) + scalars(in: $0.value) }
  }
}
