internal import Diagnostics
internal import Values
internal import Workflow
internal import YAML

/// Reads one trigger of a rule.
struct TriggerDecoder {
  let catalog: RuleCatalog
  let collector: DiagnosticCollector

  struct Result {
    let id: String
    let spec: TriggerSpec
    let schema: TriggerSchema
    let node: Node
  }

  func decode(_ node: Node) -> Result? {
    guard var reader = MappingReader(node, of: "a trigger", in: collector),
      let kind = kind(of: reader)
    else { return nil }
    let schema = kind.schema
    let id = reader.optionalText("id") ?? ""
    var options: [String: Value] = [:]
    var isWhole = true
    for parameter in [schema.main] + schema.parameters {
      let key = parameter == schema.main ? schema.keyword : parameter.name
      guard let node = reader.optional(key), !(node.isBlank && !parameter.isRequired) else {
        if parameter.isRequired { isWhole = reader.required(key) != nil }
        continue
      }
      options[parameter.name] = value(node, parameter.type)
      if options[parameter.name] == nil { isWhole = false }
    }
    finish(reader, schema)
    guard isWhole else { return nil }
    return plan(kind, options, id, node)
  }

  private func finish(_ reader: MappingReader, _ schema: TriggerSchema) {
    // Keys of a rule that slipped into the trigger are named as such.
    let ruleKeys = RuleKeys.all.map(\.name)
    for key in reader.keys where ruleKeys.contains(key) && key != "id" {
      guard !schema.parameters.contains(where: { $0.name == key }),
        let place = reader.node[keyNode: key]
      else { continue }
      collector.report(
        .custom("`\(key)` belongs to the rule, not to the trigger"), at: place,
        help: "indent it like `when`")
      return
    }
    reader.finish(suggesting: schema.parameters.map(\.name))
  }

  private func kind(of reader: MappingReader) -> TriggerKind? {
    let known = reader.keys.filter { catalog.triggers[$0] != nil }
    if let first = known.first {
      guard known.count == 1 else {
        collector.report(
          .custom("a trigger is of one kind, and this one has `\(first)` and `\(known[1])`"),
          at: reader.node[keyNode: known[1]] ?? reader.node,
          help: "write `when` as a list and begin each trigger with `- `")
        return nil
      }
      return catalog.triggers[first]
    }
    let first = reader.keys.first { $0 != "id" } ?? ""
    let place = reader.node[keyNode: first] ?? reader.node
    if RuleCatalog.laterTriggers.contains(first) {
      collector.report(.custom("the trigger `\(first)` is not part of this version"), at: place)
      return nil
    }
    let nearest = NearestName.find(first, in: Array(catalog.triggers.keys))
    collector.report(
      .custom("no trigger is named `\(first)`" + (nearest.map { "; did you mean `\($0)`?" } ?? "")),
      at: place, help: nearest == nil ? "`hob triggers` lists them" : nil)
    return nil
  }

  private func value(_ node: Node, _ type: ParameterType) -> Value? {
    guard let value = LiteralDecoder(collector).decode(node, as: type) else { return nil }
    if let scalar = node.scalar, scalar.text.contains("${") {
      collector.report(
        .custom("`${…}` can't be used in a trigger: it is read before anything happens"), at: node)
      return nil
    }
    if case .string(let path) = value, type == .path {
      return .string(catalog.steps.absolute(path))
    }
    return value
  }

  private func plan(
    _ kind: TriggerKind, _ options: [String: Value], _ id: String, _ node: Node
  ) -> Result? {
    do throws(TriggerPlanError) {
      let spec = try kind.plan(options)
      return Result(id: id, spec: spec, schema: kind.schema, node: node)
    } catch {
      let key = error.option == kind.schema.main.name ? kind.schema.keyword : error.option
      let place = key.flatMap { node[$0] } ?? node
      collector.report(.custom(error.message), at: place, help: error.help)
      return nil
    }
  }
}
