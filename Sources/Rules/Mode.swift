/// What happens when a rule should run while it runs already.
package struct Mode: Sendable, Hashable {
  package enum Kind: String, Sendable, Hashable, CaseIterable {
    /// One after another; the queue is on disk.
    case queued
    /// While one runs, others are declined.
    case single
    /// The one under way is stopped, the newest runs.
    case restart
    /// Several at once; more wait.
    case parallel
  }

  /// How many run at once in mode `parallel` where the rule says nothing.
  package static let defaultParallelRuns = 10

  package let kind: Kind
  /// How many may run at once, per key.
  package let atOnce: Int
  /// How many may run and wait together, per key; nil where nothing is ever declined.
  package let max: Int?

  package init(_ kind: Kind = .queued, atOnce: Int? = nil, max: Int? = nil) {
    self.kind = kind
    self.atOnce = kind == .parallel ? atOnce ?? Self.defaultParallelRuns : 1
    self.max = max
  }
}

/// How often a rule may run.
package struct Throttle: Sendable, Hashable {
  package let atMost: Int
  package let per: Duration

  package init(atMost: Int, per: Duration) { (self.atMost, self.per) = (atMost, per) }
}

/// What happens to what was missed while nobody watched.
package enum CatchUp: Sendable, Hashable {
  case each
  case skip
  /// Each, unless it is older than this.
  case within(Duration)
}
