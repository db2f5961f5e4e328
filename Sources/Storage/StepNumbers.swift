internal import SQLite
internal import Values

/// Where the steps of a run lie in the table, and which of them have not ended.
struct StepNumbers {
  private(set) var last: Int64
  private var open: [String: Int64]

  /// The numbers that belong to a run.
  static func range(of run: RunID) -> ClosedRange<Int64> {
    let first = run.value << StorageLimits.stepBits
    return first + 1...first + StorageLimits.mostSteps
  }

  /// Reads what the table knows of a run.
  init(of run: RunID, _ statements: WriterStatements) throws(StorageError) {
    let range = Self.range(of: run)
    let bounds: [SQLValue] = [.integer(range.lowerBound), .integer(range.upperBound)]
    var last = range.lowerBound - 1
    try statements.lastStep.forEachRow(bounds) { row in
      last = row.optionalInteger(0) ?? last
      return false
    }
    var open: [String: Int64] = [:]
    if last >= range.lowerBound {
      try statements.openSteps.forEachRow(bounds) { row in
        open[row.text(1)] = row.integer(0)
        return true
      }
    }
    (self.last, self.open) = (last, open)
  }

  /// The number of the run's next step.
  mutating func next(of run: RunID) -> Int64 {
    last = min(last + 1, Self.range(of: run).upperBound)
    return last
  }

  /// Remembers a step that has begun.
  mutating func begin(_ place: String, _ number: Int64) { open[place] = number }

  /// The number of the step that began at a place, which is open no more; nil where none is.
  mutating func end(_ place: String) -> Int64? { open.removeValue(forKey: place) }
}
