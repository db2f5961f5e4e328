internal import FileSystem
package import Rules
package import Systemd
package import Values

/// Turns one kind of notification of the kernel or of a bus into events.
///
/// An adapter is armed by its initializer and disarmed by its end. It lives on the loop and knows
/// nothing of concurrency: what may block goes to the workers of its context.
package protocol TriggerAdapter: AnyObject, SendableMetatype {
  /// What the trigger takes and gives, as data.
  static var schema: TriggerSchema { get }

  /// Turns checked options into what has to be armed and what its events must fulfil.
  static func plan(_ options: [String: Value]) throws(TriggerPlanError) -> TriggerSpec

  /// Arms the trigger; what it sees goes to the context.
  init(_ spec: TriggerSpec, in context: TriggerContext) throws(TriggerError)

  /// Says who listens: once after arming, and again after each reload.
  func update(subscribers: [Subscriber])

  /// Looks again at paths that an action of ours was busy with.
  func reconsider(_ paths: [FilePath])
}

extension TriggerAdapter {
  package func reconsider(_ paths: [FilePath]) {}

  /// The trigger as the rule language needs it.
  package static var kind: TriggerKind {
    TriggerKind(
      schema: schema,
      plan: { (options: [String: Value]) throws(TriggerPlanError) -> TriggerSpec in
        try plan(options)
      })
  }
}

/// One trigger of one rule that listens to an armed adapter.
package struct Subscriber: Hashable, Sendable {
  package let rule: RuleID
  /// The trigger's place among those of its rule, from 0.
  package let ordinal: Int
  package let options: [String: Value]

  package init(rule: RuleID, ordinal: Int, options: [String: Value]) {
    (self.rule, self.ordinal, self.options) = (rule, ordinal, options)
  }
}

/// How well an armed trigger sees what it is meant to see.
package enum TriggerHealth: Hashable, Sendable {
  /// Everything.
  case whole
  /// A part; the sentence says which part not, why, and what to do.
  case partly(String)
  /// Nothing yet; the sentence says what it waits for.
  case waiting(String)
}

/// Whether an action of ours is behind what happens to a path.
package enum OwnHand: Hashable, Sendable {
  case none
  /// An action is at it just now; the trigger is told when it has ended.
  case busy
  /// These runs brought it about.
  case cause(Cause)
}

/// What an adapter gets from the loop on which it lives, and where it hands over what it saw.
package struct TriggerContext {
  package let reactor: Reactor
  /// The watches that all adapters of the loop share.
  package let watching: SharedWatching
  /// Whether the service is starting, so that what is armed now is not an edited rule.
  package let isStarting: Bool
  /// Takes observations that belong together; events and marks of one call are kept in one transaction.
  package let deliver: ([Observation]) -> Void
  /// Asks what was remembered for an owner: all its keys, or nil where it never had any.
  ///
  /// The answer comes on the loop, never before the call has returned.
  package let recall: (_ owner: String, _ then: @escaping ([[UInt8]: [UInt8]]?) -> Void) -> Void
  /// Takes the trigger's health whenever it changes.
  package let report: (TriggerHealth) -> Void
  /// The time on the wall.
  package let now: () -> Instant
  /// Asks whether an action of ours is behind what happens to a path.
  package let ownHand: (FilePath) -> OwnHand

  package init(
    reactor: Reactor, watching: SharedWatching, isStarting: Bool,
    deliver: @escaping ([Observation]) -> Void,
    recall: @escaping (String, @escaping ([[UInt8]: [UInt8]]?) -> Void) -> Void,
    report: @escaping (TriggerHealth) -> Void,
    now: @escaping () -> Instant = { WallClock.now() },
    ownHand: @escaping (FilePath) -> OwnHand = { _ in .none }
  ) {
    (self.reactor, self.watching, self.isStarting) = (reactor, watching, isStarting)
    (self.deliver, self.recall, self.report) = (deliver, recall, report)
    (self.now, self.ownHand) = (now, ownHand)
  }
}
