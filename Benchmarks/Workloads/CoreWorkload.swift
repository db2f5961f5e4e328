internal import Expressions
internal import Values
internal import YAML

/// One hot path of the core, repeated; the names are the keys of budgets.json.
enum CoreWorkload: String, CaseIterable {
  /// Reads a file of a hundred rules into nodes.
  case readYAML = "read-yaml"
  /// Evaluates a condition as rules have them.
  case testCondition = "test-condition"
  /// Reads a thousand rules from text to what the machine works with.
  case decodeRules = "decode-rules"
  /// Looks up the rules for an event among a thousand.
  case matchEvent = "match-event"
  /// Takes an event through the machine, from being observed to the end of its run.
  case decideEvent = "decide-event"
  /// Writes an event as JSON, as the history keeps it.
  case writeJSON = "write-json"

  /// Does the work and gives a number that depends on it.
  func run(_ repetitions: Int) throws -> Int {
    switch self {
    case .readYAML: try Self.readYAML(repetitions)
    case .testCondition: try Self.testCondition(repetitions)
    case .decodeRules: try RuleWorkload().decode(repetitions)
    case .matchEvent: try RuleWorkload().match(repetitions)
    case .decideEvent: try RuleWorkload().decide(repetitions)
    case .writeJSON: Self.writeJSON(repetitions)
    }
  }

  private static func readYAML(_ repetitions: Int) throws -> Int {
    let rules = (0..<100).map { number in
      """
        - id: rule-\(number)
          title: Sort what comes into folder \(number)
          when:
            - folder: ~/Incoming/\(number)
              event: added
              name: "*.pdf"
          if: 'file.size > 0 && !file.name.startsWith("draft")'
          do:
            - move-file: ${file}
              to: ~/Sorted/\(number)

      """
    }
    let bytes = Array(("rules:\n" + rules.joined()).utf8)
    var sum = 0
    for _ in 0..<repetitions { sum += try Parser.parse(bytes, file: "rules.yaml").count }
    return sum
  }

  private static func testCondition(_ repetitions: Int) throws -> Int {
    let environment = CheckEnvironment(variables: ["size": .int, "name": .string])
    let condition = try Expression(
      #"size > 0 && !name.startsWith("draft")"#, environment: environment)
    var sum = 0
    for number in 0..<repetitions {
      let bindings: [String: Value] = ["size": .int(Int64(number)), "name": .string("invoice.pdf")]
      sum += try condition.test(bindings) ? 1 : 0
    }
    return sum
  }

  private static func writeJSON(_ repetitions: Int) -> Int {
    let fields: [Value] = (0..<10).map { .map(ValueMap(SampleEvent.event($0).fields)) }
    var sum = 0
    for number in 0..<repetitions { sum += JSON.encode(fields[number % 10]).utf8.count }
    return sum
  }
}
