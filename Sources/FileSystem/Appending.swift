internal import CLinux
internal import Glibc
package import Values

/// Adds lines to a file that others may be adding to as well.
package enum Appending {
  /// What the file holds before something is added, seen under its lock.
  package struct Existing: Sendable {
    /// Its size in bytes; 0 for a new file.
    package let size: Int64
    /// Its beginning, up to 64 KiB: enough for the heading of a table.
    package let head: [UInt8]
  }

  /// How much of the beginning is shown.
  package static let longestHead = 64 << 10
  /// How long the lock of another program is waited for.
  package static let longestPatience: Duration = .seconds(10)

  /// Adds bytes at the end, on a line of their own and ended by a line feed.
  package static func append(
    _ bytes: [UInt8], to path: FilePath, mode: UInt32 = 0o666, patience: Duration = longestPatience
  ) throws(FileError) {
    try append(to: path, mode: mode, patience: patience) { _ in bytes }
  }

  /// Adds what the closure makes, which may look at what is there; nothing else is added meanwhile.
  ///
  /// The file is made if it is missing. It is locked by flock(2) against others who do the same, and
  /// written at the end by one call, so that lines of programs without a lock are not torn either.
  /// If only a part could be written, it is taken back.
  package static func append(
    to path: FilePath, mode: UInt32 = 0o666, patience: Duration = longestPatience,
    _ make: (Existing) throws(FileError) -> [UInt8]
  ) throws(FileError) {
    let file = try FileLock.locked(path, .appending(mode: mode), patience: patience)
    let status = try FileStatus(of: file)
    guard status.kind == .regular else {
      throw FileError(.special(status.kind), "add to", path)
    }
    let head = try file.read(from: 0, count: min(longestHead, Int(status.size)))
    var bytes = try make(Existing(size: status.size, head: head))
    guard !bytes.isEmpty else { return }
    let lineFeed = UInt8(ascii: "\n")
    if bytes.last != lineFeed { bytes.append(lineFeed) }
    if status.size > 0, try file.read(from: status.size - 1, count: 1) != [lineFeed] {
      bytes.insert(lineFeed, at: 0)
    }
    try write(bytes, to: file, size: status.size)
  }

  private static func write(
    _ bytes: [UInt8], to file: borrowing OpenFile, size: Int64
  ) throws(FileError) {
    let fd = file.descriptor
    let written: Int
    do throws(Errno) {
      written = try Kernel.check {
        unsafe bytes.withUnsafeBytes { unsafe Glibc.write(fd, $0.baseAddress, $0.count) }
      }
    } catch {
      throw FileError(error, "add to", file.path)
    }
    guard written < bytes.count else { return }
    // A part was written, so the disk is full; but another without the lock may have added behind it.
    if try FileStatus(of: file).size == size + Int64(written) { try file.truncate(to: size) }
    throw FileError(Errno.noSpace, "add to", file.path)
  }
}
