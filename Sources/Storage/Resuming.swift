package import Automation
internal import SQLite
package import Values

// What a start reads back.
extension HistoryWriter {
  /// What an owner has remembered; nil where it was never known, empty where it remembers nothing.
  package func recall(_ owner: String) throws(HistoryError) -> [[UInt8]: [UInt8]]? {
    try sortingErrors { () throws(StorageError) in
      guard let number = try owners.existing(owner) else { return nil }
      var memory: [[UInt8]: [UInt8]] = [:]
      let query = "SELECT key, value FROM memory WHERE owner = ?1"
      try database.forEachRow(query, [.integer(number)]) { row in
        memory[row.blob(0)] = row.blob(1)
        return true
      }
      return memory
    }
  }

  /// The state to go on from, with the admissions that throttles still count.
  ///
  /// - Parameter throttled: The rules whose admissions are wanted; nil for all.
  package func resumption(
    now: Instant, throttled: Set<RuleID>? = nil
  ) throws(HistoryError) -> Resumption {
    try sortingErrors { () throws(StorageError) in
      try database.transaction(.deferred) { () throws(StorageError) in
        var found = Resumption()
        found.openRuns = try openRuns()
        let switches = try StoredSwitches(database)
        found.switches = switches.enabled
        (found.pausedRules, found.isPaused) = (switches.pausedRules, switches.isPaused)
        let since = now - StorageLimits.longestThrottle
        found.recentAdmissions = try admissions(since: since, of: throttled)
        found.nextEvent = EventID(try next(Stored.events))
        found.nextRun = RunID(try next(Stored.runs))
        return found
      }
    }
  }

  private func openRuns() throws(StorageError) -> [Resumption.OpenRun] {
    let query = """
      SELECT r.id, (SELECT name FROM names WHERE id = r.rule),
        (SELECT name FROM names WHERE id = r.shortcut), r.event, r.trigger, r.slot, r.queued,
        r.started, \(StoredEvent.columns)
      FROM runs r LEFT JOIN events e ON e.id = r.event
      WHERE r.ended IS NULL ORDER BY r.id
      """
    return try database.rows(query) { row throws(StorageError) in
      let ticket = RunTicket(
        run: RunID(row.integer(0)), rule: row.optionalText(1).map(RuleID.init),
        shortcut: row.optionalText(2), event: row.optionalInteger(3).map(EventID.init),
        trigger: Int(row.integer(4)), key: row.text(5),
        at: Instant(totalNanoseconds: row.integer(6)))
      let hasStarted = !row.isNull(7)
      return Resumption.OpenRun(
        ticket: ticket, event: StoredEvent.read(row, from: 8), hasStarted: hasStarted,
        lastStep: hasStarted ? try lastStep(of: ticket.run) : nil)
    }
  }

  /// The step that had begun last of those that have not ended, else of all.
  private func lastStep(of run: RunID) throws(StorageError) -> String? {
    let range = StepNumbers.range(of: run)
    return try database.first(
      """
      SELECT place FROM steps WHERE id BETWEEN ?1 AND ?2
      ORDER BY ended IS NOT NULL, id DESC LIMIT 1
      """, [.integer(range.lowerBound), .integer(range.upperBound)]
    ) { $0.text(0) }
  }

  private func admissions(
    since: Instant, of wanted: Set<RuleID>?
  ) throws(StorageError) -> [RuleID: [Instant]] {
    var admissions: [RuleID: [Instant]] = [:]
    let rules = if let wanted { wanted } else { try rulesThatRan() }
    for rule in rules {
      guard let number = try names.existing(rule.name) else { continue }
      let times = try database.rows(
        "SELECT queued FROM runs WHERE rule = ?1 AND queued >= ?2 ORDER BY id DESC LIMIT ?3",
        [
          .integer(number), .integer(since.totalNanoseconds),
          .integer(Int64(StorageLimits.mostAdmissions)),
        ]
      ) { Instant(totalNanoseconds: $0.integer(0)) }
      if !times.isEmpty { admissions[rule] = times.reversed() }
    }
    return admissions
  }

  /// Jumps from rule to rule in the index instead of walking over all runs.
  private func rulesThatRan() throws(StorageError) -> Set<RuleID> {
    let query = """
      WITH RECURSIVE ran (rule) AS (
        SELECT min(rule) FROM runs
        UNION ALL
        SELECT (SELECT min(rule) FROM runs WHERE rule > ran.rule) FROM ran
        WHERE ran.rule IS NOT NULL
      )
      SELECT name FROM ran JOIN names ON names.id = ran.rule
      """
    return Set(try database.rows(query) { RuleID($0.text(0)) })
  }

  /// The number after the highest ever given in a table, also where its rows have been removed.
  func next(_ table: String) throws(StorageError) -> Int64 {
    let highest = try database.first("SELECT max(id) FROM \(table)") { $0.optionalInteger(0) }
    let kept = try database.first(
      "SELECT next FROM counters WHERE name = ?1", [.text(table)]
    ) { $0.integer(0) }
    return max((highest.flatMap { $0 } ?? 0) + 1, kept ?? 1)
  }
}
