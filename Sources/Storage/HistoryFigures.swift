package import Automation
internal import FileSystem
internal import SQLite
package import Values

/// Figures of the history for a status.
package struct HistoryFigures: Sendable, Hashable {
  /// How many runs stand so: of those that have not ended all, of the others those since the time asked for.
  package let runs: [RunStatus: Int]
  /// How many drops there were since the time asked for.
  package let drops: Int
  /// How many bytes the database and its log take on the disk.
  package let size: Int64
}

extension HistoryReader {
  /// Counts what has not ended, and what ended or was dropped since a point in time.
  package func figures(since: Instant) throws(HistoryError) -> HistoryFigures {
    try reading { () throws(StorageError) in
      var runs: [RunStatus: Int] = [:]
      let first = try self.database.firstNumber(in: "runs", time: "queued", since: since)
      let counts = """
        SELECT status, count(*) FROM (
          SELECT status FROM runs WHERE ended IS NULL
          UNION ALL
          SELECT status FROM runs WHERE id >= ?1 AND queued >= ?2 AND ended IS NOT NULL)
        GROUP BY status
        """
      let time = SQLValue.integer(since.totalNanoseconds)
      try self.database.forEachRow(counts, [.integer(first), time]) { row in
        if let status = RunStatus(rawValue: row.text(0)) { runs[status] = Int(row.integer(1)) }
        return true
      }
      let drops = try self.database.first(
        "SELECT count(*) FROM refusals WHERE is_drop AND at >= ?1", [time]
      ) { Int($0.integer(0)) }
      return HistoryFigures(runs: runs, drops: drops ?? 0, size: self.sizeOnDisk())
    }
  }

  private func sizeOnDisk() -> Int64 {
    let files = [folder.database, folder.database.appendingSuffix("-wal")]
    return files.reduce(0) { $0 + ((try? FileStatus(of: $1))?.size ?? 0) }
  }

  /// The switches that were set by hand, with the rules that are paused; nil stands for a pause of all.
  package func switches() throws(HistoryError) -> (enabled: [RuleID: Bool], paused: Set<RuleID?>) {
    try reading { () throws(StorageError) in
      let switches = try StoredSwitches(self.database)
      let all: Set<RuleID?> = switches.isPaused ? [nil] : []
      return (switches.enabled, all.union(switches.pausedRules.map(Optional.some)))
    }
  }
}

/// What the switches and pauses say.
struct StoredSwitches {
  private(set) var enabled: [RuleID: Bool] = [:]
  private(set) var pausedRules: Set<RuleID> = []
  private(set) var isPaused = false

  init(_ database: Database) throws(StorageError) {
    var enabled: [RuleID: Bool] = [:]
    try database.forEachRow("SELECT rule, is_enabled FROM switches") { row in
      enabled[RuleID(row.text(0))] = row.boolean(1)
      return true
    }
    self.enabled = enabled
    let scopes: [String] = try database.rows("SELECT scope FROM pauses") { row in row.text(0) }
    for scope in scopes {
      if scope == Stored.everything {
        isPaused = true
      } else {
        pausedRules.insert(RuleID(String(scope.dropFirst(Stored.rulePrefix.count))))
      }
    }
  }
}
