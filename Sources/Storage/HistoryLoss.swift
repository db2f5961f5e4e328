internal import FileSystem
internal import SQLite
package import Values

/// What happened when a history could not be read: it was put aside and a new one begun.
package struct HistoryLoss: Sendable, Hashable, CustomStringConvertible {
  /// Where the unreadable file lies now; what belongs to it has the same name with `-wal` or `-shm`.
  package let keptAs: FilePath
  /// Why it could not be read, in words.
  package let cause: String
  /// Its size in bytes, and when it was last written.
  package let size: Int64
  package let lastWritten: Instant?

  package var description: String {
    let written = lastWritten.map { ", last written \($0.rfc3339())" } ?? ""
    return """
      the history could not be read (\(cause)); it is kept as \(keptAs.text) \
      (\(size) bytes\(written)) and a new one was begun. Lost from view: past events and runs, \
      runs that were waiting or under way, what `hob enable`, `hob disable` and `hob pause` had \
      set, and what folders remembered of their files: what came while Hob was off is taken as \
      old. Rules and shortcuts are files of their own and are not touched
      """
  }
}

extension HistoryLoss {
  /// How many unreadable histories are kept; older ones are removed when another comes.
  package static let mostKept = 5
  private static let infix = ".broken-"
  /// The files that belong to a database, by what stands behind its name.
  private static let companions = ["", "-wal", "-shm"]

  /// Puts an unreadable database and what belongs to it aside.
  static func putAside(
    _ folder: StateFolder, cause: HistoryError, now: Instant
  ) throws(HistoryError) -> HistoryLoss {
    do throws(FileError) {
      let status = try FileStatus.ifPresent(folder.database)
      removeOldest(in: folder)
      let kept = try freeName(folder, now)
      for companion in companions {
        let file = folder.database.appendingSuffix(companion)
        guard FileOperations.exists(file) else { continue }
        try FileOperations.renameNoReplace(file, to: kept.appendingSuffix(companion))
      }
      return HistoryLoss(
        keptAs: kept, cause: cause.message, size: status?.size ?? 0, lastWritten: status?.modified)
    } catch {
      throw HistoryError(error)
    }
  }

  /// A name after the time, with a number where that is taken.
  private static func freeName(
    _ folder: StateFolder, _ now: Instant
  ) throws(FileError) -> FilePath {
    let stamp = Instant(seconds: now.seconds).rfc3339().filter { $0 != "-" && $0 != ":" }
    let first = folder.database.appendingSuffix(infix + stamp)
    for number in 1...mostKept + 1 {
      let name = number == 1 ? first : first.appendingSuffix("-\(number)")
      let isFree = companions.allSatisfy { !FileOperations.exists(name.appendingSuffix($0)) }
      if isFree { return name }
    }
    throw FileError(.tooMany(limit: mostKept), "keep another broken history beside", first)
  }

  /// Makes room for one more, the oldest going first: their names sort by time.
  private static func removeOldest(in folder: StateFolder) {
    guard let listing = try? DirectoryListing(of: folder.path) else { return }
    let start = Array((FilePath.text(of: folder.database.name) + infix).utf8)
    let kept = listing.entries.map(\.name).filter { name in
      name.starts(with: start) && !name.ends(with: "-wal") && !name.ends(with: "-shm")
    }
    let excess = kept.sorted { $0.lexicographicallyPrecedes($1) }.dropLast(mostKept - 1)
    for name in excess {
      let path = folder.path.appending(name)
      for companion in companions { try? FileOperations.remove(path.appendingSuffix(companion)) }
    }
  }
}

extension [UInt8] {
  fileprivate func ends(with text: String) -> Bool {
    suffix(text.utf8.count).elementsEqual(text.utf8)
  }
}

extension FilePath {
  /// The path with more text at the end of its last name.
  func appendingSuffix(_ text: String) -> FilePath { FilePath(bytes: bytes + Array(text.utf8)) }
}
