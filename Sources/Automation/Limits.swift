package import Workflow

/// How much the machine takes on; each limit has a test and ends in a recorded refusal or a pause.
package struct Limits: Sendable, Hashable {
  /// Entries handed to the storage and not yet kept; beyond it the triggers are held.
  package var unrecorded = 20_000
  /// Runs waiting in memory; beyond it the triggers are held, so that the kernel or the ledger
  /// keeps what comes.
  package var waitingRuns = 100_000
  /// Runs in a chain of causes; a longer chain ends.
  package var causes = 16
  /// Actions under way at once, over all rules.
  package var actionsAtOnce = 256
  package var workflow = WorkflowLimits.standard

  package init() {}

  package static let standard = Limits()
}
