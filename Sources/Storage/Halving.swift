internal import SQLite
internal import Values

extension Database {
  /// The lowest number from which on rows are at or after a point in time, found by halving.
  ///
  /// Numbers rise with time, except where the clock was set back.
  func firstNumber(
    in table: String, time: String, since: Instant
  ) throws(StorageError) -> Int64 {
    let column = time.split(separator: ".").last ?? ""
    // Together in one query, the two would walk over the whole table.
    let query = "SELECT (SELECT min(id) FROM \(table)), (SELECT max(id) FROM \(table))"
    let bounds = try first(query) {
      ($0.optionalInteger(0), $0.optionalInteger(1))
    }
    guard let bounds, var low = bounds.0, let highest = bounds.1 else { return 0 }
    var high = highest + 1
    let probe = "SELECT \(column) FROM \(table) WHERE id >= ?1 ORDER BY id LIMIT 1"
    while low < high {
      let middle = low + (high - low) / 2
      let found = try first(probe, [.integer(middle)]) { $0.integer(0) }
      if let found, found < since.totalNanoseconds { low = middle + 1 } else { high = middle }
    }
    return low
  }
}
