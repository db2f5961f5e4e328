internal import Values

/// A structure of a well-known type, which stands for a plain value.
final class MessageNode: Node {
  private let name: String
  private let fields: MapNode
  private let range: Range<Int>

  init(_ name: String, _ fields: MapNode, _ range: Range<Int>) {
    (self.name, self.fields, self.range) = (name, fields, range)
  }

  func evaluate(_ frame: inout Frame) throws(EvaluationError) -> Value {
    guard case .map(let map) = try fields.evaluate(&frame) else { return .null }
    var values: [String: Value] = [:]
    for (key, value) in map.pairs {
      if case .string(let field) = key { values[field] = value }
    }
    return try frame.located(range) { (_) throws(EvaluationError.Reason) in
      try WellKnownTypes.make(name, values)
    }
  }
}
