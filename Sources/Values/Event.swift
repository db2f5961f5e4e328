/// Something that happened and that a trigger observed.
package struct Event: Sendable, Hashable {
  package var id: EventID
  /// The keyword of the trigger that saw it: `folder`, `file`, `custom`.
  package var source: String
  /// What was armed when it was seen; rules with that key are concerned.
  package var origin: ArmingKey
  /// The fields that the trigger's schema promises.
  package var fields: [String: Value]
  /// When it happened, or was found.
  package var at: Instant
  /// Which run brought it about, where that is known.
  package var cause: Cause?
  /// The rules it is meant for; nil where it concerns all rules with its key.
  package var audience: Set<RuleID>?
  /// Whether it was found by comparing, after a time when nobody watched.
  package var isCaughtUp: Bool

  package init(
    id: EventID = EventID(0), source: String, origin: ArmingKey, fields: [String: Value],
    at: Instant, cause: Cause? = nil, audience: Set<RuleID>? = nil, isCaughtUp: Bool = false
  ) {
    (self.id, self.source, self.origin, self.fields) = (id, source, origin, fields)
    (self.at, self.cause, self.audience, self.isCaughtUp) = (at, cause, audience, isCaughtUp)
  }

  /// The name people know it by: `folder.added`, or the source alone.
  package var type: String {
    if case .string(let kind)? = fields["event"] { source + "." + kind } else { source }
  }
}

/// The chain of runs that led to an event, the nearest last.
package struct Cause: Sendable, Hashable {
  package struct Link: Sendable, Hashable {
    package let rule: RuleID
    package let run: RunID
    package init(rule: RuleID, run: RunID) { (self.rule, self.run) = (rule, run) }
  }

  package let links: [Link]

  package init(links: [Link]) { self.links = links }
}

/// The fields that a trigger promises in its events.
package struct EventSchema: Sendable, Hashable {
  package let fields: [EntitySchema.Field]

  package init(_ fields: [EntitySchema.Field]) { self.fields = fields }

  package func field(_ name: String) -> EntitySchema.Field? { fields.first { $0.name == name } }
}
