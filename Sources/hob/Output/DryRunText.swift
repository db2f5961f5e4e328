import Actions
import Diagnostics
import Rules
import Service
import Terminal
import Values
import Workflow

/// What a dry run found, as a tree or as JSON.
struct DryRunText {
  private let session: Session

  init(_ session: Session) { self.session = session }

  /// What a rule would do for an event.
  func print(
    _ plan: TriggerPlan, _ event: Event, _ context: EvaluationContext
  ) throws(Failure) {
    let scope = plan.scope(for: event)
    switch plan.job {
    case .steps(let shortcut, let input):
      var inner = scope
      inner["input"] = try value(of: input, scope, context)
      print(shortcut, inner, context)
    case .shortcut(let name, let input, let with):
      guard let shortcut = session.base.rules.shortcuts[name] else {
        throw .notFound(
          "shortcut", name, among: session.base.rules.shortcuts.keys, listedBy: "hob shortcuts")
      }
      var values: [String: Value] = [:]
      for (name, argument) in with { values[name] = try value(of: argument, scope, context) }
      try print(shortcut, input: try value(of: input, scope, context), with: values, context)
    }
  }

  /// What a shortcut would do with its inputs.
  func print(
    _ shortcut: Shortcut, input: Value?, with values: [String: Value],
    _ context: EvaluationContext
  ) throws(Failure) {
    do throws(ActionFailure) {
      print(shortcut, try shortcut.scope(input: input, with: values), context)
    } catch {
      throw Failure(.usage, error.message.withoutStop)
    }
  }

  private func value(
    of argument: Argument?, _ scope: [String: Value], _ context: EvaluationContext
  ) throws(Failure) -> Value? {
    do throws(ActionFailure) {
      return try argument?.evaluate(in: scope, context)
    } catch {
      throw Failure(.failure, error.message.withoutStop)
    }
  }

  private func print(
    _ shortcut: Shortcut, _ scope: [String: Value], _ context: EvaluationContext
  ) {
    var run = DryRun(library: session.base.rules.shortcuts, context: context)
    let plans = run.plan(shortcut, scope: scope)
    if session.isJSON {
      for plan in plans { printJSON(plan) }
      return
    }
    session.output.line("It would run; nothing is done now.")
    for line in Tree.lines(
      plans.map(node), signs: session.output.signs, paint: session.output.paint)
    {
      session.output.line(line)
    }
    if run.isCut { session.output.line("… and more: only \(DryRun.mostSteps) steps are listed.") }
  }

  private func node(_ plan: DryRun.Plan) -> Tree.Node {
    let paint = session.output.paint
    var line = paint.dim(plan.place) + " " + paint.bold(plan.keyword)
    if !plan.remark.isEmpty { line += "  " + Printable.text(plan.remark) }
    return Tree.Node(
      line,
      notes: plan.effects.map { paint.cyan($0.effect.rawValue) + " " + Printable.text($0.text) },
      children: plan.steps.map(node))
  }

  private func printJSON(_ plan: DryRun.Plan) {
    var map = ValueMap()
    map[.string("place")] = .string(plan.place)
    map[.string("keyword")] = .string(plan.keyword)
    map[.string("remark")] = .string(plan.remark)
    map[.string("effects")] = .list(
      plan.effects.map {
        .map(ValueMap(["effect": .string($0.effect.rawValue), "text": .string($0.text)]))
      })
    session.output.json(.map(map))
    for inner in plan.steps { printJSON(inner) }
  }
}
