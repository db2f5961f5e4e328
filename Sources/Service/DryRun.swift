package import Actions
internal import Expressions
package import Values
package import Workflow

/// What a shortcut would do, worked out without doing any of it.
///
/// Results of actions are not known before they are done: what depends on them stays as it is
/// written, and where a condition depends on them both ways are shown.
package struct DryRun {
  /// One step with what it would do.
  package struct Plan: Sendable {
    package let place: String
    package let keyword: String
    /// What it would touch.
    package let effects: [PlannedEffect]
    /// What is to be said of it: which way it goes, how often, why not at all.
    package let remark: String
    package let steps: [Plan]
  }

  /// How many steps are listed; shortcuts may have more rounds than anyone would read.
  package static let mostSteps = 1_000

  private let library: ShortcutLibrary
  private let context: EvaluationContext
  private var count = 0
  private var depth = 0
  /// Whether there was more than is listed.
  package private(set) var isCut = false

  package init(library: ShortcutLibrary, context: EvaluationContext) {
    (self.library, self.context) = (library, context)
  }

  /// The steps of a shortcut, for the names that it sees at its start.
  package mutating func plan(_ shortcut: Shortcut, scope: [String: Value]) -> [Plan] {
    var scope = scope
    return plan(shortcut.steps, prefix: "", &scope)
  }

  private mutating func plan(
    _ steps: [Step], prefix: String, _ scope: inout [String: Value]
  ) -> [Plan] {
    guard depth < WorkflowLimits.standard.depth else {
      isCut = true
      return []
    }
    depth += 1
    defer { depth -= 1 }
    var plans: [Plan] = []
    for step in steps {
      guard count < Self.mostSteps else {
        isCut = true
        break
      }
      count += 1
      plans.append(plan(step, prefix + String(step.number), &scope))
      if step.save != nil { scope[step.save ?? ""] = nil }
      if case .stop = step.body { break }
    }
    return plans
  }

  private mutating func plan(
    _ step: Step, _ place: String, _ scope: inout [String: Value]
  ) -> Plan {
    var remark = ""
    if let condition = step.guardCondition {
      switch condition.verdict(in: scope, context) {
      case .holds: break
      case .fails: return Plan(step, place, remark: "skipped: its `if` is false")
      case .error: remark = "only if \(condition.source)"
      }
    }
    switch step.body {
    case .action(let call): return Plan(step, place, effects(of: call, scope), remark: remark)
    case .branch(let condition, let then, let otherwise):
      return branch(step, place, condition, then, otherwise, &scope)
    case .repeatEach(let list, let item, let inner):
      return loop(step, place, list, item: item, inner, scope)
    case .repeatCount(let rounds, let inner):
      return loop(step, place, rounds, item: nil, inner, scope)
    case .set(let pairs):
      for pair in pairs { scope[pair.name] = try? pair.value.evaluate(in: scope, context) }
      return Plan(step, place, remark: remark)
    case .stop(let result, let isFailure):
      let value = result.map { shown($0, scope) } ?? ""
      return Plan(step, place, remark: isFailure ? "fails: \(value)" : value)
    case .runShortcut(let call): return self.call(step, place, call, scope)
    }
  }

  private mutating func branch(
    _ step: Step, _ place: String, _ condition: Condition, _ then: [Step], _ otherwise: [Step],
    _ scope: inout [String: Value]
  ) -> Plan {
    switch condition.verdict(in: scope, context) {
    case .holds:
      return Plan(
        step, place, remark: "\(condition.source) holds",
        steps: plan(then, prefix: place + ".then.", &scope))
    case .fails:
      return Plan(
        step, place, remark: "\(condition.source) is false",
        steps: plan(otherwise, prefix: place + ".else.", &scope))
    case .error:
      var other = scope
      let steps =
        plan(then, prefix: place + ".then.", &scope)
        + plan(otherwise, prefix: place + ".else.", &other)
      // What was set on one way only is not known after it.
      for name in scope.keys where other[name] != scope[name] { scope[name] = nil }
      return Plan(step, place, remark: "depends on \(condition.source)", steps: steps)
    }
  }

  private mutating func loop(
    _ step: Step, _ place: String, _ list: Argument, item: String?, _ inner: [Step],
    _ scope: [String: Value]
  ) -> Plan {
    let items: [Value]?
    switch try? list.evaluate(in: scope, context) {
    case .list(let values)?: items = values
    case .int(let rounds)?: items = (0..<max(0, min(rounds, 10_000))).map { .int($0 + 1) }
    case _: items = nil
    }
    guard let items else {
      var one = scope
      if let item { one[item] = nil }
      one["index"] = nil
      return Plan(
        step, place, remark: "for each of \(shown(list, scope))",
        steps: plan(inner, prefix: place + ".each.", &one))
    }
    var steps: [Plan] = []
    for (index, value) in items.enumerated() where !isCut {
      var one = scope
      if let item { one[item] = value }
      one["index"] = .int(Int64(index + 1))
      steps += plan(inner, prefix: "\(place).each[\(index + 1)].", &one)
    }
    return Plan(step, place, remark: "\(items.count) rounds", steps: steps)
  }

  private mutating func call(
    _ step: Step, _ place: String, _ call: ShortcutCall, _ scope: [String: Value]
  ) -> Plan {
    guard let shortcut = library[call.name] else {
      return Plan(step, place, remark: "there is no shortcut \(call.name)")
    }
    var inner: [String: Value] = [:]
    inner["input"] = call.input.flatMap { try? $0.evaluate(in: scope, context) }
    for (name, argument) in call.with { inner[name] = try? argument.evaluate(in: scope, context) }
    return Plan(
      step, place, remark: call.name,
      steps: plan(shortcut.steps, prefix: "\(place).\(call.name).", &inner))
  }

  private func effects(of call: ActionCall, _ scope: [String: Value]) -> [PlannedEffect] {
    let arguments = call.arguments.mapValues { Self.value($0, scope, context) }
    let invocation = Invocation(
      run: RunID(0), step: "", keyword: call.schema.keyword, arguments: arguments)
    return ActionRegistry.action(call.schema.keyword)?.plan(invocation) ?? []
  }

  private func shown(_ argument: Argument, _ scope: [String: Value]) -> String {
    let value = Self.value(argument, scope, context)
    if case .string(let text) = value { return text }
    return JSON.encode(value)
  }

  /// The value of an argument, with what is not known as it is written.
  private static func value(
    _ argument: Argument, _ scope: [String: Value], _ context: EvaluationContext
  ) -> Value {
    if let value = try? argument.evaluate(in: scope, context) { return value }
    switch argument {
    case .constant(let value): return value
    case .template(let template): return .string(template.template.source)
    case .list(let items, _): return .list(items.map { value($0, scope, context) })
    case .dictionary(let pairs, _):
      var map = ValueMap()
      for pair in pairs { map[.string(pair.key)] = value(pair.value, scope, context) }
      return .map(map)
    }
  }
}

extension DryRun.Plan {
  fileprivate init(
    _ step: Step, _ place: String, _ effects: [PlannedEffect] = [], remark: String,
    steps: [DryRun.Plan] = []
  ) {
    self.init(
      place: place, keyword: step.keyword, effects: effects, remark: remark, steps: steps)
  }
}

extension Condition {
  /// All of it as one expression, for people.
  fileprivate var source: String {
    "`" + parts.map(\.expression.source).joined(separator: "` and `") + "`"
  }
}
