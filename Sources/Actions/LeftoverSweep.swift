internal import FileSystem
internal import Synchronization
internal import Values

/// Removes what a killed process left in a folder, once for each folder before the first copy into it.
final class LeftoverSweep: Sendable {
  private let swept = Mutex<Set<FilePath>>([])

  /// How many folders are remembered; beyond it all are forgotten, and listed once more.
  private static let mostFolders = 1_000

  /// Looks for leftovers in a folder, unless that was done; blocks, so on a worker only.
  func sweep(_ folder: FilePath) {
    let isNew = swept.withLock { swept in
      if swept.count >= Self.mostFolders { swept.removeAll() }
      return swept.insert(folder).inserted
    }
    // What can't be removed now is no reason to refuse the copy.
    if isNew { _ = try? StagedLeftovers.remove(in: folder) }
  }
}
