internal import Automation
internal import SQLite
internal import Values

// The steps of a run.
extension HistoryReader {
  func steps(of run: RunID, limit: Int) throws(StorageError) -> [StepDetail] {
    let range = StepNumbers.range(of: run)
    return try database.rows(
      """
      SELECT place, keyword, arguments, status, began, ended,
        result, details, message, touched, is_cut
      FROM steps WHERE id BETWEEN ?1 AND ?2 ORDER BY id LIMIT ?3
      """,
      [
        .integer(range.lowerBound), .integer(range.upperBound), .integer(Int64(max(0, limit))),
      ],
      StepDetail.init)
  }

  func stepCount(of run: RunID) throws(StorageError) -> Int {
    let range = StepNumbers.range(of: run)
    let count = try database.first(
      "SELECT count(*) FROM steps WHERE id BETWEEN ?1 AND ?2",
      [.integer(range.lowerBound), .integer(range.upperBound)]
    ) { $0.integer(0) }
    return Int(count ?? 0)
  }
}

extension StepDetail {
  fileprivate init(_ row: borrowing Row) {
    let state: State =
      switch row.optionalText(3) {
      case nil: .begun
      case Stored.succeeded: .succeeded
      case Stored.passed: .passed
      case .some(let reason): .failed(reason)
      }
    self.init(
      place: row.text(0), keyword: row.text(1), arguments: StoredText.fields(row.text(2)),
      state: state, began: Instant(totalNanoseconds: row.integer(4)),
      ended: row.optionalInteger(5).map(Instant.init(totalNanoseconds:)),
      result: row.optionalText(6).map(StoredText.value) ?? .null,
      details: row.optionalText(7).map(StoredText.fields) ?? [:],
      message: row.optionalText(8) ?? "",
      touched: row.optionalText(9).map(Self.paths) ?? [], isCut: row.boolean(10))
  }

  private static func paths(_ text: String) -> [FilePath] {
    guard case .list(let values) = StoredText.value(text) else { return [] }
    return values.compactMap { value in
      if case .string(let path) = value { FilePath(path) } else { nil }
    }
  }
}
