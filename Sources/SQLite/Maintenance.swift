internal import CSQLite

extension Database {
  /// How the file is kept whole over a crash.
  package enum JournalMode: String, Hashable, Sendable {
    /// A write-ahead log: readers and the one writer don't wait for each other.
    case wal
    /// A rollback journal that is deleted at the end of each transaction.
    case delete
    /// A rollback journal in memory: a crash may damage the file.
    case memory
  }

  /// How far a transaction is carried to the disk before it counts, as in sqlite.org/pragma.html.
  package enum Synchronous: Int64, Hashable, Sendable {
    case off = 0
    /// In a write-ahead log: safe over a crash of the program, the last transactions may go with the power.
    case normal = 1
    /// Each transaction is synced: safe over loss of power too.
    case full = 2
  }

  /// Sets the journal mode and gives the one in force, which may be another where the file allows no log.
  @discardableResult
  package func setJournalMode(_ mode: JournalMode) throws(StorageError) -> String {
    try first("PRAGMA journal_mode = \(mode.rawValue)") { $0.text(0) } ?? ""
  }

  /// Sets how far transactions are carried to the disk from now on.
  package func setSynchronous(_ level: Synchronous) throws(StorageError) {
    try execute("PRAGMA synchronous = \(level.rawValue)")
  }

  /// The level at which transactions are carried to the disk.
  package func synchronous() throws(StorageError) -> Synchronous? {
    let level = try first("PRAGMA synchronous") { $0.integer(0) }
    return level.flatMap(Synchronous.init(rawValue:))
  }

  /// Switches the check of foreign keys on or off.
  package func setForeignKeys(_ isOn: Bool) throws(StorageError) {
    try execute("PRAGMA foreign_keys = \(isOn ? "ON" : "OFF")")
  }

  /// The number that the application keeps in the file's header, such as the version of its schema; 0 in a new file.
  package func userVersion() throws(StorageError) -> Int32 {
    Int32(truncatingIfNeeded: try first("PRAGMA user_version") { $0.integer(0) } ?? 0)
  }

  /// Writes the application's number into the file's header; part of the transaction that is open.
  package func setUserVersion(_ version: Int32) throws(StorageError) {
    try execute("PRAGMA user_version = \(version)")
  }

  /// Checks the whole file and gives what is wrong with it: nothing if it is whole.
  ///
  /// Quick leaves out whether indexes agree with their tables, which needs most of the time.
  package func damage(quick: Bool = false) throws(StorageError) -> [String] {
    let check = quick ? "quick_check" : "integrity_check"
    let lines = try rows("PRAGMA \(check)(\(Self.mostDamageLines))") { $0.text(0) }
    return lines == ["ok"] ? [] : lines
  }

  /// How many findings a check gives at most.
  package static let mostDamageLines = 20

  /// Moves the write-ahead log into the file and empties it; false if another connection was in the way.
  @discardableResult
  package func checkpoint() throws(StorageError) -> Bool {
    try first("PRAGMA wal_checkpoint(TRUNCATE)") { $0.integer(0) == 0 } ?? false
  }

  /// The space in bytes that the file takes, pages that are free included.
  package func size() throws(StorageError) -> Int64 {
    let pages = try first("PRAGMA page_count") { $0.integer(0) } ?? 0
    let pageSize = try first("PRAGMA page_size") { $0.integer(0) } ?? 0
    return pages * pageSize
  }
}

/// The version of the SQLite library in use, such as `3.40.1`.
package func libraryVersion() -> String {
  unsafe String(cString: sqlite3_libversion())
}
