internal import Diagnostics
internal import Expressions
internal import Values
internal import Workflow
internal import YAML

/// Reads what a rule does, once for each of its triggers: each sees other fields.
struct PlanDecoder {
  let catalog: RuleCatalog
  let collector: DiagnosticCollector

  init(_ catalog: RuleCatalog, _ collector: DiagnosticCollector) {
    (self.catalog, self.collector) = (catalog, collector)
  }

  func plans(
    _ triggers: [TriggerDecoder.Result], _ reader: inout MappingReader
  ) -> [TriggerPlan] {
    let condition = reader.optional("if")
    let key = reader.optional("key")
    let run = reader.optional("run")
    let steps = reader.optional("do")
    let input = reader.optional("input")
    let with = reader.optional("with")
    checkJob(run, steps, with, reader)
    var plans: [TriggerPlan] = []
    for trigger in triggers {
      let before = collector.errorCount
      let names = Names.of(trigger.schema)
      let nodes = JobNodes(run: run, steps: steps, input: input, with: with)
      let readCondition = condition.map {
        ConditionDecoder(collector).decode($0, names: names)
      }
      let readKey = key.map { ConditionDecoder(collector).expression($0, names: names) }
      let job = job(nodes, trigger.schema, names)
      // One trigger's errors are enough: the others would mostly say the same again.
      guard collector.errorCount == before, let job else { break }
      plans.append(
        TriggerPlan(
          id: trigger.id, spec: trigger.spec,
          condition: readCondition.flatMap(\.self) ?? Condition(parts: []),
          key: readKey.flatMap(\.self), job: job,
          location: SourceLocation(file: collector.file, mark: trigger.node.start),
          jobLocation: SourceLocation(
            file: collector.file, mark: (run ?? steps ?? reader.node).start)))
    }
    return plans
  }

  private struct JobNodes {
    let run: Node?
    let steps: Node?
    let input: Node?
    let with: Node?
  }

  private func checkJob(_ run: Node?, _ steps: Node?, _ with: Node?, _ reader: MappingReader) {
    if let run, steps != nil {
      collector.report(
        .custom("a rule has `run` or `do`, and this one has both"),
        at: reader.node[keyNode: "do"] ?? run)
    }
    if run == nil, steps == nil {
      let place = SourceLocation(file: collector.file, mark: reader.node.start)
      collector.report(
        LocatedError(
          .custom("a rule needs `run` with a shortcut's name, or `do` with steps"), at: place))
    }
    if let with, run == nil {
      collector.report(.custom("`with` goes with `run`; steps see the event's fields"), at: with)
    }
  }

  private func job(_ nodes: JobNodes, _ schema: TriggerSchema, _ names: Names) -> Job? {
    let input = input(nodes.input, schema, names)
    let decoder = StepDecoder(catalog.steps, collector)
    if let steps = nodes.steps {
      var inner = names
      inner.types["input"] = input.type
      let decoded = decoder.decode(steps, names: &inner)
      let shortcut = Shortcut(
        name: "", title: "", input: nil, inputs: [:], steps: decoded,
        location: SourceLocation(file: collector.file, mark: steps.start))
      return .steps(shortcut, input: input.argument)
    }
    guard let run = nodes.run,
      case .string(let name)? = LiteralDecoder(collector).decode(run, as: .text)
    else { return nil }
    let with = nodes.with.map { decoder.named($0, names) ?? [:] } ?? [:]
    return .shortcut(name, input: input.argument, with: with)
  }

  /// The main input: what the rule says, else the trigger's own.
  private func input(
    _ node: Node?, _ schema: TriggerSchema, _ names: Names
  ) -> (argument: Argument?, type: ValueType) {
    let decoder = ArgumentDecoder(catalog.steps, collector)
    if let node {
      let argument = decoder.decode(node, as: .any, names: names)
      return (argument, argument?.knownType ?? .dynamic)
    }
    guard let field = schema.input, let type = schema.event.field(field)?.type else {
      return (nil, .dynamic)
    }
    let location = SourceLocation(file: collector.file, line: 1, column: 1)
    guard
      let template = try? Template("${\(field)}", environment: names.environment)
    else { return (nil, type) }
    return (
      .template(
        Argument.TemplateArgument(template: template, type: .any, home: nil, location: location)),
      type
    )
  }
}

extension Names {
  /// What conditions and steps of a trigger see.
  static func of(_ schema: TriggerSchema) -> Names {
    var types: [String: ValueType] = ["trigger": .map(.string, .string)]
    for field in schema.event.fields { types[field.name] = field.type }
    return Names(types)
  }
}
