internal import Values

/// One block of steps that a run is in: the shortcut itself, a branch, a round of a repeat.
struct Frame: Sendable {
  /// What happens when the block is through.
  enum Kind: Sendable {
    case block
    case loop(Loop)
    case call(Call)
  }

  struct Loop: Sendable {
    let step: Step
    let path: String
    let items: [Value]
    /// The name of the item; nil for a count.
    let itemName: String?
    /// The round under way, from 0.
    var round = 0
  }

  struct Call: Sendable {
    let step: Step
    /// What the calling shortcut saw.
    let callerScope: [String: Value]
  }

  var steps: [Step]
  var prefix: String
  var kind = Kind.block
  /// The index of the next step.
  var position = 0

  init(steps: [Step], prefix: String, kind: Kind = .block) {
    (self.steps, self.prefix, self.kind) = (steps, prefix, kind)
  }

  var nextStep: Step? { position < steps.count ? steps[position] : nil }

  func path(of step: Step) -> String { prefix + String(step.number) }
}

extension Interpreter {
  /// Ends the innermost block; returns the run's result where it was the last.
  mutating func leaveFrame() -> Value? {
    let frame = frames.removeLast()
    switch frame.kind {
    case .block: break
    case .loop(var loop):
      loop.round += 1
      if loop.round < loop.items.count { enterRound(loop, steps: frame.steps) }
    case .call(let call): leaveCall(call, result: .null)
    }
    return frames.isEmpty ? .null : nil
  }

  mutating func enterRound(_ loop: Loop, steps: [Step]) {
    if let name = loop.itemName { scope[name] = loop.items[loop.round] }
    scope["index"] = .int(Int64(loop.round + 1))
    let prefix = "\(loop.path).each[\(loop.round + 1)]."
    frames.append(Frame(steps: steps, prefix: prefix, kind: .loop(loop)))
  }

  mutating func leaveCall(_ call: Frame.Call, result: Value) {
    scope = call.callerScope
    keep(result, of: call.step)
  }

  /// Ends the innermost shortcut with a result; returns it where that was the run itself.
  mutating func stop(result: Value) -> Value? {
    while let frame = frames.popLast() {
      if case .call(let call) = frame.kind {
        leaveCall(call, result: result)
        return nil
      }
    }
    return result
  }

  typealias Loop = Frame.Loop
}
