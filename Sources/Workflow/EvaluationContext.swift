package import Expressions
package import Values

/// What an expression sees besides the names of its place: the time, and the state of the world.
package struct EvaluationContext: Sendable {
  package let now: Instant
  package let world: World

  package init(now: Instant, world: World = .unknown) { (self.now, self.world) = (now, world) }
}
