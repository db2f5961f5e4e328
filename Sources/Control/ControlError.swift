package import Systemd

/// Why the daemon did not do what it was asked to.
package struct ControlError: Error, Sendable, Hashable, CustomStringConvertible {
  package enum Reason: Sendable, Hashable {
    /// There is no message bus to ask on.
    case noBus
    /// Nobody has the daemon's name on the bus.
    case noService
    /// The daemon, or the bus, went away before it answered.
    case gone
    /// No answer came in time.
    case timedOut
    /// The daemon refused, for this reason.
    case refused(ControlInterface.Failure)
    /// The daemon does not know the call, or its answer is none: another version.
    case misunderstood
    /// Something else went wrong on the way.
    case other
  }

  package let reason: Reason
  /// What happened, in one sentence.
  package let message: String

  package init(_ reason: Reason, _ message: String) {
    (self.reason, self.message) = (reason, message)
  }

  /// Sorts an error of the bus.
  package init(_ error: BusError) {
    if let failure = ControlInterface.Failure(rawValue: error.name) {
      self.init(.refused(failure), error.message)
      return
    }
    let reason: Reason =
      switch error.reason {
      case .noBus: .noBus
      case .noService: .noService
      case .disconnected: .gone
      case .timedOut: .timedOut
      case .noMethod: .misunderstood
      case .denied, .nameTaken, .invalidMessage, .cancelled, .answered: .other
      }
    self.init(reason, error.description)
  }

  package var description: String { message }
}
