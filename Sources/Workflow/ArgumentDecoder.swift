package import Diagnostics
internal import Expressions
package import Values
package import YAML

/// Reads the values of arguments: fixed ones by their type, texts with `${…}` as templates.
package struct ArgumentDecoder {
  let catalog: StepCatalog
  let collector: DiagnosticCollector

  package init(_ catalog: StepCatalog, _ collector: DiagnosticCollector) {
    (self.catalog, self.collector) = (catalog, collector)
  }

  /// The argument of a node; nil once its errors are reported.
  package func decode(_ node: Node, as type: ParameterType, names: Names) -> Argument? {
    guard node.mentionsTemplate else { return constant(node, as: type) }
    switch node.kind {
    case .scalar: return template(node, as: type, names: names)
    case .sequence(let members):
      let element: ParameterType
      switch type {
      case .list(let inner): element = inner
      case .any: element = .any
      case .text, .integer, .number, .boolean, .date, .timeOfDay, .duration, .byteSize, .path,
        .file, .glob, .oneOf, .dictionary, .steps, .condition:
        collector.report(.expected(type.inWords, found: node.kindInWords), at: node)
        return nil
      }
      let arguments = members.map { decode($0, as: element, names: names) }
      guard !arguments.contains(where: { $0 == nil }) else { return nil }
      return .list(arguments.compactMap(\.self), of: type)
    case .mapping(let pairs): return dictionary(pairs, node, as: type, names: names)
    }
  }

  private func dictionary(
    _ pairs: [Node.Pair], _ node: Node, as type: ParameterType, names: Names
  ) -> Argument? {
    let element: ParameterType
    switch type {
    case .dictionary(let inner): element = inner
    case .any: element = .any
    case .text, .integer, .number, .boolean, .date, .timeOfDay, .duration, .byteSize, .path, .file,
      .glob, .oneOf, .list, .steps, .condition:
      collector.report(.expected(type.inWords, found: node.kindInWords), at: node)
      return nil
    }
    var arguments: [(key: String, value: Argument)] = []
    for pair in pairs {
      guard let argument = decode(pair.value, as: element, names: names) else { continue }
      arguments.append((pair.name, argument))
    }
    return arguments.count == pairs.count ? .dictionary(arguments, of: type) : nil
  }

  private func constant(_ node: Node, as type: ParameterType) -> Argument? {
    guard let value = LiteralDecoder(collector).decode(node, as: type) else { return nil }
    return .constant(absolute(value, type))
  }

  /// Paths are made absolute once, where they are written.
  private func absolute(_ value: Value, _ type: ParameterType) -> Value {
    switch (type, value) {
    case (.path, .string(let path)), (.file, .string(let path)):
      return .string(catalog.absolute(path))
    case (.any, .string(let path)) where path == "~" || path.hasPrefix("~/"):
      return .string(catalog.absolute(path))
    case (.list(let element), .list(let values)):
      return .list(values.map { absolute($0, element) })
    case _: return value
    }
  }

  private func template(_ node: Node, as type: ParameterType, names: Names) -> Argument? {
    guard let text = node.scalar?.text else { return nil }
    do throws(ExpressionError) {
      let template = try Template(text, environment: names.environment)
      if template.isConstant {
        // Only `$${`, which stands for `${`.
        guard let value = try? template.evaluate() else { return nil }
        return .constant(absolute(value, type))
      }
      guard type.canTake(template.type) else {
        collector.report(
          .expected(type.inWords, found: template.type.displayName), at: node)
        return nil
      }
      // In a value of any type, such as one that `set` names, `~/` at the start means home, too.
      let isPath = type == .path || type == .file || type == .any
      return .template(
        Argument.TemplateArgument(
          template: template, type: type,
          home: isPath && (text == "~" || text.hasPrefix("~/")) ? catalog.home : nil,
          location: SourceLocation(file: collector.file, mark: node.start)))
    } catch {
      collector.report(error, in: node)
      return nil
    }
  }
}

extension Node {
  /// Whether some text in it has `${`.
  var mentionsTemplate: Bool {
    switch kind {
    case .scalar(let scalar): scalar.text.contains("${")
    case .sequence(let members): members.contains(where: \.mentionsTemplate)
    case .mapping(let pairs): pairs.contains { $0.value.mentionsTemplate }
    }
  }
}

extension ParameterType {
  /// Whether a value of a type can be what this parameter takes; unknown types are checked later.
  func canTake(_ type: ValueType) -> Bool {
    switch type {
    case .dynamic, .parameter, .abstract, .optional: return true
    case .null: return self == .any
    case .bool: return isAnyOf(.boolean, .text)
    case .int, .uint, .double: return isAnyOf(.integer, .number, .byteSize, .text)
    case .string: return takesText
    case .bytes, .type: return isAnyOf(.text)
    case .timestamp: return isAnyOf(.date, .text)
    case .duration: return isAnyOf(.duration, .timeOfDay, .text)
    case .entity: return isAnyOf(.file, .path, .text)
    case .list: return isAnyOf(.text) || isList
    case .map: return isAnyOf(.text) || isDictionary
    }
  }

  private func isAnyOf(_ types: ParameterType...) -> Bool { self == .any || types.contains(self) }

  private var isList: Bool { if case .list = self { true } else { false } }

  private var isDictionary: Bool { if case .dictionary = self { true } else { false } }

  /// Text can spell everything but lists, dictionaries, steps, conditions and truth.
  private var takesText: Bool {
    switch self {
    case .text, .integer, .number, .date, .timeOfDay, .duration, .byteSize, .path, .file, .glob,
      .oneOf, .any:
      true
    case .boolean, .list, .dictionary, .steps, .condition: false
    }
  }
}
