package import Values

/// An expression as it was read: nodes in one array, children before their parents.
package struct Syntax: Sendable {
  /// The place of a node in the array.
  package typealias ID = Int

  package struct Node: Sendable {
    package let kind: Kind
    /// All of the node, as offsets in Unicode scalars.
    package let range: Range<Int>
    /// The part that names it: an operator, the name of a field or function.
    package let focus: Range<Int>
  }

  package indirect enum Kind: Sendable {
    case constant(Value)
    /// A name; with a leading dot where it is looked up outside the container.
    case identifier(String)
    case select(ID, field: String, isOptional: Bool)
    case index(ID, ID, isOptional: Bool)
    case not(ID)
    case negate(ID)
    /// All of these; more than two where they stand in one row.
    case and([ID])
    case or([ID])
    case conditional(ID, then: ID, otherwise: ID)
    case binary(BinaryOperator, ID, ID)
    case list([Element])
    case map([Entry])
    /// A structure of a named type; only the well-known ones of the specification exist.
    case message(String, [Entry])
    case call(target: ID?, function: String, arguments: [ID])
    /// Whether a field is there.
    case has(ID, field: String)
    case comprehension(Comprehension)
    /// A name for a value inside another expression: `cel.bind`.
    case bind(String, ID, body: ID)
    /// The value of an optional under a name, where it has one.
    case optionalMap(ID, name: String, body: ID, isFlat: Bool)
  }

  package struct Element: Sendable {
    package let value: ID
    package let isOptional: Bool
  }

  package struct Entry: Sendable {
    package let key: ID
    package let value: ID
    package let isOptional: Bool
  }

  /// A macro that visits the elements of a list or the keys of a map.
  package struct Comprehension: Sendable {
    package enum Kind: String, Sendable {
      case all, exists, existsOne = "exists_one", map, filter
      case transformList, transformMap, transformMapEntry
    }

    package let kind: Kind
    package let range: ID
    /// The element; with a second variable the index or the key.
    package let variable: String
    package let secondVariable: String?
    /// What must hold for an element to be taken up.
    package let filter: ID?
    /// The test or the new element; for `filter` the element itself is kept.
    package let body: ID
  }

  package private(set) var nodes: [Node] = []
  private var heights: [Int] = []
  package internal(set) var root: ID = 0

  package subscript(id: ID) -> Node { nodes[id] }

  /// Adds a node; nil where the tree would become higher than the limit.
  mutating func add(
    _ kind: Kind, range: Range<Int>, focus: Range<Int>, limit: Int
  ) -> ID? {
    let height = kind.children.reduce(0) { max($0, heights[$1]) } + 1
    guard height <= limit else { return nil }
    nodes.append(Node(kind: kind, range: range, focus: focus))
    heights.append(height)
    return nodes.count - 1
  }
}

/// An operator that stands between its two operands.
package enum BinaryOperator: String, Sendable, CaseIterable {
  case equal = "==", notEqual = "!=", less = "<", lessOrEqual = "<=", greater = ">"
  case greaterOrEqual = ">=", `in` = "in", add = "+", subtract = "-", multiply = "*"
  case divide = "/", modulo = "%"

  /// How tightly it binds; equal ones from left to right.
  var precedence: Int {
    switch self {
    case .equal, .notEqual, .less, .lessOrEqual, .greater, .greaterOrEqual, .in: 1
    case .add, .subtract: 2
    case .multiply, .divide, .modulo: 3
    }
  }
}

extension Syntax.Kind {
  /// The nodes that this one is made of, in the order of the source.
  package var children: [Syntax.ID] {
    switch self {
    case .constant, .identifier: []
    case .select(let operand, _, _), .has(let operand, _), .not(let operand),
      .negate(let operand):
      [operand]
    case .index(let operand, let index, _): [operand, index]
    case .and(let operands), .or(let operands): operands
    case .conditional(let test, let then, let otherwise): [test, then, otherwise]
    case .binary(_, let left, let right): [left, right]
    case .list(let elements): elements.map(\.value)
    case .map(let entries): entries.flatMap { [$0.key, $0.value] }
    case .message(_, let entries): entries.flatMap { [$0.key, $0.value] }
    case .call(let target, _, let arguments): (target.map { [$0] } ?? []) + arguments
    case .comprehension(let macro):
      [macro.range] + (macro.filter.map { [$0] } ?? []) + [macro.body]
    case .bind(_, let value, let body): [value, body]
    case .optionalMap(let target, _, let body, _): [target, body]
    }
  }
}
