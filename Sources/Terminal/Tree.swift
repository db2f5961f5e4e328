/// Things within things, drawn with lines.
package struct Tree: Sendable {
  /// The signs that the lines are drawn with.
  package struct Signs: Sendable, Hashable {
    let branch: String
    let last: String
    let trunk: String
    let blank: String

    package static let unicode = Signs(branch: "├─ ", last: "└─ ", trunk: "│  ", blank: "   ")
    /// For terminals that know ASCII alone.
    package static let ascii = Signs(branch: "|- ", last: "`- ", trunk: "|  ", blank: "   ")
  }

  /// One thing: its line, lines that belong to it, and what is inside.
  package struct Node: Sendable {
    package var line: String
    /// More lines under the first.
    package var notes: [String]
    package var children: [Node]

    package init(_ line: String, notes: [String] = [], children: [Node] = []) {
      (self.line, self.notes, self.children) = (line, notes, children)
    }
  }

  /// The lines of a list of trees, without a common root.
  package static func lines(_ nodes: [Node], signs: Signs = .unicode, paint: Paint) -> [String] {
    var lines: [String] = []
    append(nodes, prefix: "", signs, paint, to: &lines)
    return lines
  }

  private static func append(
    _ nodes: [Node], prefix: String, _ signs: Signs, _ paint: Paint, to lines: inout [String]
  ) {
    for (index, node) in nodes.enumerated() {
      let isLast = index == nodes.count - 1
      lines.append(paint.dim(prefix + (isLast ? signs.last : signs.branch)) + node.line)
      let below = prefix + (isLast ? signs.blank : signs.trunk)
      let besides = below + (node.children.isEmpty ? signs.blank : signs.trunk)
      lines += node.notes.map { paint.dim(besides) + $0 }
      append(node.children, prefix: below, signs, paint, to: &lines)
    }
  }
}
