/// How much of one thing the history keeps.
package enum StorageLimits {
  /// The most bytes of an event's fields as stored; more is cut and marked.
  package static let largestEvent = 1 << 20
  /// The most bytes of a step's arguments as stored; more is cut and marked.
  package static let largestArguments = 64 << 10
  /// The most bytes of the result of a step or a run as stored; more is cut and marked.
  package static let largestResult = 64 << 10
  /// The most bytes of what stands beside a result as stored; more is cut and marked.
  package static let largestDetails = 16 << 10
  /// The most bytes of a reason, a message or an explanation; more is cut.
  package static let longestSentence = 4 << 10
  /// The most touched paths kept of a step; more are left out and the step is marked.
  package static let mostTouchedPaths = 1_000
  /// The bits of a step's number that count within its run.
  static let stepBits: Int64 = 20
  /// The most steps recorded of one run; each later one takes the last place.
  package static let mostSteps: Int64 = 1 << stepBits - 1
  /// The most admissions of one rule that a start reads back for its throttle.
  package static let mostAdmissions = 1_000
  /// How far back a start reads admissions; the longest time a throttle may span.
  package static let longestThrottle = Duration.seconds(31 * 86_400)
  /// The most names that the writer keeps at hand.
  static let mostNamesAtHand = 4_096
}
