internal import CLinux
internal import Glibc
internal import Values

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
