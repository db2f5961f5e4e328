internal import CLinux
internal import Glibc
package import Values

extension OpenFile {
  /// How long to wait between two tries for a lock that another process holds.
  private static let lockPause = Duration.milliseconds(10)

  /// Takes the lock of the whole file, which ends when the file is closed; flock(2).
  ///
  /// It keeps off only those who take it too. Waits on this thread at most the given time, trying
  /// again and again, so that a cancellation is seen.
  package func lock(
    patience: Duration, isCancelled: () -> Bool = { false }
  ) throws(FileError) {
    let end = WallClock.monotonic() + patience
    while !(try tryLock()) {
      if isCancelled() { throw FileError(FileError.Reason.cancelled, "lock", path) }
      guard WallClock.monotonic() < end else { throw FileError(.locked, "lock", path) }
      var pause = timespec(tv_sec: 0, tv_nsec: Int(Self.lockPause.totalNanoseconds))
      unsafe nanosleep(&pause, nil)
    }
  }

  /// Takes the lock of the whole file if nobody else has it, and tells whether it did; flock(2).
  package func tryLock() throws(FileError) -> Bool {
    do throws(Errno) {
      try Kernel.check { flock(descriptor, LOCK_EX | LOCK_NB) }
      return true
    } catch {
      if error == .wouldBlock { return false }
      throw FileError(.system(error), "lock", path)
    }
  }
}

/// An advisory lock on the file at a path, held until its owner lets go of it or the process ends.
package struct FileLock: ~Copyable, Sendable {
  /// The locked file, open for reading and writing.
  package let file: OpenFile

  /// Locks a file, which is made if it is missing; fails with `locked` where another holds it for longer.
  package init(
    _ path: FilePath, mode: UInt32 = 0o600, patience: Duration = .zero
  ) throws(FileError) {
    file = try Self.locked(path, .readingAndWritingOrMaking(mode: mode), patience: patience)
  }

  /// How often the file may be replaced by another while its lock is waited for.
  private static let mostTries = 100

  /// Opens and locks a file, and makes sure that the path still leads to it: it may have been replaced meanwhile.
  static func locked(
    _ path: FilePath, _ access: OpenFile.Access, patience: Duration
  ) throws(FileError) -> OpenFile {
    for _ in 0..<mostTries {
      let file = try OpenFile(path, access)
      try file.lock(patience: patience)
      let own = try FileStatus(of: file)
      let found = try FileStatus.ifPresent(path, followingLinks: true)
      if let found, found.isSameFile(as: own) { return file }
    }
    throw FileError(.tooMany(limit: mostTries), "lock", path)
  }
}
