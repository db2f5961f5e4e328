/// How much one run may do; each limit has a test and ends in a recorded failure.
package struct WorkflowLimits: Sendable, Hashable {
  /// Steps of one run, those without an effect included.
  package var steps = 100_000
  /// Shortcuts that run one another, and blocks within blocks.
  package var depth = 64
  /// Rounds of one `repeat`.
  package var rounds = 10_000

  package init() {}

  package static let standard = WorkflowLimits()
}
