internal import CSQLite

extension Database {
  /// How a transaction takes its lock.
  package enum TransactionKind: String, Hashable, Sendable {
    /// Reads first; the lock for writing is taken with the first write, which may then fail as busy.
    case deferred = "BEGIN DEFERRED"
    /// Takes the lock for writing at once, so that only the beginning can fail as busy.
    case immediate = "BEGIN IMMEDIATE"
  }

  /// Runs the body in a transaction: kept if it returns, undone if it throws.
  ///
  /// Inside another transaction it becomes a savepoint: thrown errors undo only the inner part.
  @discardableResult
  package func transaction<Result>(
    _ kind: TransactionKind = .immediate, _ body: () throws(StorageError) -> Result
  ) throws(StorageError) -> Result {
    if isInTransaction { return try savepoint(body) }
    try run(kind.rawValue)
    do throws(StorageError) {
      let result = try body()
      try run("COMMIT")
      return result
    } catch {
      // A full disk and the like have ended the transaction already; a second end would hide the cause.
      if isInTransaction { _ = try? run("ROLLBACK") }
      throw error
    }
  }

  private func savepoint<Result>(
    _ body: () throws(StorageError) -> Result
  ) throws(StorageError) -> Result {
    try run("SAVEPOINT inner")
    do throws(StorageError) {
      let result = try body()
      try run("RELEASE inner")
      return result
    } catch {
      if isInTransaction {
        _ = try? run("ROLLBACK TO inner")
        _ = try? run("RELEASE inner")
      }
      throw error
    }
  }
}
