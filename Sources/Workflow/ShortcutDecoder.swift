package import Diagnostics
internal import Values
package import YAML

/// Reads a shortcut file.
package struct ShortcutDecoder {
  let catalog: StepCatalog
  let collector: DiagnosticCollector

  package init(_ catalog: StepCatalog, _ collector: DiagnosticCollector) {
    (self.catalog, self.collector) = (catalog, collector)
  }

  /// The shortcut of a document under its file's name; nil once errors are reported.
  package func decode(_ node: Node, name: String) -> Shortcut? {
    guard var reader = MappingReader(node, of: "a shortcut", in: collector) else { return nil }
    let title = reader.optionalText("shortcut") ?? name
    let input = reader.optional("input").flatMap(inputType)
    let inputs = namedInputs(&reader)
    var names = Names(inputs.mapValues(\.valueType))
    names.types["input"] = input?.valueType ?? .dynamic
    guard let body = reader.required("steps") else {
      reader.finish()
      return nil
    }
    let steps = StepDecoder(catalog, collector).decode(body, names: &names)
    reader.finish()
    guard !collector.hasErrors else { return nil }
    return Shortcut(
      name: name, title: title, input: input, inputs: inputs, steps: steps,
      location: SourceLocation(file: collector.file, mark: node.start))
  }

  private func inputType(_ node: Node) -> InputType? {
    let choices = InputType.allCases.map(\.rawValue)
    guard case .string(let name)? = LiteralDecoder(collector).decode(node, as: .oneOf(choices))
    else { return nil }
    return InputType(rawValue: name)
  }

  private func namedInputs(_ reader: inout MappingReader) -> [String: InputType] {
    guard let node = reader.optional("inputs") else { return [:] }
    guard let pairs = node.mapping else {
      collector.report(.expected("names with types (a mapping)", found: node.kindInWords), at: node)
      return [:]
    }
    var inputs: [String: InputType] = [:]
    let checker = StepDecoder(catalog, collector)
    for pair in pairs where checker.checkName(pair.name, pair.key) {
      inputs[pair.name] = inputType(pair.value)
    }
    return inputs
  }
}
