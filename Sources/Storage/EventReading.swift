internal import SQLite
package import Values

// Events, what became of them, and what was refused.
extension HistoryReader {
  /// One event; nil where it is not kept.
  package func event(_ id: EventID) throws(HistoryError) -> Event? {
    try reading { () throws(StorageError) in
      let query = "SELECT \(StoredEvent.columns) FROM events e WHERE e.id = ?1"
      return try self.database.first(query, [.integer(id.value)]) { StoredEvent.read($0) } ?? nil
    }
  }

  /// The newest events, the newest first.
  ///
  /// - Parameter origin: Only those of what was armed under one key; nil for all.
  package func lastEvents(
    of origin: ArmingKey? = nil, limit: Int
  ) throws(HistoryError) -> [Event] {
    try reading { () throws(StorageError) in
      var conditions = Conditions()
      if let origin {
        guard let number = try self.number(of: origin.text) else { return [] }
        conditions.add("e.origin =", .integer(number))
      }
      let query = """
        SELECT \(StoredEvent.columns) FROM events e \(conditions.clause)
        ORDER BY e.id DESC LIMIT ?1
        """
      return try self.database.rows(query, conditions.values(limit: limit)) {
        StoredEvent.read($0)
      }.compactMap(\.self)
    }
  }

  /// Calls the body with each event since a point in time, the oldest first, until it says false.
  package func forEachEvent(
    since: Instant, _ body: (Event) -> Bool
  ) throws(HistoryError) {
    try reading { () throws(StorageError) in
      let first = try self.database.firstNumber(in: "events", time: "at", since: since)
      let query = """
        SELECT \(StoredEvent.columns) FROM events e WHERE e.id >= ?1 AND e.at >= ?2 ORDER BY e.id
        """
      let values: [SQLValue] = [.integer(first), .integer(since.totalNanoseconds)]
      try self.database.forEachRow(query, values) { row in
        StoredEvent.read(row).map(body) ?? true
      }
    }
  }

  /// What became of an event: its runs and refusals by rule, refusals that are no loss included.
  package func outcomes(of event: EventID) throws(HistoryError) -> [RunSummary] {
    try reading { () throws(StorageError) in
      let values: [SQLValue] = [.integer(event.value)]
      let runs = try self.database.rows(
        "\(RunLine.select) \(RunLine.from) WHERE r.event = ?1 ORDER BY r.id", values
      ) { RunLine.read($0) }
      let refusals = try self.database.rows(
        "\(RefusalLine.select) WHERE f.event = ?1 ORDER BY f.id", values
      ) { RefusalLine.read($0) }
      return runs + refusals
    }
  }

  /// The newest refusals of a rule, the newest first, those that are no loss included.
  package func refusals(of rule: RuleID, limit: Int) throws(HistoryError) -> [RunSummary] {
    try reading { () throws(StorageError) in
      var query = RunQuery()
      query.rule = rule
      query.includesQuietRefusals = true
      query.limit = limit
      return try self.refusalLines(query)
    }
  }
}
