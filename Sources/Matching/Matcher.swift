package import Rules
package import Values

/// Which rules an event concerns, compiled once from a rule set and immutable.
///
/// The cost of an event does not depend on how many rules there are: rules are found by what is
/// armed for them, by the kind of event, and by the name or ending that they ask for.
package struct Matcher: Sendable {
  /// A rule and which of its triggers fits.
  package struct Match: Sendable, Hashable {
    package let rule: RuleID
    /// The position of the trigger in the rule, from 0.
    package let trigger: Int

    package init(rule: RuleID, trigger: Int) { (self.rule, self.trigger) = (rule, trigger) }
  }

  private let lanes: [ArmingKey: PatternIndex]

  package init(_ rules: RuleSet) {
    var members: [ArmingKey: [PatternIndex.Member]] = [:]
    for rule in rules.rules {
      for (trigger, plan) in rule.plans.enumerated() {
        let match = Match(rule: rule.id, trigger: trigger)
        members[plan.spec.armingKey, default: []].append(
          PatternIndex.Member(match: match, tests: plan.spec.tests))
      }
    }
    lanes = members.mapValues(PatternIndex.init)
  }

  /// The rules whose patterns fit the event, by id; conditions are not looked at.
  ///
  /// A rule with several fitting triggers is named once, with the first of them.
  package func matches(for event: Event) -> [Match] {
    guard let lane = lanes[event.origin] else { return [] }
    var matches = lane.matches(for: event)
    if let audience = event.audience { matches.removeAll { !audience.contains($0.rule) } }
    return Self.firstOfEachRule(matches)
  }

  /// The same by a plain walk over all rules: the oracle of the index.
  package static func walk(_ rules: RuleSet, for event: Event) -> [Match] {
    var matches: [Match] = []
    for rule in rules.rules where event.audience?.contains(rule.id) ?? true {
      for (trigger, plan) in rule.plans.enumerated()
      where plan.spec.armingKey == event.origin
        && plan.spec.tests.allSatisfy({ $0.holds(for: event) })
      {
        matches.append(Match(rule: rule.id, trigger: trigger))
      }
    }
    return firstOfEachRule(matches)
  }

  private static func firstOfEachRule(_ matches: [Match]) -> [Match] {
    guard matches.count > 1 else { return matches }
    let sorted = matches.sorted { ($0.rule, $0.trigger) < ($1.rule, $1.trigger) }
    var unique: [Match] = []
    for match in sorted where unique.last?.rule != match.rule { unique.append(match) }
    return unique
  }
}
