internal import Synchronization
internal import Workflow

/// Tells work on another thread that it has to end, and why.
final class Interruption: Sendable {
  private let state = Atomic<UInt8>(0)

  private static let cancelled: UInt8 = 1
  private static let timedOut: UInt8 = 2

  /// The first reason counts; later ones change nothing.
  func interrupt(_ reason: ActionFailure.Reason) {
    let code = reason == .timedOut ? Self.timedOut : Self.cancelled
    _ = state.compareExchange(expected: 0, desired: code, ordering: .relaxed)
  }

  /// Why the work has to end; nil while it may go on.
  var reason: ActionFailure.Reason? {
    switch state.load(ordering: .relaxed) {
    case Self.cancelled: .cancelled
    case Self.timedOut: .timedOut
    case _: nil
    }
  }

  var isInterrupted: Bool { reason != nil }

  /// Ends the work with a failure where it was told to end.
  func check() throws(ActionFailure) {
    if let reason { throw ActionFailure.interrupted(reason) }
  }
}

extension ActionFailure {
  /// The failure of a step that was cancelled or took too long, having undone what it had begun.
  static func interrupted(_ reason: Reason) -> ActionFailure {
    ActionFailure(
      reason,
      reason == .timedOut
        ? "It took longer than its `timeout` and was stopped; nothing is left half done."
        : "The run was cancelled while the step worked; nothing is left half done.")
  }
}
