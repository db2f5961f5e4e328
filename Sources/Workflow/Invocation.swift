package import Values

/// One action about to be done, with its arguments worked out.
package struct Invocation: Sendable, Hashable {
  package let run: RunID
  /// Where the step stands in the shortcut: `3`, or `3.then.1`, or `2.each[4].1`.
  package let step: String
  /// The action's keyword.
  package let keyword: String
  /// Every argument by the name of its parameter, the main one included, of the declared type.
  package let arguments: [String: Value]
  /// How long it may take; nil where the action's own limit holds.
  package let timeout: Duration?
  /// The runs that led here, this one last.
  package let cause: Cause

  package init(
    run: RunID, step: String, keyword: String, arguments: [String: Value],
    timeout: Duration? = nil, cause: Cause = Cause(links: [])
  ) {
    (self.run, self.step, self.keyword) = (run, step, keyword)
    (self.arguments, self.timeout, self.cause) = (arguments, timeout, cause)
  }
}

/// What an action gave back.
package struct Outcome: Sendable, Hashable {
  /// What `save` keeps.
  package var value: Value
  /// What history shows beside it: the exit code, whether output was cut, where a file went.
  package var details: [String: Value]
  /// The paths it changed, so that folder triggers know Hob's own hand.
  package var touched: [FilePath]

  package init(_ value: Value = .null, details: [String: Value] = [:], touched: [FilePath] = []) {
    (self.value, self.details, self.touched) = (value, details, touched)
  }
}

/// Why an action did not do what it was asked to.
package struct ActionFailure: Error, Sendable, Hashable, CustomStringConvertible {
  package enum Reason: String, Sendable, Hashable, CaseIterable {
    /// An argument has a value that the action can't use.
    case badArgument = "bad-argument"
    /// A file, folder or program is not there.
    case notFound = "not-found"
    /// Something stands where the result should go.
    case exists
    /// The user's rights don't suffice.
    case denied
    /// A program ended with another code than 0, or by a signal.
    case programFailed = "program-failed"
    /// It took longer than it may.
    case timedOut = "timed-out"
    /// The run was cancelled while it worked.
    case cancelled
    /// A named limit was reached.
    case limit
    /// No room, an error of the disk, or another fault of the system.
    case system
    /// A `stop` step ended the run as failed.
    case stopped
    /// The bus, a service or a helper program that it needs is absent.
    case unavailable
  }

  package let reason: Reason
  /// What went wrong, where, and what to do, in one or two sentences.
  package let message: String
  /// What history keeps beside it: the exit code, the last lines of output.
  package let details: [String: Value]

  package init(_ reason: Reason, _ message: String, details: [String: Value] = [:]) {
    (self.reason, self.message, self.details) = (reason, message, details)
  }

  package var description: String { message }
}
