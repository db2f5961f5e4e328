package import Diagnostics
internal import Expressions
internal import Values
package import YAML

/// Reads lists of steps and checks them against what actions take and expressions can see.
package struct StepDecoder {
  let catalog: StepCatalog
  let collector: DiagnosticCollector
  let arguments: ArgumentDecoder

  package init(_ catalog: StepCatalog, _ collector: DiagnosticCollector) {
    (self.catalog, self.collector) = (catalog, collector)
    arguments = ArgumentDecoder(catalog, collector)
  }

  /// The steps of a node; those with errors are left out once these are reported.
  package func decode(_ node: Node, names: inout Names) -> [Step] {
    guard let members = node.sequence else {
      collector.report(
        .expected("a list of steps", found: node.kindInWords), at: node,
        help: "begin each step with `- `")
      return []
    }
    var steps: [Step] = []
    for (index, member) in members.enumerated() {
      if let step = step(member, number: index + 1, names: &names) { steps.append(step) }
    }
    return steps
  }

  private func step(_ node: Node, number: Int, names: inout Names) -> Step? {
    guard var reader = MappingReader(node, of: "a step", in: collector),
      let keyword = keyword(of: reader)
    else { return nil }
    let control = ControlStep(rawValue: keyword)
    let guardCondition = control == .branch ? nil : condition(&reader, names)
    guard let body = body(keyword, control, &reader, &names) else {
      finish(reader, keyword)
      return nil
    }
    let timeout = timeout(&reader, control)
    let onError = failurePolicy(&reader, names)
    let save = save(&reader, keyword, control, &names)
    // A step that may be skipped or fail leaves nothing behind: the type is not known then.
    if let save, guardCondition != nil || onError.isGoingOn { names.types[save] = .dynamic }
    finish(reader, keyword)
    return Step(
      number: number, keyword: keyword, body: body, save: save, guardCondition: guardCondition,
      timeout: timeout, onError: onError,
      location: SourceLocation(file: collector.file, mark: node.start))
  }

  /// The word that says what the step does: the first of its keys that is one.
  private func keyword(of reader: MappingReader) -> String? {
    let known = reader.keys.filter { key in
      catalog.actions[key] != nil || (ControlStep(rawValue: key) != nil && key != "if")
    }
    if let first = known.first {
      let parameters = schema(of: first)?.parameters.map(\.name) ?? []
      guard let second = known.dropFirst().first(where: { !parameters.contains($0) }) else {
        return first
      }
      collector.report(
        .custom("a step does one thing, and this one has `\(first)` and `\(second)`"),
        at: reader.node[keyNode: second] ?? reader.node, help: "begin a new step with `- `")
      return nil
    }
    if reader.keys.contains("if") { return "if" }
    reportUnknown(reader)
    return nil
  }

  private func reportUnknown(_ reader: MappingReader) {
    let common = ControlStep.common.map(\.name)
    let first = reader.keys.first { !common.contains($0) } ?? reader.keys.first ?? ""
    let nearest = NearestName.find(first, in: catalog.keywords)
    let advice =
      later.contains(first)
      ? "it is not part of this version" : "`hob actions` lists what a step can do"
    collector.report(
      .custom(
        "no action or step is named `\(first)`" + (nearest.map { "; did you mean `\($0)`?" } ?? "")),
      at: reader.node[keyNode: first] ?? reader.node, help: nearest == nil ? advice : nil)
  }

  /// Words of the language that this version does not have yet.
  private var later: [String] {
    ["choose", "parallel", "wait", "menu", "ask-for", "try", "use-model", "http"]
  }

  private func schema(of keyword: String) -> ActionSchema? {
    catalog.actions[keyword] ?? ControlStep(rawValue: keyword)?.schema
  }

  private func finish(_ reader: MappingReader, _ keyword: String) {
    let schema = schema(of: keyword)
    let names = (schema?.parameters ?? []).map(\.name) + ControlStep.common.map(\.name)
    reader.finish(suggesting: names)
  }

  private func condition(_ reader: inout MappingReader, _ names: Names) -> Condition? {
    guard let node = reader.optional("if") else { return nil }
    return ConditionDecoder(collector).decode(node, names: names)
  }

  private func timeout(_ reader: inout MappingReader, _ control: ControlStep?) -> Duration? {
    guard let node = reader.optional("timeout") else { return nil }
    guard control == nil else {
      collector.report(
        .custom("`timeout` goes with an action, not with `\(control?.rawValue ?? "")`"), at: node)
      return nil
    }
    guard case .duration(let span)? = LiteralDecoder(collector).decode(node, as: .duration) else {
      return nil
    }
    guard span > .zero else {
      collector.report(.custom("a timeout must be longer than nothing"), at: node)
      return nil
    }
    return span
  }

  private func failurePolicy(_ reader: inout MappingReader, _ names: Names) -> Step.FailurePolicy {
    guard let node = reader.optional("on-error") else { return .fail }
    if node.sequence != nil {
      var inner = names
      inner.types["error"] = .map(.string, .string)
      return .handle(decode(node, names: &inner))
    }
    let choice = LiteralDecoder(collector).decode(node, as: .oneOf(["fail", "continue"]))
    return choice == .string("continue") ? .goOn : .fail
  }

  private func save(
    _ reader: inout MappingReader, _ keyword: String, _ control: ControlStep?, _ names: inout Names
  ) -> String? {
    guard let node = reader.optional("save"),
      case .string(let name)? = LiteralDecoder(collector).decode(node, as: .text)
    else { return nil }
    guard checkName(name, node) else { return nil }
    let result = schema(of: keyword)?.result ?? .dynamic
    if result == .null {
      collector.report(.custom("`\(keyword)` has no result to save"), at: node)
      return nil
    }
    names.types[name] = result
    return name
  }

  /// A name must be usable in expressions.
  func checkName(_ name: String, _ node: Node) -> Bool {
    let letters = name.utf8.allSatisfy { byte in
      (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte) || byte == 0x5F
        || (0x61...0x7A).contains(byte)
    }
    guard letters, let first = name.utf8.first, !(0x30...0x39).contains(first),
      !Names.reserved.contains(name)
    else {
      collector.report(
        .custom("`\(name)` can't be a name in expressions"), at: node,
        help: "use letters, digits and `_`, beginning with a letter")
      return false
    }
    return true
  }
}

extension Node {
  /// The node of a key itself.
  package subscript(keyNode key: String) -> Node? { mapping?.first { $0.name == key }?.key }
}
