internal import SQLite

/// One step from a version of the schema to the next; what has been released is never changed.
struct Migration {
  /// The version that it leads to.
  let version: Int32
  /// What it does, for the log.
  let name: String
  let script: String

  /// All of them in order; the last one's version is what this program reads and writes.
  static let all = [
    Migration(version: 1, name: "history, memory and switches", script: Schema.version1)
  ]

  static var newest: Int32 { all.last?.version ?? 0 }

  /// Brings a database up to the newest version of a list, each step in a transaction of its own.
  static func apply(_ migrations: [Migration] = all, to database: Database) throws(HistoryError) {
    let newest = migrations.last?.version ?? 0
    let found = try version(of: database, newest: newest)
    for migration in migrations where migration.version > found {
      try sortingErrors { () throws(StorageError) in
        try database.transaction { () throws(StorageError) in
          // Another process may have been faster between reading the version and this lock.
          guard try database.userVersion() < migration.version else { return }
          try database.execute(migration.script)
          try database.execute("PRAGMA application_id = \(Schema.applicationID)")
          try database.setUserVersion(migration.version)
        }
      }
    }
  }

  /// The version of a database, 0 for an empty one; refuses what is newer or not Hob's.
  static func version(
    of database: Database, newest: Int32 = Migration.newest
  ) throws(HistoryError) -> Int32 {
    let (version, owner, tables) = try sortingErrors { () throws(StorageError) in
      (
        try database.userVersion(),
        try database.first("PRAGMA application_id") { $0.integer(0) } ?? 0,
        try database.first("SELECT count(*) FROM sqlite_schema") { $0.integer(0) } ?? 0
      )
    }
    guard owner == Schema.applicationID || (owner == 0 && tables == 0) else {
      throw HistoryError(.damaged, "it is a database of another program", file: database.name)
    }
    guard version <= newest else {
      throw HistoryError(
        .tooNew, "a newer Hob has written it in form \(version), this one knows form \(newest)",
        file: database.name)
    }
    return version
  }
}
