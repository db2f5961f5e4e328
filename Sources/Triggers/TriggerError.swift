package import FileSystem

/// Why a trigger can't be armed.
package struct TriggerError: Error, Hashable, Sendable {
  package enum Reason: Hashable, Sendable {
    /// An option that the plan needs is not there or of the wrong type.
    case option(String)
    /// The kernel refused something that can't be tried again.
    case system(Errno)
  }

  /// The trigger's keyword.
  package let trigger: String
  package let reason: Reason

  package init(_ trigger: String, _ reason: Reason) {
    (self.trigger, self.reason) = (trigger, reason)
  }
}

extension TriggerError: CustomStringConvertible {
  package var description: String {
    switch reason {
    case .option(let name):
      "the trigger `\(trigger)` can't be armed: its option `\(name)` is missing; check the rule again"
    case .system(let errno):
      "the trigger `\(trigger)` can't be armed: \(errno); free what is used up, then reload"
    }
  }
}
