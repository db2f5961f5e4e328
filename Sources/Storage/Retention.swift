internal import Values

/// How long and how much of the past is kept.
///
/// Runs that have not ended with their events, what triggers remember, and switches are kept whatever
/// their age and size.
package struct Retention: Sendable, Hashable {
  /// What ended or happened longer ago is removed.
  package var age = Retention.defaultAge
  /// Where the database takes more bytes than this, the oldest goes first until it takes a tenth less.
  package var size = Retention.defaultSize

  /// 90 days.
  package static let defaultAge = Duration.seconds(90 * 86_400)
  /// 200 MiB: some 200,000 runs of a few steps.
  package static let defaultSize: Int64 = 200 << 20

  package init() {}

  package init(age: Duration, size: Int64) { (self.age, self.size) = (age, size) }

  /// The size down to which removing goes once it has begun.
  var goal: Int64 { size / 10 * 9 }
}

/// How much was removed.
package struct Pruned: Sendable, Hashable {
  package var runs = 0
  package var refusals = 0
  package var events = 0
  /// Whether nothing is left that has to go.
  package var isComplete = true

  package init() {}

  var isEmpty: Bool { runs == 0 && refusals == 0 && events == 0 }

  /// Adds what another call removed, which also says whether it is complete.
  package mutating func add(_ more: Pruned) {
    runs += more.runs
    refusals += more.refusals
    events += more.events
    isComplete = more.isComplete
  }
}
