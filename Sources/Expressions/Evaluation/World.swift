package import Values

/// What an evaluation may ask besides its variables: the clock, zones, the state of the world.
///
/// Everything is optional; what is missing is an error of its own, never false.
package final class World: Sendable {
  /// What the world says to a function such as `disk("Backup")`.
  package enum Answer: Sendable {
    case value(Value)
    /// Nobody has observed it; the text names what is not known.
    case unknown(String)
    /// The question is wrong; the sentence says why.
    case failure(String)
  }

  /// The zone of the machine, for times of the day.
  package let zone: TimeZoneRules?
  private let zoneNamed: @Sendable (String) -> TimeZoneRules?
  private let answers: @Sendable (String, [Value]) -> Answer

  package init(
    zone: TimeZoneRules? = nil,
    zoneNamed: @escaping @Sendable (String) -> TimeZoneRules? = { _ in nil },
    answers: @escaping @Sendable (String, [Value]) -> Answer = { name, _ in .unknown(name) }
  ) {
    (self.zone, self.zoneNamed, self.answers) = (zone, zoneNamed, answers)
  }

  /// A world of which nothing is known.
  package static let unknown = World()

  /// The rules of a zone of the time-zone database; nil where there is none by this name.
  func zone(named name: String) -> TimeZoneRules? { zoneNamed(name) }

  func answer(_ function: String, _ arguments: [Value]) -> Answer { answers(function, arguments) }
}
