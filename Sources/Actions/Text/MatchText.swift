internal import RegularExpressions
internal import Systemd
internal import Values
package import Workflow

/// Finds the parts of a text that fit a regular expression.
package struct MatchText: Action {
  package static let schema = ActionSchema(
    keyword: "match-text",
    summary: "Takes named parts out of a text with a regular expression.",
    main: Parameter("text", .text, required: true, "The text to look through."),
    parameters: [
      Parameter(
        "pattern", .text, required: true,
        """
        A regular expression (PCRE2, Unicode). Each named group `(?<vendor>…)` becomes a field \
        of the result. `(?i)` in front ignores case, `(?m)` lets `^` and `$` fit at each line.
        """),
      Parameter(
        "all", .boolean, default: "false", "Give all places that fit, as a list, not the first."),
      Parameter(
        "optional", .boolean, default: "false",
        "Succeed where nothing fits, with null (or an empty list); otherwise the step fails."),
    ],
    result: .dynamic,
    resultSummary: """
      A dictionary of the named groups, null for those that took no part, and `text`, all that \
      fits; with `all` a list of them.
      """,
    mayRepeat: true,
    example: """
      - match-text: ${text}
        pattern: '(?m)^Total:\\s+(?<amount>[0-9.]+)\\s*(?<currency>[A-Z]{3})'
        save: total
      """)

  package init() {}

  package static func plan(_ invocation: Invocation) -> [PlannedEffect] { [] }

  package func perform(
    _ invocation: Invocation, on host: Host
  ) async throws(ActionFailure) -> Outcome {
    let step = StepContext(invocation, of: Self.schema, on: host)
    let arguments = step.arguments
    let text = try arguments.text("text")
    let pattern = try arguments.text("pattern")
    let wantsAll = try arguments.flag("all")
    let isOptional = try arguments.flag("optional")
    let limit = wantsAll ? step.limits.matches : 1
    // A search may take a second, which is too long for the loop.
    let found = try await step.work(on: Self.worker) { _ throws(ActionFailure) in
      try Self.search(text, pattern, limit: limit)
    }
    guard !(wantsAll && found.isCut) else {
      throw ActionFailure(
        .limit, "The pattern fits at more than \(limit) places of the text: make it narrower.")
    }
    guard let first = found.matches.first else {
      guard isOptional else { throw Self.noMatch(pattern) }
      return Outcome(wantsAll ? .list([]) : .null, details: ["matches": .int(0)])
    }
    return Outcome(
      wantsAll ? .list(found.matches) : first,
      details: ["matches": .int(Int64(found.matches.count))])
  }

  private static let worker = WorkerKey("patterns")

  private static func search(
    _ text: String, _ pattern: String, limit: Int
  ) throws(ActionFailure) -> (matches: [Value], isCut: Bool) {
    do throws(PatternError) {
      let expression = try RegularExpression(pattern)
      let (matches, isCut) = try expression.allMatches(in: text, limit: limit)
      return (matches.map(value(of:)), isCut)
    } catch {
      throw failure(error)
    }
  }

  /// The named groups of a match; a group called `text` takes the place of the whole match.
  private static func value(of match: Match) -> Value {
    var fields: [String: Value] = ["text": .string(match.text)]
    var filled: Set<String> = []
    for named in match.named where !filled.contains(named.name) {
      // Of several groups with one name the first that took part counts.
      if named.group != nil { filled.insert(named.name) }
      fields[named.name] = named.group.map { .string($0.text) } ?? .null
    }
    return .map(ValueMap(fields))
  }

  private static func noMatch(_ pattern: String) -> ActionFailure {
    ActionFailure(
      .notFound,
      "Nothing in the text fits the pattern `\(LineText.oneLine(LineText.cut(pattern, to: 200).text))`"
        + ": correct it, or set `optional: true`.")
  }

  private static func failure(_ error: PatternError) -> ActionFailure {
    let reason: ActionFailure.Reason =
      switch error.reason {
      case .invalid, .tooComplex, .replacement: .badArgument
      case .textTooLong, .tooHard, .resultTooLong: .limit
      }
    return ActionFailure(reason, LineText.oneLine("`pattern` of `match-text`: \(error)"))
  }
}
