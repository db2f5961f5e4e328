internal import Expressions
package import Values

/// What entering a step leads to.
enum StepEntry {
  case next
  case perform(Interpreter.StepCall)
  case ended(Value)
  case failedRun(ActionFailure)
}

extension Interpreter {
  /// Begins a step: works out its condition and arguments.
  mutating func enter(
    _ step: Step, _ path: String, _ context: EvaluationContext
  ) throws(ActionFailure) -> StepEntry {
    if let condition = step.guardCondition, try !condition.holds(in: scope, context) {
      note(path, step, arguments: ["if": .bool(false)], .success(.null))
      keep(.null, of: step)
      return .next
    }
    switch step.body {
    case .action(let call):
      let arguments = try evaluate(call.arguments, context)
      return .perform(
        StepCall(step: path, keyword: step.keyword, arguments: arguments, timeout: step.timeout))
    case .branch(let condition, let then, let otherwise):
      let holds = try condition.holds(in: scope, context)
      note(path, step, .success(.bool(holds)))
      try open(holds ? then : otherwise, prefix: path + (holds ? ".then." : ".else."))
      return .next
    case .repeatEach(let list, let itemName, let steps):
      let items = try list.evaluateList(in: scope, context)
      return try enterLoop(step, path, items: items, itemName: itemName, steps: steps)
    case .repeatCount(let count, let steps):
      let items = try count.evaluateCount(in: scope, context, limit: limits.rounds)
      return try enterLoop(step, path, items: items, itemName: nil, steps: steps)
    case .set(let pairs):
      var values: [String: Value] = [:]
      for (name, argument) in pairs {
        values[name] = try argument.evaluate(in: scope, context)
        scope[name] = values[name]
      }
      note(path, step, arguments: values, .success(.null))
      return .next
    case .stop(let argument, let isFailure):
      let result = try argument?.evaluate(in: scope, context) ?? .null
      note(path, step, .success(result))
      guard !isFailure else { return .failedRun(.stopped(result)) }
      return stop(result: result).map(StepEntry.ended) ?? .next
    case .runShortcut(let call):
      try enterCall(call, of: step, path, context)
      return .next
    }
  }

  private func evaluate(
    _ arguments: [String: Argument], _ context: EvaluationContext
  ) throws(ActionFailure) -> [String: Value] {
    var values: [String: Value] = [:]
    for (name, argument) in arguments {
      do throws(ActionFailure) {
        values[name] = try argument.evaluate(in: scope, context)
      } catch {
        throw ActionFailure(error.reason, "`\(name)`: \(error.message)", details: error.details)
      }
    }
    return values
  }

  private mutating func open(_ steps: [Step], prefix: String) throws(ActionFailure) {
    guard frames.count < limits.depth else { throw .tooDeep(limits.depth) }
    frames.append(Frame(steps: steps, prefix: prefix))
  }

  private mutating func enterLoop(
    _ step: Step, _ path: String, items: [Value], itemName: String?, steps: [Step]
  ) throws(ActionFailure) -> StepEntry {
    guard items.count <= limits.rounds else {
      throw ActionFailure(
        .limit, "The list has \(items.count) items; one repeat takes \(limits.rounds) at most.")
    }
    note(path, step, .success(.int(Int64(items.count))))
    guard !items.isEmpty else { return .next }
    guard frames.count < limits.depth else { throw .tooDeep(limits.depth) }
    enterRound(Loop(step: step, path: path, items: items, itemName: itemName), steps: steps)
    return .next
  }

  private mutating func enterCall(
    _ call: ShortcutCall, of step: Step, _ path: String, _ context: EvaluationContext
  ) throws(ActionFailure) {
    guard let shortcut = library[call.name] else {
      throw ActionFailure(.notFound, "There is no shortcut `\(call.name)`; see `hob shortcuts`.")
    }
    guard frames.count < limits.depth else { throw .tooDeep(limits.depth) }
    let input = try call.input?.evaluate(in: scope, context)
    var values: [String: Value] = [:]
    for (name, argument) in call.with {
      values[name] = try argument.evaluate(in: scope, context)
    }
    let inner = try shortcut.scope(input: input, with: values)
    note(path, step, arguments: values.merging(["input": input ?? .null]) { $1 }, .success(.null))
    let frame = Frame.Call(step: step, callerScope: scope)
    frames.append(
      Frame(steps: shortcut.steps, prefix: "\(path).\(call.name).", kind: .call(frame)))
    scope = inner
  }
}

extension ActionFailure {
  /// The failure of a run that a `stop` step ended as failed.
  static func stopped(_ result: Value) -> ActionFailure {
    let reason = Template.render(result)
    return ActionFailure(.stopped, reason.isEmpty ? "Stopped as failed." : reason)
  }
}

extension Shortcut {
  /// The names that its steps see at the start: the inputs, of the declared types.
  package func scope(input: Value?, with values: [String: Value]) throws(ActionFailure)
    -> [String: Value]
  {
    var scope: [String: Value] = [:]
    if let type = self.input {
      guard let input else {
        throw ActionFailure(
          .badArgument, "The shortcut `\(name)` needs a \(type.rawValue) as its input.")
      }
      scope["input"] = try Conversion.convert(input, to: type.parameterType)
    } else {
      scope["input"] = input ?? .null
    }
    for (name, type) in inputs {
      guard let value = values[name] else {
        throw ActionFailure(
          .badArgument, "The shortcut `\(self.name)` needs `\(name)`, a \(type.rawValue).")
      }
      scope[name] = try Conversion.convert(value, to: type.parameterType)
    }
    return scope
  }
}
