internal import Automation
internal import SQLite
internal import Values

/// What a follower of the log has seen.
package struct LogProgress: Sendable, Hashable {
  /// The highest numbers seen.
  var run: Int64
  var refusal: Int64
  /// How the runs stood that had not ended.
  var open: [RunID: RunStatus]
}

// Following the log: the service tells that something changed, the reader finds what.
extension HistoryReader {
  /// How many changes one call gives at most; another call gives the rest.
  package static let mostChanges = 1_000

  /// The end of the log as it is now.
  package func progress() throws(HistoryError) -> LogProgress {
    try reading { () throws(StorageError) in
      var progress = LogProgress(run: 0, refusal: 0, open: [:])
      progress.run = try self.highest("runs")
      progress.refusal = try self.highest("refusals")
      let query = "SELECT id, status FROM runs WHERE ended IS NULL"
      try self.database.forEachRow(query) { row in
        progress.open[RunID(row.integer(0))] = RunStatus(rawValue: row.text(1))
        return true
      }
      return progress
    }
  }

  /// The runs that are new or stand otherwise than before, and the new drops; moves the progress on.
  ///
  /// Runs that were open come first, then new ones by number, then drops.
  package func changes(since progress: inout LogProgress) throws(HistoryError) -> [RunSummary] {
    let before = progress
    let (lines, after) = try reading { () throws(StorageError) in
      var after = before
      let lines = try self.changedRuns(&after) + self.newRuns(&after) + self.newDrops(&after)
      return (lines, after)
    }
    progress = after
    return lines
  }

  private func highest(_ table: String) throws(StorageError) -> Int64 {
    try database.first("SELECT max(id) FROM \(table)") { $0.integer(0) } ?? 0
  }

  private func changedRuns(_ progress: inout LogProgress) throws(StorageError) -> [RunSummary] {
    var lines: [RunSummary] = []
    for (run, status) in progress.open.sorted(by: { $0.key < $1.key }) {
      guard lines.count < Self.mostChanges else { break }
      let line = try database.first(
        "\(RunLine.select) \(RunLine.from) WHERE r.id = ?1 AND r.status <> ?2",
        [.integer(run.value), .text(status.rawValue)]
      ) { RunLine.read($0) }
      guard let line else { continue }
      lines.append(line)
      progress.open[run] = line.status.isEnd ? nil : line.status
    }
    return lines
  }

  private func newRuns(_ progress: inout LogProgress) throws(StorageError) -> [RunSummary] {
    let lines = try database.rows(
      "\(RunLine.select) \(RunLine.from) WHERE r.id > ?1 ORDER BY r.id LIMIT ?2",
      [.integer(progress.run), .integer(Int64(Self.mostChanges))]
    ) { RunLine.read($0) }
    for line in lines {
      guard let run = line.run else { continue }
      progress.run = run.value
      if !line.status.isEnd { progress.open[run] = line.status }
    }
    return lines
  }

  private func newDrops(_ progress: inout LogProgress) throws(StorageError) -> [RunSummary] {
    let lines = try database.rows(
      "\(RefusalLine.select) WHERE f.id > ?1 AND f.is_drop ORDER BY f.id LIMIT ?2",
      [.integer(progress.refusal), .integer(Int64(Self.mostChanges))]
    ) { RefusalLine.read($0) }
    if let last = lines.last { progress.refusal = last.place.refusal }
    return lines
  }
}
