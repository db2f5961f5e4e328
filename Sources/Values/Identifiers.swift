/// The number of an event in the history; counts up and is never used twice.
package struct EventID: Sendable, Hashable, Comparable {
  package let value: Int64
  package init(_ value: Int64) { self.value = value }
  package static func < (left: EventID, right: EventID) -> Bool { left.value < right.value }
}

/// The number of a run in the history; counts up and is never used twice.
package struct RunID: Sendable, Hashable, Comparable {
  package let value: Int64
  package init(_ value: Int64) { self.value = value }
  package static func < (left: RunID, right: RunID) -> Bool { left.value < right.value }
}

/// The name of a rule, unique in a rule set.
package struct RuleID: Sendable, Hashable, Comparable {
  package let name: String
  package init(_ name: String) { self.name = name }
  package static func < (left: RuleID, right: RuleID) -> Bool { left.name < right.name }
}

/// What has to be armed: triggers with equal keys share one adapter.
package struct ArmingKey: Sendable, Hashable, Comparable {
  package let text: String
  package init(_ text: String) { self.text = text }
  package static func < (left: ArmingKey, right: ArmingKey) -> Bool { left.text < right.text }
}
