internal import FileSystem
internal import SQLite
package import Values

/// A history that is open for writing.
package struct OpenedHistory {
  package let writer: HistoryWriter
  /// What happened to the one before, where that could not be read.
  package let loss: HistoryLoss?
}

extension HistoryWriter {
  /// Opens the history of a state folder for writing, which needs its lock.
  ///
  /// A missing one is made. One that can't be read is put aside and replaced by a new one; what that
  /// means is given back. One of a newer program is refused. Where the disk is full or another
  /// process holds the database, it throws, and may be tried again.
  package static func open(
    _ lock: StateLock, now: Instant
  ) throws(HistoryError) -> sending OpenedHistory {
    try open(lock.folder, now: now, wait: HistoryFile.openingWait)
  }

  /// Opens a folder whose lock the caller has; waits so long for another process's lock on the database.
  static func open(
    _ folder: StateFolder, now: Instant, wait: Duration
  ) throws(HistoryError) -> sending OpenedHistory {
    do throws(HistoryError) {
      return OpenedHistory(writer: try HistoryWriter(sound: folder, wait: wait), loss: nil)
    } catch {
      guard error.reason == .damaged else { throw error }
      let loss = try HistoryLoss.putAside(folder, cause: error, now: now)
      return OpenedHistory(writer: try HistoryWriter(sound: folder, wait: wait), loss: loss)
    }
  }

  /// Opens or makes a database at a path as it is, without a lock and without a look for damage.
  package convenience init(path: FilePath) throws(HistoryError) {
    let database = try HistoryFile.openForWriting(path)
    do throws(StorageError) {
      try self.init(database)
    } catch {
      throw HistoryError(error)
    }
  }

  /// Opens the database of a folder if it looks whole.
  private convenience init(sound folder: StateFolder, wait: Duration) throws(HistoryError) {
    try folder.makeDatabase()
    let database = try HistoryFile.openForWriting(folder.database, wait: wait)
    let damage = try HistoryFile.damage(of: database, folder)
    if let first = damage.first {
      throw HistoryError(.damaged, first, file: folder.database.text)
    }
    do throws(StorageError) {
      try self.init(database)
    } catch {
      throw HistoryError(error)
    }
  }

  /// Checks every page of the file and gives what is wrong with it: nothing if it is whole.
  package func damage() throws(HistoryError) -> [String] {
    try sortingErrors { () throws(StorageError) in try database.damage() }
  }

  /// Moves the log into the file; false where a reader was in the way, which is no harm.
  @discardableResult
  package func checkpoint() throws(HistoryError) -> Bool {
    try sortingErrors { () throws(StorageError) in try database.checkpoint() }
  }
}

extension HistoryFile {
  /// The most bytes of a database that is read whole at each start; about 10 ms.
  static let mostCheckedAtStart: Int64 = 8 << 20

  /// Looks for damage as far as that is quick: small files whole, of large ones whether the end is there.
  static func damage(
    of database: Database, _ folder: StateFolder
  ) throws(HistoryError) -> [String] {
    try sortingErrors { () throws(StorageError) in
      let size = try database.size()
      if size <= mostCheckedAtStart { return try database.damage(quick: true) }
      // Only once the log is in the file does the file's size have to be that of its pages.
      guard try database.checkpoint() else { return [] }
      guard let found = (try? FileStatus(of: folder.database))?.size, found < size else {
        return []
      }
      return ["the file has \(found) of its \(size) bytes"]
    }
  }
}

extension StateFolder {
  /// Makes an empty database that only the user can read; SQLite gives its other files the same mode.
  func makeDatabase() throws(HistoryError) {
    guard !hasDatabase else { return }
    do throws(FileError) {
      _ = try OpenFile(database, .making(mode: 0o600))
    } catch {
      if error.errno != .exists { throw HistoryError(error) }
    }
  }
}
