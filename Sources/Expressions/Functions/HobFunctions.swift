package import Values

/// Functions of Hob: names, spans and sizes as the fields of rules take them, and times of the day.
enum HobFunctions {
  static let all: [FunctionDefinition] = [
    FunctionDefinition(
      "glob", [.global([.string, .string], .bool), .member([.string, .string], .bool)]
    ) { arguments, frame throws(EvaluationError.Reason) in
      guard arguments.count == 2, case .string(let text) = arguments[0],
        case .string(let pattern) = arguments[1]
      else { throw FunctionDefinition.noOverload("glob", arguments) }
      try frame.spend(pattern.utf8.count)
      return .bool(try matches(text, GlobPattern(pattern), &frame))
    },
    FunctionDefinition("span", [.global([.string], .duration)]) {
      text throws(EvaluationError.Reason) in
      guard case .string(let text) = text else {
        throw FunctionDefinition.noOverload("span", [text])
      }
      return .duration(try span(text))
    },
    FunctionDefinition("bytesize", [.global([.string], .int)]) {
      text throws(EvaluationError.Reason) in
      guard case .string(let text) = text else {
        throw FunctionDefinition.noOverload("bytesize", [text])
      }
      return .int(try size(text))
    },
    FunctionDefinition(
      "time.between", [.global([.string, .string], .bool)], isPure: false
    ) { arguments, frame throws(EvaluationError.Reason) in
      guard arguments.count == 2, case .string(let from) = arguments[0],
        case .string(let to) = arguments[1]
      else { throw FunctionDefinition.noOverload("time.between", arguments) }
      return .bool(try isBetween(try timeOfDay(from), try timeOfDay(to), frame))
    },
  ]

  static func matches(
    _ text: String, _ pattern: GlobPattern, _ frame: inout Frame
  ) throws(EvaluationError.Reason) -> Bool {
    // The states of a pattern are carried on together over the text.
    try frame.spend(text.utf8.count / 2 * (1 + pattern.pattern.utf8.count / 8))
    return pattern.matches(text)
  }

  static func span(_ text: String) throws(EvaluationError.Reason) -> Duration {
    do throws(TimeSpanSyntax.Problem) {
      return try TimeSpanSyntax.parse(text, allowsNegative: true)
    } catch {
      throw .invalid("\(error)")
    }
  }

  static func size(_ text: String) throws(EvaluationError.Reason) -> Int64 {
    do throws(ByteSizeSyntax.Problem) {
      return try ByteSizeSyntax.parse(text)
    } catch {
      throw .invalid("\(error)")
    }
  }

  static func timeOfDay(_ text: String) throws(EvaluationError.Reason) -> Duration {
    do throws(TimeOfDaySyntax.Problem) {
      return try TimeOfDaySyntax.parse(text, allowsEndOfDay: true)
    } catch {
      throw .invalid("\(error)")
    }
  }

  /// Whether the clocks show a time from one until before the other, over midnight where need be.
  ///
  /// Equal times are the whole day.
  private static func isBetween(
    _ from: Duration, _ to: Duration, _ frame: Frame
  ) throws(EvaluationError.Reason) -> Bool {
    guard let now = frame.now else { throw .unknownState("`now`") }
    guard let zone = frame.world.zone else { throw .unknownState("the local time zone") }
    let date = zone.civilDate(at: now)
    let time =
      Duration.seconds(date.hour * 3600 + date.minute * 60 + date.second)
      + .nanoseconds(Int64(date.nanosecond))
    return from < to ? time >= from && time < to : time >= from || time < to
  }
}

extension WorldFunction {
  /// A rule by its name: when it last ran.
  package static let rule = WorldFunction(
    "rule", [.string], .entity("rule"), "What is known of a rule, by its name.")
}

extension EntitySchema {
  /// What is known of a rule.
  package static let rule = EntitySchema(
    type: "rule",
    fields: [
      Field(
        "last_run", .optional(.timestamp),
        "When it last began to run; without a value where it never has.")
    ])
}
