internal import SQLite
internal import Values

/// How the database is opened, for writing and for reading.
enum HistoryFile {
  /// How long a write waits for another process before it is given back as locked.
  static let writingWait = Duration.milliseconds(250)
  /// How long opening waits: at a start there is nothing better to do.
  static let openingWait = Duration.seconds(15)
  /// How long a reader waits; it is only kept waiting while a database is repaired or closed.
  static let readingWait = Duration.seconds(5)
  /// How much memory the writer's pages may take, in KiB.
  static let writerCache = 1_024
  /// How much memory a reader's pages may take, in KiB.
  static let readerCache = 2_048
  /// After how many pages in the log they are moved into the file: seldom enough that the wait for
  /// the disk stays out of sight, and as many as one 32 KiB block of the log's index holds.
  static let pagesPerCheckpoint = 4_000
  /// The size in bytes to which the log is cut when it has been emptied: it need not grow anew.
  static let keptLog = 16 << 20

  /// Opens for writing, makes the file where there is none, and brings its form up to date.
  static func openForWriting(
    _ path: FilePath, wait: Duration = openingWait, migrations: [Migration] = Migration.all
  ) throws(HistoryError) -> Database {
    let database = try sortingErrors { () throws(StorageError) in
      var options = Database.Options()
      options.busyTimeout = wait
      return try Database(path: path.bytes, access: .create, options: options)
    }
    // Before anything is changed: a newer program's file, or another program's, is left as it is.
    let version = try Migration.version(of: database, newest: migrations.last?.version ?? 0)
    try sortingErrors { () throws(StorageError) in
      // Has to be said before the first table is made; later it would only rewrite the header.
      if version == 0 { try database.execute("PRAGMA auto_vacuum = INCREMENTAL") }
      try database.setJournalMode(.wal)
      try database.setSynchronous(.normal)
      try database.execute(
        """
        PRAGMA cache_size = -\(writerCache);
        PRAGMA mmap_size = 0;
        PRAGMA temp_store = MEMORY;
        PRAGMA wal_autocheckpoint = \(pagesPerCheckpoint);
        PRAGMA journal_size_limit = \(keptLog);
        """)
    }
    try Migration.apply(migrations, to: database)
    try sortingErrors { () throws(StorageError) in
      try database.execute("PRAGMA busy_timeout = \(Int(writingWait / .milliseconds(1)))")
    }
    return database
  }

  /// Opens for reading, without changing anything in the file.
  static func openForReading(_ path: FilePath) throws(HistoryError) -> Database {
    let database = try sortingErrors { () throws(StorageError) in
      var options = Database.Options()
      options.busyTimeout = readingWait
      let database = try Database(path: path.bytes, access: .readOnly, options: options)
      try database.execute("PRAGMA cache_size = -\(readerCache); PRAGMA temp_store = MEMORY;")
      return database
    }
    let version = try Migration.version(of: database)
    guard version > 0 else {
      throw HistoryError(.absent, "nothing has been recorded yet", file: path.text)
    }
    guard version == Migration.newest else {
      throw HistoryError(
        .tooOld, "an older Hob has written it in form \(version)", file: path.text)
    }
    return database
  }
}
