internal import Values

/// A list that is written out.
final class ListNode: Node {
  private let elements: [any Node]
  private let isOptional: [Bool]
  private let ranges: [Range<Int>]

  init(_ elements: [any Node], isOptional: [Bool], _ ranges: [Range<Int>]) {
    (self.elements, self.isOptional, self.ranges) = (elements, isOptional, ranges)
  }

  func evaluate(_ frame: inout Frame) throws(EvaluationError) -> Value {
    var values: [Value] = []
    values.reserveCapacity(elements.count)
    for index in elements.indices {
      let value = try elements[index].evaluate(&frame)
      guard isOptional[index] else {
        values.append(value)
        continue
      }
      if let present = try value.presence(at: ranges[index]) { values.append(present) }
    }
    return .list(values)
  }
}

/// A map that is written out.
final class MapNode: Node {
  struct Entry: Sendable {
    let key: any Node
    let value: any Node
    let isOptional: Bool
    let keyRange: Range<Int>
    let valueRange: Range<Int>
  }

  private let entries: [Entry]

  init(_ entries: [Entry]) { self.entries = entries }

  func evaluate(_ frame: inout Frame) throws(EvaluationError) -> Value {
    var map = ValueMap()
    for entry in entries {
      let key = try entry.key.evaluate(&frame)
      guard key.canBeKey else {
        let sentence = "a value of type \(key.displayTypeName) cannot be the key of a map"
        throw EvaluationError(.invalid(sentence), at: entry.keyRange)
      }
      guard map[key] == nil else {
        throw EvaluationError(.duplicateKey(Rendering.literal(key)), at: entry.keyRange)
      }
      let value = try entry.value.evaluate(&frame)
      if !entry.isOptional {
        map[key] = value
      } else if let present = try value.presence(at: entry.valueRange) {
        map[key] = present
      }
    }
    return .map(map)
  }
}

extension Value {
  /// What is in an optional; an error where this is none.
  fileprivate func presence(at range: Range<Int>) throws(EvaluationError) -> Value? {
    guard case .optional(let inner) = self else {
      throw EvaluationError(.noSuchOverload("?", of: [displayTypeName]), at: range)
    }
    return inner
  }
}

/// Whether an element is in a list, or a key in a map.
final class InNode: ConditionNode {
  private let element: any Node
  private let container: any Node
  private let range: Range<Int>

  init(_ element: any Node, _ container: any Node, _ range: Range<Int>) {
    (self.element, self.container, self.range) = (element, container, range)
  }

  func holds(_ frame: inout Frame) throws(EvaluationError) -> Bool {
    let wanted = try element.evaluate(&frame)
    let target = try container.evaluate(&frame)
    return try frame.located(range) { (frame) throws(EvaluationError.Reason) in
      switch target {
      case .list(let values):
        try frame.spend(values.count / 8)
        for value in values where try frame.equal(value, wanted) { return true }
        return false
      case .map(let map): return wanted.isKey && map[wanted] != nil
      case .null, .bool, .int, .uint, .double, .string, .bytes, .timestamp, .duration, .type,
        .optional, .entity:
        throw .noSuchOverload("in", of: [wanted.displayTypeName, target.displayTypeName])
      }
    }
  }
}
