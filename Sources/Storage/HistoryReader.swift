internal import Automation
internal import SQLite
package import Values

/// Reads the history without changing it, whether or not someone writes it meanwhile.
///
/// Each call sees the state of one moment. It belongs to whoever opened it.
package final class HistoryReader {
  let database: Database
  let folder: StateFolder

  /// Opens the history in a state folder; throws `absent` where nothing has been recorded yet.
  package init(_ folder: StateFolder) throws(HistoryError) {
    self.folder = folder
    let path = folder.database
    guard folder.hasDatabase else {
      throw HistoryError(.absent, "nothing has been recorded yet", file: path.text)
    }
    database = try HistoryFile.openForReading(path)
  }

  /// The lines of the log that a query asks for, the newest first.
  package func runs(matching query: RunQuery = RunQuery()) throws(HistoryError) -> [RunSummary] {
    try reading { () throws(StorageError) in
      let runs = try self.runLines(query)
      guard query.wantsRefusals else { return runs }
      return merge(runs, try self.refusalLines(query), query)
    }
  }

  /// One run with its steps in order; nil where it is not kept.
  ///
  /// - Parameter stepLimit: How many steps are read at most, from the first on.
  package func run(
    _ id: RunID, stepLimit: Int = HistoryReader.defaultStepLimit
  ) throws(HistoryError) -> RunDetail? {
    try reading { () throws(StorageError) in
      let query =
        "\(RunLine.select), r.trigger, r.slot, r.result, r.is_cut \(RunLine.from) WHERE r.id = ?1"
      return try self.database.first(query, [.integer(id.value)]) { row throws(StorageError) in
        let next = RunLine.columnCount
        return RunDetail(
          summary: RunLine.read(row), trigger: Int(row.integer(next)), key: row.text(next + 1),
          result: row.optionalText(next + 2).map(StoredText.value) ?? .null,
          isCut: row.boolean(next + 3), steps: try self.steps(of: id, limit: stepLimit),
          stepCount: try self.stepCount(of: id))
      }
    }
  }

  /// The number of steps of a run that are read unless another is asked for.
  package static let defaultStepLimit = 10_000

  /// The newest run of a rule that was admitted; nil where none is kept.
  package func lastRun(of rule: RuleID) throws(HistoryError) -> RunSummary? {
    var query = RunQuery()
    query.rule = rule
    query.statuses = Set(RunStatus.allCases).subtracting([.dropped])
    query.limit = 1
    return try runs(matching: query).first
  }

  /// Runs the body so that all its queries see the same state.
  func reading<Result>(
    _ body: () throws(StorageError) -> Result
  ) throws(HistoryError) -> Result {
    try sortingErrors { () throws(StorageError) in try database.transaction(.deferred, body) }
  }

  /// The number of a name; nil where nothing of that name is kept.
  func number(of name: String) throws(StorageError) -> Int64? {
    try database.first("SELECT id FROM names WHERE name = ?1", [.text(name)]) { $0.integer(0) }
  }
}

// Lines of the log.
extension HistoryReader {
  private func runLines(_ query: RunQuery) throws(StorageError) -> [RunSummary] {
    guard var conditions = try conditions(of: query, "runs", time: "r.queued", id: "r.id") else {
      return []
    }
    if !query.statuses.isEmpty {
      conditions.add("r.status IN (\(quoted(query.statuses.map(\.rawValue))))")
    }
    if let before = query.before { conditions.add("r.id <", .integer(before.run.value)) }
    let sql = "\(RunLine.select) \(RunLine.from) \(conditions.clause) ORDER BY r.id DESC LIMIT ?1"
    let place = query.before?.refusal ?? Int64.max
    return try database.rows(sql, conditions.values(limit: query.limit)) { row in
      RunLine.read(row, refusal: place)
    }
  }

  func refusalLines(_ query: RunQuery) throws(StorageError) -> [RunSummary] {
    guard var conditions = try conditions(of: query, "refusals", time: "f.at", id: "f.id") else {
      return []
    }
    if !query.includesQuietRefusals { conditions.add("f.is_drop") }
    if let before = query.before { conditions.add("f.id <", .integer(before.refusal)) }
    let sql = "\(RefusalLine.select) \(conditions.clause) ORDER BY f.id DESC LIMIT ?1"
    let place = query.before?.run.value ?? Int64.max
    return try database.rows(sql, conditions.values(limit: query.limit)) { row in
      RefusalLine.read(row, run: RunID(place))
    }
  }

  /// The conditions that both kinds of lines share; nil where nothing can match.
  private func conditions(
    of query: RunQuery, _ table: String, time: String, id: String
  ) throws(StorageError) -> Conditions? {
    var conditions = Conditions()
    if let rule = query.rule {
      guard let number = try number(of: rule.name) else { return nil }
      conditions.add("rule =", .integer(number))
    }
    if let since = query.since {
      conditions.add("\(time) >=", .integer(since.totalNanoseconds))
      // Numbers rise with time, so that what is older need not be looked at.
      let first = try database.firstNumber(in: table, time: time, since: since)
      conditions.add("\(id) >=", .integer(first))
    }
    return conditions
  }

  private func quoted(_ words: [String]) -> String {
    words.sorted().map { "'\($0)'" }.joined(separator: ", ")
  }

  /// Puts runs and refusals in one order by time, each kind in its own order, and tells each line its place.
  private func merge(
    _ runs: [RunSummary], _ refusals: [RunSummary], _ query: RunQuery
  ) -> [RunSummary] {
    var merged: [RunSummary] = []
    var run = runs[...]
    var refusal = refusals[...]
    var place = query.before ?? LogPlace(run: RunID(.max), refusal: .max)
    while merged.count < query.limit {
      let takesRun: Bool
      switch (run.first, refusal.first) {
      case (nil, nil): return merged
      case (.some, nil): takesRun = true
      case (nil, .some): takesRun = false
      case (.some(let left), .some(let right)): takesRun = left.queued >= right.queued
      }
      guard let line = takesRun ? run.popFirst() : refusal.popFirst() else { return merged }
      place =
        takesRun
        ? LogPlace(run: line.place.run, refusal: place.refusal)
        : LogPlace(run: place.run, refusal: line.place.refusal)
      merged.append(line.moved(to: place))
    }
    return merged
  }
}

extension RunQuery {
  fileprivate var wantsRefusals: Bool { statuses.isEmpty || statuses.contains(.dropped) }
}
