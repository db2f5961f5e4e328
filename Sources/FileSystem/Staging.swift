internal import CLinux
internal import Glibc
package import Values

/// A file or folder that is made under a hidden name and gets its own name only when it is complete.
///
/// As long as it is being made it is locked by flock(2), so that what a killed process left can be
/// told from what another is working on. It removes itself unless it is committed.
final class Staging {
  /// The folder in which it is made and will stay.
  private let folder: OpenFile
  private(set) var name: [UInt8]
  private let isFolder: Bool
  /// The staged file, open for writing, or the staged folder.
  let file: OpenFile
  private var isCommitted = false

  /// How many random names are tried.
  private static let mostTries = 100

  /// Makes an empty file or folder beside the place where it will be.
  init(for place: borrowing Place, isFolder: Bool, mode: UInt32? = nil) throws(FileError) {
    let parent = place.folder.descriptor
    let made: (name: [UInt8], descriptor: Int32)
    let folder: Int32
    do throws(Errno) {
      folder = try Kernel.open([0x2E], at: parent, O_PATH | O_DIRECTORY)
    } catch {
      throw FileError(error, "open the folder", place.folder.path)
    }
    self.folder = OpenFile(adopting: folder, path: place.folder.path)
    do throws(Errno) {
      made = try Self.make(for: place.name, in: folder, isFolder: isFolder, mode: mode)
    } catch {
      throw FileError(error, "write into the folder", place.folder.path)
    }
    name = made.name
    self.isFolder = isFolder
    file = OpenFile(adopting: made.descriptor, path: place.folder.path.appending(made.name))
    // Where the file system has no locks, leftovers can't be told and are left alone.
    _ = flock(made.descriptor, LOCK_EX | LOCK_NB)
  }

  deinit {
    if !isCommitted { Self.remove(name, in: folder.descriptor, isFolder: isFolder) }
  }

  private static func make(
    for name: [UInt8], in folder: Int32, isFolder: Bool, mode: UInt32?
  ) throws(Errno) -> (name: [UInt8], descriptor: Int32) {
    for _ in 0..<mostTries {
      let staged = StagedName.make(for: name)
      do throws(Errno) {
        if isFolder {
          try Kernel.makeFolder(staged, at: folder, mode: mode ?? 0o700)
          let flags = O_RDONLY | O_DIRECTORY | O_NOFOLLOW
          return (staged, try Kernel.open(staged, at: folder, flags))
        }
        let flags = O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW
        return (staged, try Kernel.open(staged, at: folder, flags, mode: mode ?? 0o600))
      } catch {
        guard error == .exists else { throw error }
      }
    }
    throw .exists
  }

  /// Gives it its name, or one with a number where both shall be kept, and returns that.
  func commit(
    as wanted: [UInt8], _ collision: Collision
  ) throws(FileError.Reason) -> [UInt8] {
    let parent = folder.descriptor
    let staged = name
    let final = try KeepBoth.settle(wanted, isFolder: isFolder, in: parent, collision) {
      candidate throws(Errno) in
      if collision == .replace {
        try Kernel.rename(staged, at: parent, to: candidate, at: parent)
      } else {
        try Kernel.renameNoReplace(staged, at: parent, to: candidate, at: parent)
      }
    }
    isCommitted = true
    name = final
    return final
  }

  fileprivate static func remove(_ name: [UInt8], in folder: Int32, isFolder: Bool) {
    // What can't be removed has a name by which it is found the next time.
    if isFolder {
      guard let status = try? Kernel.status(name, at: folder) else { return }
      try? Kernel.removeTree(
        name, at: folder, device: UInt64(status.st_dev), levels: FileOperations.deepestRemoval)
    } else {
      try? Kernel.unlink(name, at: folder)
    }
  }
}

/// What a killed process left under hidden names.
package enum StagedLeftovers {
  /// How old something has to be before it can be a leftover: its maker locks it within this time.
  package static let youngest: Duration = .seconds(60)

  /// Removes what a killed process left in a folder and gives its paths; what is being worked on stays.
  @discardableResult
  package static func remove(
    in folder: FilePath, olderThan age: Duration = youngest,
    limit: Int = DirectoryListing.mostEntries
  ) throws(FileError) -> [FilePath] {
    let place = try OpenFile(folder, .folder)
    let listing = try DirectoryListing(of: folder, limit: limit)
    var removed: [FilePath] = []
    for entry in listing.entries where StagedName.matches(entry.name) {
      guard entry.kind == .folder || entry.kind == .regular,
        isAbandoned(entry.name, in: place.descriptor, olderThan: age)
      else { continue }
      Staging.remove(entry.name, in: place.descriptor, isFolder: entry.kind == .folder)
      removed.append(folder.appending(entry.name))
    }
    return removed
  }

  /// Whether nobody holds its lock, and it is old enough to have been locked.
  private static func isAbandoned(
    _ name: [UInt8], in folder: Int32, olderThan age: Duration
  ) -> Bool {
    guard let fd = try? Kernel.open(name, at: folder, O_RDONLY | O_NOFOLLOW | O_NONBLOCK) else {
      return false
    }
    defer { close(fd) }
    guard let status = try? FileStatus(descriptor: fd), WallClock.now() - status.changed >= age
    else { return false }
    return flock(fd, LOCK_EX | LOCK_NB) == 0
  }
}
