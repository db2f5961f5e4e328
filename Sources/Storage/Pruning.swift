internal import Automation
internal import SQLite
package import Values

extension HistoryWriter {
  /// How many rows of a table one call removes at most, so that writing is not held up for long.
  static let pruningBatch: Int64 = 500
  /// How many of the oldest rows go at a time to make room; fewer where there are but few large ones.
  private static let reliefStep: Int64 = 100
  private static let smallReliefStep: Int64 = 5
  /// How many names there may be before those without use are removed.
  static let mostIdleNames: Int64 = 1_000
  /// How many free pages may stay in the file, and how many are given back in one call.
  private static let mostFreePages: Int64 = 2_000

  /// Removes a part of what is too old or too much; call it again until it is complete.
  package func prune(now: Instant, _ retention: Retention) throws(HistoryError) -> Pruned {
    let byAge = try remove(before: now - retention.age)
    if !byAge.isEmpty { return byAge }
    let bySize = try relieve(retention)
    if !bySize.isEmpty { return bySize }
    try sortingErrors { () throws(StorageError) in try shrink() }
    try dropIdleNames()
    return Pruned()
  }

  /// The bytes that are in use, free pages not counted.
  package func usedSize() throws(HistoryError) -> Int64 {
    try sortingErrors { () throws(StorageError) in
      let free = try pragma("freelist_count") * pragma("page_size")
      return try database.size() - free
    }
  }

  private func pragma(_ name: String) throws(StorageError) -> Int64 {
    try database.first("PRAGMA \(name)") { $0.integer(0) } ?? 0
  }

  /// Removes some of the oldest where too much is kept.
  func relieve(_ retention: Retention) throws(HistoryError) -> Pruned {
    let isRelieving = wantsRelief
    let limit = isRelieving ? retention.goal : retention.size
    wantsRelief = try usedSize() > limit
    guard wantsRelief else { return Pruned() }
    // What is oldest may be needed by runs that have not ended: look further until something can go.
    var offset = Self.reliefStep
    if try oldest(past: offset) == nil { offset = Self.smallReliefStep }
    while let cutoff = try oldest(past: offset) {
      let removed = try remove(before: cutoff)
      if !removed.isEmpty { return removed }
      offset *= 8
    }
    wantsRelief = false
    return Pruned()
  }

  /// The earliest of the points in time that some number of ended runs, refusals or events reach; nil
  /// where none of them is as many.
  private func oldest(past offset: Int64) throws(HistoryError) -> Instant? {
    try sortingErrors { () throws(StorageError) in
      let queries = [
        "SELECT ended FROM runs WHERE ended IS NOT NULL ORDER BY id LIMIT 1 OFFSET ?1",
        "SELECT at FROM refusals ORDER BY id LIMIT 1 OFFSET ?1",
        "SELECT at FROM events ORDER BY id LIMIT 1 OFFSET ?1",
      ]
      var earliest: Int64?
      for query in queries {
        guard let time = try database.first(query, [.integer(offset)], { $0.integer(0) }) else {
          continue
        }
        earliest = min(earliest ?? time, time)
      }
      return earliest.map(Instant.init(totalNanoseconds:))
    }
  }

  /// Removes at most a batch of each table that lies before a point in time.
  private func remove(before cutoff: Instant) throws(HistoryError) -> Pruned {
    try write { () throws(StorageError) in
      try keepCounters()
      var pruned = Pruned()
      pruned.runs = try removeRuns(cutoff)
      pruned.refusals = try removeRows("refusals", cutoff, unless: "0")
      pruned.events = try removeRows(
        "events", cutoff,
        unless: """
          EXISTS (SELECT 1 FROM runs WHERE event = t.id)
          OR EXISTS (SELECT 1 FROM refusals WHERE event = t.id)
          """)
      pruned.isComplete = pruned.isEmpty
      return pruned
    }
  }

  /// Writes down the next numbers, which the rows that go could not tell any more.
  private func keepCounters() throws(StorageError) {
    for table in [Stored.events, Stored.runs] {
      let next = try next(table)
      try database.run(
        """
        INSERT INTO counters (name, next) VALUES (?1, ?2)
        ON CONFLICT (name) DO UPDATE SET next = excluded.next WHERE next < excluded.next
        """, [.text(table), .integer(next)])
    }
  }

  private func removeRuns(_ cutoff: Instant) throws(StorageError) -> Int {
    let end = try database.firstNumber(in: "runs", time: "queued", since: cutoff)
    let ids = try database.rows(
      "SELECT id FROM runs WHERE ended < ?1 AND id < ?2 ORDER BY id LIMIT ?3",
      [.integer(cutoff.totalNanoseconds), .integer(end), .integer(Self.pruningBatch)]
    ) { $0.integer(0) }
    for id in ids {
      let steps = StepNumbers.range(of: RunID(id))
      try database.run(
        "DELETE FROM steps WHERE id BETWEEN ?1 AND ?2",
        [.integer(steps.lowerBound), .integer(steps.upperBound)])
      try database.run("DELETE FROM runs WHERE id = ?1", [.integer(id)])
    }
    return ids.count
  }

  private func removeRows(
    _ table: String, _ cutoff: Instant, unless kept: String
  ) throws(StorageError) -> Int {
    let end = try database.firstNumber(in: table, time: "at", since: cutoff)
    return try database.run(
      """
      DELETE FROM \(table) WHERE id IN (
        SELECT t.id FROM \(table) t WHERE t.at < ?1 AND t.id < ?2 AND NOT (\(kept))
        ORDER BY t.id LIMIT ?3)
      """,
      [.integer(cutoff.totalNanoseconds), .integer(end), .integer(Self.pruningBatch)])
  }

  /// Gives pages that nothing uses back to the file system, some at a time.
  private func shrink() throws(StorageError) {
    let free = try pragma("freelist_count")
    guard free > Self.mostFreePages else { return }
    try database.execute("PRAGMA incremental_vacuum(\(min(free, Self.mostFreePages)))")
  }

  /// Removes names of rules, shortcuts and folders of which nothing is kept, once there are many.
  private func dropIdleNames() throws(HistoryError) {
    let count = try sortingErrors { () throws(StorageError) in
      try database.first("SELECT count(*) FROM names") { $0.integer(0) } ?? 0
    }
    guard count > Self.mostIdleNames else { return }
    try write { () throws(StorageError) in
      try database.run(
        """
        DELETE FROM names WHERE id NOT IN (
          SELECT rule FROM runs WHERE rule IS NOT NULL
          UNION SELECT shortcut FROM runs WHERE shortcut IS NOT NULL
          UNION SELECT rule FROM refusals UNION SELECT origin FROM events)
        """)
      names.forget()
    }
  }
}
