internal import Synchronization
internal import Workflow

/// Where a step waits on its loop for work that another thread does.
///
/// A step may be told to stop while the work goes on; so there can be two things to wait for, one
/// after the other.
final class WorkWait<Result: Sendable>: Sendable {
  enum Event: Sendable {
    case finished(Swift.Result<Result, ActionFailure>)
    /// The task was cancelled or its time is over; the work was told to end.
    case interrupted
    /// The work has not ended although it was told to.
    case gaveUp
  }

  private struct State {
    var result: Swift.Result<Result, ActionFailure>?
    var isInterrupted = false
    var hasGivenUp = false
    var continuation: CheckedContinuation<Void, Never>?
  }

  let interruption = Interruption()
  private let state = Mutex(State())

  func finish(_ result: Swift.Result<Result, ActionFailure>) { wake { $0.result = result } }

  func interrupt(_ reason: ActionFailure.Reason) {
    interruption.interrupt(reason)
    wake { $0.isInterrupted = true }
  }

  func giveUp() { wake { $0.hasGivenUp = true } }

  /// Waits for the end of the work, or where it is cancellable for an interruption.
  func next(cancellable: Bool) async -> Event {
    while true {
      if let event = event(cancellable: cancellable) { return event }
      if cancellable {
        await withTaskCancellationHandler {
          await sleep(cancellable: true)
        } onCancel: {
          interrupt(.cancelled)
        }
      } else {
        await sleep(cancellable: false)
      }
    }
  }

  private func event(cancellable: Bool) -> Event? {
    state.withLock { Self.event($0, cancellable) }
  }

  private static func event(_ state: borrowing State, _ cancellable: Bool) -> Event? {
    if let result = state.result { return .finished(result) }
    if cancellable { return state.isInterrupted ? .interrupted : nil }
    return state.hasGivenUp ? .gaveUp : nil
  }

  private func sleep(cancellable: Bool) async {
    await withCheckedContinuation { continuation in
      let isReady = state.withLock { state in
        // What came between the look and here must not be slept through.
        guard Self.event(state, cancellable) == nil else { return true }
        state.continuation = continuation
        return false
      }
      if isReady { continuation.resume() }
    }
  }

  private func wake(_ change: (inout State) -> Void) {
    let sleeper = state.withLock { state in
      change(&state)
      let sleeper = state.continuation
      state.continuation = nil
      return sleeper
    }
    sleeper?.resume()
  }
}
