internal import CLinux
internal import Glibc
package import Values

/// Asks the kernel whether a file is being written.
///
/// A read lease, as in fcntl(2) under F_SETLEASE, is only granted on a regular file that nobody has
/// open or mapped for writing; so asking for one and giving it back at once answers the question,
/// for all processes, other users' and containers' included.
package enum WriterProbe {
  /// Whether any process holds a regular file open for writing, or nil where that can't be known.
  ///
  /// Not known: what is no regular file, a file of another user, a network or FUSE file system
  /// without leases. A symbolic link is not followed.
  package static func hasWriter(_ path: FilePath) -> Bool? {
    // Opening a device may have effects of its own, so it is looked at first.
    guard let status = try? FileStatus(of: path), status.kind == .regular,
      let file = try? OpenFile(path, .readingWithoutFollowing)
    else { return nil }
    return hasWriter(file)
  }

  /// Whether any process has an open file for writing; it must be open for reading only.
  package static func hasWriter(_ file: borrowing OpenFile) -> Bool? {
    hasWriter(file) {}
  }

  /// Asks, and calls the closure while the lease is held.
  static func hasWriter(_ file: borrowing OpenFile, whileLeased: () -> Void) -> Bool? {
    let fd = file.descriptor
    // While the lease is held, someone who opens the file for writing makes the kernel send SIGIO,
    // which ends a process that is not prepared. Another signal can be chosen for this descriptor:
    // SIGURG does nothing unless someone asks for it, and as it is no real-time signal it never
    // falls back to SIGIO. Who opens waits only until the lease is back, some microseconds.
    guard hob_fcntl_int(fd, F_SETSIG, SIGURG) == 0 else { return nil }
    guard hob_fcntl_int(fd, F_SETLEASE, Int32(F_RDLCK)) == 0 else {
      return Errno.current == .wouldBlock ? true : nil
    }
    whileLeased()
    // Should this fail, closing the descriptor gives the lease back too.
    _ = hob_fcntl_int(fd, F_SETLEASE, Int32(F_UNLCK))
    return false
  }
}
