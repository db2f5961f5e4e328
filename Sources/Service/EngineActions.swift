internal import Actions
internal import Automation
internal import FileSystem
internal import Systemd
internal import Triggers
internal import Values
internal import Workflow

/// An action under way.
final class ActionTask {
  var task: Task<Void, Never>?
  /// Fires when the step's `timeout` is over; nil where it has none.
  var timer: Timer?
  private(set) var hasTimedOut = false

  func cancel() { task?.cancel() }

  func timeOut() {
    hasTimedOut = true
    cancel()
  }
}

extension Engine {
  /// Begins an action whose intent is kept.
  func start(_ run: RunID, _ invocation: Invocation) {
    let action = ActionTask()
    actions[run] = action
    if let timeout = invocation.timeout {
      let timer = reactor.timer { action.timeOut() }
      timer.arm(after: timeout)
      action.timer = timer
    }
    action.task = Task(executorPreference: loop) { await self.execute(run, invocation) }
  }

  private func execute(_ run: RunID, _ invocation: Invocation) async {
    let result = await result(of: invocation)
    let action = actions.removeValue(forKey: run)
    action?.timer?.cancel()
    await release(invocation, result)
    receive(.finished(run, result.blaming(action, invocation)))
  }

  private func result(of invocation: Invocation) async -> Result<Outcome, ActionFailure> {
    do throws(ActionFailure) {
      return .success(try await ActionRegistry.perform(invocation, on: host))
    } catch {
      return .failure(error)
    }
  }

  /// Lets folder triggers look at the paths that an action of ours had in hand.
  private func release(_ invocation: Invocation, _ result: Result<Outcome, ActionFailure>) async {
    let announced = ownHands.paths(of: invocation)
    // Of a step that failed nobody knows what it has changed: all that it had in hand may be its.
    let changed: [FilePath] =
      if case .success(let outcome) = result { outcome.touched } else { announced }
    let paths = Array(Set(announced + changed))
    guard !paths.isEmpty else { return }
    // Until it is known how it left them, they stay in its hand.
    let statuses = await watching.workers.run(on: watching.worker(for: paths[0])) {
      changed.map { path in (path, try? FileStatus(of: path)) }
    }
    for (path, status) in statuses { ownHands.remember(path, status, invocation.cause) }
    ownHands.end(invocation)
    for trigger in armed.values { trigger.adapter?.reconsider(paths) }
  }
}

extension Result<Outcome, ActionFailure> {
  /// Names the step's own time limit as the reason where it ended the action.
  fileprivate func blaming(
    _ action: ActionTask?, _ invocation: Invocation
  ) -> Result<Outcome, ActionFailure> {
    guard let action, action.hasTimedOut, let timeout = invocation.timeout,
      case .failure(let failure) = self
    else { return self }
    let span = TimeSpanSyntax.text(timeout)
    return .failure(
      ActionFailure(
        .timedOut, "`\(invocation.keyword)` took longer than its `timeout` of \(span).",
        details: failure.details))
  }
}
