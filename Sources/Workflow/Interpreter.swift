package import Values

/// Runs one shortcut as a pure machine: asks for one action at a time and is told how it ended.
package struct Interpreter: Sendable {
  /// What the run needs next.
  package enum Progress: Sendable {
    case perform(StepCall)
    case ended(result: Value)
    case failed(step: String, ActionFailure)
  }

  /// An action to do, with its arguments worked out.
  package struct StepCall: Sendable, Hashable {
    package let step: String
    package let keyword: String
    package let arguments: [String: Value]
    package let timeout: Duration?
  }

  /// A step without an effect, or one that failed before it had any.
  package struct Passed: Sendable, Hashable {
    package let step: String
    package let keyword: String
    package let arguments: [String: Value]
    package let result: Result<Value, ActionFailure>
  }

  let library: ShortcutLibrary
  let limits: WorkflowLimits
  var frames: [Frame]
  /// The names that the steps of the innermost shortcut can see.
  var scope: [String: Value]
  private var stepCount = 0
  private var awaited: AwaitedStep?
  /// What has passed since the machine last took it.
  private var passed: [Passed] = []

  private struct AwaitedStep: Sendable {
    let step: Step
    let path: String
  }

  package init(
    _ shortcut: Shortcut, scope: [String: Value], library: ShortcutLibrary,
    limits: WorkflowLimits = .standard
  ) {
    self.library = library
    self.limits = limits
    self.scope = scope
    frames = [Frame(steps: shortcut.steps, prefix: "")]
  }

  /// Takes what has passed since the last call.
  package mutating func takePassed() -> [Passed] {
    defer { passed = [] }
    return passed
  }

  mutating func note(
    _ path: String, _ step: Step, arguments: [String: Value] = [:],
    _ result: Result<Value, ActionFailure>
  ) {
    passed.append(
      Passed(step: path, keyword: step.keyword, arguments: arguments, result: result))
  }

  /// Goes on to the next action, or to the end.
  package mutating func advance(_ context: EvaluationContext) -> Progress {
    precondition(awaited == nil, "An action is still under way.")
    while let frame = frames.last {
      guard let step = frame.nextStep else {
        if let result = leaveFrame() { return .ended(result: result) }
        continue
      }
      let path = frame.path(of: step)
      frames[frames.count - 1].position += 1
      stepCount += 1
      do throws(ActionFailure) {
        guard stepCount <= limits.steps else { throw .tooManySteps(limits.steps) }
        switch try enter(step, path, context) {
        case .next: continue
        case .perform(let call):
          awaited = AwaitedStep(step: step, path: path)
          return .perform(call)
        case .ended(let result): return .ended(result: result)
        case .failedRun(let failure): return .failed(step: path, failure)
        }
      } catch {
        note(path, step, .failure(error))
        if let progress = handle(error, of: step, at: path) { return progress }
      }
    }
    return .ended(result: .null)
  }

  /// Takes the result of the action that was asked for last.
  ///
  /// - Returns: how the run failed, where the step's failure ends it; nil to go on.
  package mutating func finish(_ result: Result<Outcome, ActionFailure>) -> Progress? {
    guard let awaited else { preconditionFailure("No action is under way.") }
    self.awaited = nil
    switch result {
    case .success(let outcome):
      keep(outcome.value, of: awaited.step)
      return nil
    case .failure(let failure):
      return handle(failure, of: awaited.step, at: awaited.path)
    }
  }

  mutating func keep(_ value: Value, of step: Step) {
    if let name = step.save { scope[name] = value }
  }

  /// Does what the step says about failures; returns the end of the run where it ends.
  private mutating func handle(
    _ failure: ActionFailure, of step: Step, at path: String
  ) -> Progress? {
    // A cancelled run must end, and so must one that reached a limit of its own.
    guard failure.reason != .cancelled, stepCount <= limits.steps else {
      return .failed(step: path, failure)
    }
    switch step.onError {
    case .fail: return .failed(step: path, failure)
    case .goOn:
      keep(.null, of: step)
      return nil
    case .handle(let steps):
      keep(.null, of: step)
      scope["error"] = .map(
        ValueMap([
          "reason": .string(failure.reason.rawValue), "message": .string(failure.message),
          "step": .string(path),
        ]))
      frames.append(Frame(steps: steps, prefix: path + ".on-error."))
      return nil
    }
  }
}

extension ActionFailure {
  static func tooManySteps(_ limit: Int) -> ActionFailure {
    ActionFailure(
      .limit, "The run reached \(limit) steps, the limit of one run; does a repeat never end?")
  }

  static func tooDeep(_ limit: Int) -> ActionFailure {
    ActionFailure(
      .limit, "Blocks and shortcuts are nested \(limit) deep, the limit; does one run itself?")
  }
}
