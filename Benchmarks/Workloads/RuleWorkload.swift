internal import Automation
internal import Matching
internal import Rules
internal import TestKit
internal import Values
internal import Workflow

/// The paths that every event takes through a thousand rules.
struct RuleWorkload {
  private static let ruleCount = 1_000
  private let text: String

  /// Rules on a hundred signals, ten on each, told apart by name.
  init() {
    let rules = (0..<Self.ruleCount).map { number in
      """
        - id: rule-\(number)
          when:
            - signal: place-\(number % 100)
              event: added
              name: "*.type\(number / 100)"
          if: n > 0
          do:
            - work: ${file.path}

      """
    }
    text = "rules:\n" + rules.joined()
  }

  /// Reads all rules so often, and gives how many there were.
  func decode(_ repetitions: Int) throws -> Int {
    var sum = 0
    for _ in 0..<repetitions { sum += try RuleFixture.ruleSet(text).rules.count }
    return sum
  }

  /// Looks up the rules for so many events, and gives how many there were.
  func match(_ repetitions: Int) throws -> Int {
    let matcher = Matcher(try RuleFixture.ruleSet(text))
    let events = events
    var sum = 0
    for number in 0..<repetitions { sum += matcher.matches(for: events[number % 100]).count }
    return sum
  }

  /// Takes so many events from being observed to the end of the run, and gives how many runs ended.
  func decide(_ repetitions: Int) throws -> Int {
    var machine = Machine(rules: try RuleFixture.ruleSet(text), resuming: Resumption())
    let events = events
    let now = Instant(seconds: 1_700_000_000)
    var ended = 0
    for number in 0..<repetitions {
      var inputs = [Machine.Input.observed([Observation(event: events[number % 100])])]
      while let input = inputs.popLast() {
        for effect in machine.step(input, at: now) {
          switch effect {
          case .record(_, let number): inputs.append(.recorded(upTo: number))
          case .perform(let run, _):
            ended += 1
            inputs.append(.finished(run, .success(Outcome(.string("done")))))
          case .cancel, .hold, .release, .tell, .exit: break
          }
        }
      }
    }
    return ended
  }

  private var events: [Event] {
    (0..<100).map { RuleFixture.event("place-\($0)", n: 1, name: "file.type\($0 % 10)") }
  }
}
