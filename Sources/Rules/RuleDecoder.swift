package import Diagnostics
internal import Expressions
internal import Values
internal import Workflow
package import YAML

/// Reads a rule file.
package struct RuleDecoder {
  let catalog: RuleCatalog
  let collector: DiagnosticCollector

  package init(_ catalog: RuleCatalog, _ collector: DiagnosticCollector) {
    (self.catalog, self.collector) = (catalog, collector)
  }

  /// The rules of a file's documents; those with errors are left out once these are reported.
  ///
  /// A document is one rule, or has the key `rules` with a list of them.
  package func decode(_ documents: [Node], fileName: String) -> [Rule] {
    var nodes: [Node] = []
    for document in documents {
      if let list = document["rules"] {
        nodes += members(of: list, document)
      } else {
        nodes.append(document)
      }
    }
    var rules: [Rule] = []
    var lines: [RuleID: Int] = [:]
    for node in nodes {
      guard let rule = rule(node, defaultID: nodes.count == 1 ? fileName : nil) else { continue }
      if let line = lines[rule.id] {
        let place = node["id"] ?? node
        collector.report(.repeated("rule \(rule.id.name)", firstLine: line), at: place)
        continue
      }
      lines[rule.id] = rule.location.line
      rules.append(rule)
    }
    return rules
  }

  private func members(of list: Node, _ document: Node) -> [Node] {
    if var reader = MappingReader(document, of: "a rule file", in: collector) {
      _ = reader.optional("rules")
      reader.finish()
    }
    // `rules:` with nothing below it holds no rule, like an empty file.
    if list.isBlank { return [] }
    guard let members = list.sequence else {
      collector.report(
        .expected("a list of rules", found: list.kindInWords), at: list,
        help: "begin each rule with `- `")
      return []
    }
    return members
  }

  private func rule(_ node: Node, defaultID: String?) -> Rule? {
    let hadErrors = collector.errorCount
    guard var reader = MappingReader(node, of: "a rule", in: collector) else { return nil }
    let id = identifier(&reader, defaultID)
    let triggers = triggers(&reader)
    let options = RuleOptions(&reader, catalog)
    let plans = PlanDecoder(catalog, collector).plans(triggers, &reader)
    let tests = RuleTestDecoder(collector).decode(&reader)
    for (key, advice) in RuleKeys.later {
      guard let place = reader.keyNode(key) else { continue }
      collector.report(
        .custom("`\(key)` is not part of this version"), at: place, help: advice)
    }
    reader.finish(suggesting: RuleKeys.all.map(\.name))
    guard collector.errorCount == hadErrors, let id else { return nil }
    return Rule(
      id: RuleID(id), title: options.title ?? id,
      location: SourceLocation(file: collector.file, mark: node.start),
      plans: plans, mode: options.mode, throttle: options.throttle, catchUp: options.catchUp,
      isDurable: options.isDurable, notifies: options.notifies,
      isEnabledAtStart: options.isEnabled, tests: tests)
  }

  private func identifier(_ reader: inout MappingReader, _ defaultID: String?) -> String? {
    guard let node = reader.optional("id") else {
      if let defaultID { return defaultID }
      let place = SourceLocation(file: collector.file, mark: reader.node.start)
      collector.report(
        LocatedError(
          .missing("id", of: "a rule"), at: place,
          help: "only the one rule of a file takes the file's name"))
      return nil
    }
    guard case .string(let id)? = LiteralDecoder(collector).decode(node, as: .text) else {
      return nil
    }
    let isPlain = id.unicodeScalars.allSatisfy { !$0.properties.isWhitespace && $0.value >= 0x20 }
    guard isPlain, !id.isEmpty, id.count <= RuleDecoder.longestID else {
      collector.report(
        .custom("an id is one word of at most \(RuleDecoder.longestID) characters"), at: node)
      return nil
    }
    return id
  }

  /// The most characters of a rule's id.
  package static let longestID = 100

  private func triggers(_ reader: inout MappingReader) -> [TriggerDecoder.Result] {
    guard let node = reader.required("when") else { return [] }
    let decoder = TriggerDecoder(catalog: catalog, collector: collector)
    let nodes = node.sequence ?? [node]
    guard !nodes.isEmpty else {
      collector.report(.expected("a trigger", found: "an empty list"), at: node)
      return []
    }
    return nodes.compactMap(decoder.decode)
  }
}
