internal import CLinux
internal import FileSystem
internal import Glibc

/// A file descriptor with one owner; it is closed when the owner lets go.
struct OwnedDescriptor: ~Copyable {
  let number: CInt

  init(_ number: CInt) { self.number = number }

  deinit { close(number) }

  /// Makes reads and writes fail with EAGAIN instead of waiting.
  func setNonBlocking() { _ = hob_fcntl_int(number, F_SETFL, O_NONBLOCK) }
}

/// The two ends of a pipe(7), both close-on-exec.
struct Pipe: ~Copyable {
  let reader: OwnedDescriptor
  let writer: OwnedDescriptor

  init() throws(Errno) {
    var ends: [CInt] = [-1, -1]
    let status = unsafe ends.withUnsafeMutableBufferPointer { ends in
      unsafe pipe2(ends.baseAddress, O_CLOEXEC)
    }
    guard status == 0 else { throw Errno.current }
    reader = OwnedDescriptor(ends[0])
    writer = OwnedDescriptor(ends[1])
  }
}

extension OwnedDescriptor {
  /// A file in memory with that content, at its beginning.
  ///
  /// As a program's input it needs no writer: no full pipe, no SIGPIPE, nothing to wait for.
  static func memory(_ bytes: [UInt8]) throws(Errno) -> OwnedDescriptor {
    let file = OwnedDescriptor(unsafe memfd_create("input", UInt32(MFD_CLOEXEC)))
    guard file.number >= 0 else { throw Errno.current }
    var written = 0
    while written < bytes.count {
      // pwrite(2) leaves the offset at the beginning, where the program starts to read.
      let count = unsafe bytes.withUnsafeBytes { bytes in
        unsafe pwrite(
          file.number, bytes.baseAddress.map { unsafe $0 + written }, bytes.count - written,
          off_t(written))
      }
      guard count > 0 || errno == EINTR else { throw Errno.current }
      written += max(0, count)
    }
    return file
  }
}
