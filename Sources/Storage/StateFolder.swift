package import FileSystem
package import Values

/// The folder in which everything that outlives the program is kept.
package struct StateFolder: Sendable, Hashable {
  package let path: FilePath

  package init(_ path: FilePath) { self.path = path }

  /// Finds the folder: the one given, else `$STATE_DIRECTORY`, else `hob` in the user's state folder.
  package static func locate(
    explicit: FilePath? = nil, environment: Environment = .current
  ) -> StateFolder {
    if let explicit { return StateFolder(explicit) }
    // systemd lists several folders with colons (systemd.exec(5)); the first is the service's own.
    if let given = environment.bytes("STATE_DIRECTORY") {
      let first = FilePath(bytes: Array(given.prefix { $0 != UInt8(ascii: ":") }))
      if first.isAbsolute { return StateFolder(first) }
    }
    return StateFolder(environment.stateFolder.appending("hob"))
  }

  /// The database.
  package var database: FilePath { path.appending("hob.db") }
  /// The file whose lock the one writer holds.
  package var lock: FilePath { path.appending("hob.lock") }

  /// Whether there is a database, whatever is in it.
  package var hasDatabase: Bool { FileOperations.exists(database) }

  /// Makes the folder for the user alone, where it does not exist yet.
  package func make() throws(HistoryError) {
    do throws(FileError) {
      // Folders above it are the user's usual ones; only the last is private.
      if path.parent != path { try FileOperations.makeFolder(path.parent, mode: 0o755) }
      try FileOperations.makeFolder(path, mode: 0o700)
    } catch {
      throw HistoryError(error)
    }
  }
}

extension HistoryError {
  /// Sorts an error of the file system.
  init(_ error: FileError) {
    let reason: Reason =
      switch error.errno {
      case .noSpace, .quotaExceeded: .full
      case .readOnlyFileSystem, .accessDenied, .notPermitted: .readOnly
      case .inputOutput: .inputOutput
      default: .cannotOpen
      }
    let cause = error.errno.map { "\($0)" } ?? "\(error)"
    self.init(reason, "can't \(error.action) it: \(cause)", file: error.path.text)
  }
}
