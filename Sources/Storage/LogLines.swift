internal import Automation
internal import SQLite
internal import Values

/// How a row of the runs becomes a line of the log.
enum RunLine {
  static let select = """
    SELECT r.id, (SELECT name FROM names WHERE id = r.rule),
      (SELECT name FROM names WHERE id = r.shortcut), r.status, r.reason, r.queued, r.started,
      r.ended, \(StoredEvent.columns)
    """
  static let from = "FROM runs r LEFT JOIN events e ON e.id = r.event"
  private static let eventColumn = 8
  static let columnCount = eventColumn + StoredEvent.columnCount

  /// Reads a line; the refusals below it are those under the given number.
  static func read(_ row: borrowing Row, refusal: Int64 = .max) -> RunSummary {
    let run = RunID(row.integer(0))
    return RunSummary(
      run: run, refusal: nil, rule: row.optionalText(1).map(RuleID.init),
      shortcut: row.optionalText(2), status: RunStatus(rawValue: row.text(3)) ?? .interrupted,
      reason: row.text(4), event: StoredEvent.read(row, from: eventColumn),
      queued: Instant(totalNanoseconds: row.integer(5)),
      started: row.optionalInteger(6).map(Instant.init(totalNanoseconds:)),
      ended: row.optionalInteger(7).map(Instant.init(totalNanoseconds:)),
      place: LogPlace(run: run, refusal: refusal))
  }
}

/// How a row of the refusals becomes a line of the log.
enum RefusalLine {
  static let select = """
    SELECT f.id, (SELECT name FROM names WHERE id = f.rule), f.reason, f.explanation, f.at,
      \(StoredEvent.columns)
    FROM refusals f LEFT JOIN events e ON e.id = f.event
    """

  /// Reads a line; the runs below it are those under the given number.
  static func read(_ row: borrowing Row, run: RunID = RunID(.max)) -> RunSummary {
    let at = Instant(totalNanoseconds: row.integer(4))
    return RunSummary(
      run: nil, refusal: Refusal.Reason(rawValue: row.text(2)) ?? .condition,
      rule: row.optionalText(1).map(RuleID.init), shortcut: nil, status: .dropped,
      reason: row.text(3), event: StoredEvent.read(row, from: 5), queued: at, started: nil,
      ended: at, place: LogPlace(run: run, refusal: row.integer(0)))
  }
}

extension RunSummary {
  /// The same line with another place.
  func moved(to place: LogPlace) -> RunSummary {
    RunSummary(
      run: run, refusal: refusal, rule: rule, shortcut: shortcut, status: status, reason: reason,
      event: event, queued: queued, started: started, ended: ended, place: place)
  }
}
