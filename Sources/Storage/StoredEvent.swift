internal import Automation
internal import SQLite
internal import Values

/// The parts of an event that need a form of their own in the table.
enum StoredEvent {
  /// The chain of causes as `[[rule, run], …]`.
  static func text(of cause: Cause) -> String {
    JSON.encode(.list(cause.links.map { .list([.string($0.rule.name), .int($0.run.value)]) }))
  }

  /// The rules meant as a sorted list of names.
  static func text(of audience: Set<RuleID>) -> String {
    JSON.encode(.list(audience.sorted().map { .string($0.name) }))
  }

  static func cause(_ text: String) -> Cause {
    guard case .list(let links) = StoredText.value(text) else { return Cause(links: []) }
    var read: [Cause.Link] = []
    for case .list(let link) in links where link.count == 2 {
      guard case .string(let rule) = link[0], case .int(let run) = link[1] else { continue }
      read.append(Cause.Link(rule: RuleID(rule), run: RunID(run)))
    }
    return Cause(links: read)
  }

  static func audience(_ text: String) -> Set<RuleID> {
    guard case .list(let names) = StoredText.value(text) else { return [] }
    var rules: Set<RuleID> = []
    for case .string(let name) in names { rules.insert(RuleID(name)) }
    return rules
  }

  /// The columns that `read` wants, for a query in which the table of events is `e`.
  static let columns = """
    e.id, e.source, (SELECT name FROM names WHERE id = e.origin), e.fields, e.at, e.causes, e.audience, e.is_caught_up
    """
  static let columnCount = 8

  /// Reads an event from its columns, the first of which is given; nil where the row has none.
  static func read(_ row: borrowing Row, from first: Int = 0) -> Event? {
    guard let id = row.optionalInteger(first) else { return nil }
    return Event(
      id: EventID(id), source: row.text(first + 1), origin: ArmingKey(row.text(first + 2)),
      fields: StoredText.fields(row.text(first + 3)),
      at: Instant(totalNanoseconds: row.integer(first + 4)),
      cause: row.optionalText(first + 5).map(cause),
      audience: row.optionalText(first + 6).map(audience),
      isCaughtUp: row.boolean(first + 7))
  }
}

extension Refusal.Reason {
  /// Whether a run that was due is missing, so that the log shows it as dropped.
  ///
  /// A false condition or a rule that is switched off is no loss: only `hob why` tells of those.
  package var isDrop: Bool {
    switch self {
    case .condition, .disabled: false
    case .conditionFailed, .alreadyRunning, .full, .throttled, .loop, .notCaughtUp, .stopping: true
    }
  }
}
