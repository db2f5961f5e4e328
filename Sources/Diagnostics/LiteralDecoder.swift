package import Values
package import YAML

/// Reads nodes as values of the types that their fields have, and reports all that is wrong.
package struct LiteralDecoder {
  private let collector: DiagnosticCollector

  package init(_ collector: DiagnosticCollector) { self.collector = collector }

  /// The value of a node; nil once its errors are reported.
  ///
  /// A list may be written as its only member alone. Conditions are a text or a list of texts.
  /// Steps are no value: they have a reader of their own.
  package func decode(_ node: Node, as type: ParameterType) -> Value? {
    switch type {
    case .text, .integer, .number, .boolean, .date, .timeOfDay, .duration, .byteSize, .path, .file,
      .glob, .oneOf:
      return scalar(node, as: type)
    case .condition:
      return node.sequence == nil ? scalar(node, as: .condition) : list(node, of: .condition)
    case .list(let member):
      return list(node, of: member)
    case .dictionary(let member):
      return dictionary(node, of: member)
    case .any:
      return free(node)
    case .steps:
      collector.report(.expected(type.inWords, found: node.kindInWords), at: node)
      return nil
    }
  }

  /// The span of time of a node that may be negative; nil once its error is reported.
  package func signedSpan(_ node: Node) -> Duration? {
    guard let text = text(of: node, wanted: .duration) else { return nil }
    return attempt(node) { () throws(LiteralSyntax.Problem) in
      try LiteralSyntax.span(text, allowsNegative: true)
    }
  }

  private func scalar(_ node: Node, as type: ParameterType) -> Value? {
    guard let text = text(of: node, wanted: type) else { return nil }
    return attempt(node) { () throws(LiteralSyntax.Problem) in
      try LiteralSyntax.read(text, as: type)
    }
  }

  private func text(of node: Node, wanted type: ParameterType) -> String? {
    if let scalar = node.scalar, !node.isBlank { return scalar.text }
    collector.report(
      .expected(type.inWords, found: node.kindInWords), at: node, help: help(for: node, type))
    return nil
  }

  /// A text that begins with a bracket is a list or mapping to YAML.
  private func help(for node: Node, _ type: ParameterType) -> String? {
    switch (node.kind, type) {
    case (.scalar, .text): "write '' for an empty text"
    case (.sequence, .text), (.mapping, .text), (.sequence, .glob), (.mapping, .condition):
      node.start.line == node.end.line ? "put the value in quotes or after `|`" : nil
    case _: nil
    }
  }

  private func list(_ node: Node, of member: ParameterType) -> Value? {
    guard let members = node.sequence else {
      guard !node.isBlank else {
        collector.report(.expected("a list", found: node.kindInWords), at: node)
        return nil
      }
      if case .list = member {
        collector.report(.expected("a list", found: node.kindInWords), at: node)
        return nil
      }
      return decode(node, as: member).map { .list([$0]) }
    }
    let values = members.map { decode($0, as: member) }
    return values.contains { $0 == nil } ? nil : .list(values.compactMap(\.self))
  }

  private func dictionary(_ node: Node, of member: ParameterType) -> Value? {
    guard let pairs = node.mapping else {
      collector.report(.expected("a mapping", found: node.kindInWords), at: node)
      return nil
    }
    return map(pairs) { decode($0, as: member) }
  }

  private func map(_ pairs: [Node.Pair], _ decode: (Node) -> Value?) -> Value? {
    var map = ValueMap()
    var isWhole = true
    for pair in pairs {
      if let value = decode(pair.value) {
        map[.string(pair.name)] = value
      } else {
        isWhole = false
      }
    }
    return isWhole ? .map(map) : nil
  }

  /// A value that no field gives a type: plain scalars mean what the core schema says.
  private func free(_ node: Node) -> Value? {
    switch node.kind {
    case .sequence(let members):
      let values = members.map(free)
      return values.contains { $0 == nil } ? nil : .list(values.compactMap(\.self))
    case .mapping(let pairs):
      return map(pairs, free)
    case .scalar(let scalar):
      switch CoreSchema.resolve(scalar) {
      case .null: return .null
      case .boolean(let flag): return .bool(flag)
      case .integer(let number): return .int(number)
      case .number(let number): return .double(number)
      case .text(let text): return .string(text)
      case .integerOutOfRange(let text):
        collector.report(
          .syntax("`\(text)` is too large a number for 64 bits"), at: node,
          help: "put it in quotes to keep it as text")
        return nil
      }
    }
  }

  private func attempt<Result>(
    _ node: Node, _ step: () throws(LiteralSyntax.Problem) -> Result
  ) -> Result? {
    do {
      return try step()
    } catch {
      collector.report(.syntax(error.message), at: node, help: error.help)
      return nil
    }
  }
}
