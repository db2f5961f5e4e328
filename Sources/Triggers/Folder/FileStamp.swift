package import FileSystem
package import Values

/// What is remembered of a file to see later whether it is still the same.
///
/// Inode and device numbers are left out: some file systems make them up anew with each mount.
package struct FileStamp: Hashable, Sendable {
  /// The size in bytes.
  package let size: Int64
  /// When the content last changed, in nanoseconds since 1970.
  package let modified: Int64

  package init(size: Int64, modified: Int64) { (self.size, self.modified) = (size, modified) }

  package init(_ status: FileStatus) {
    self.init(size: status.size, modified: status.modified.totalNanoseconds)
  }

  /// Stands for a file that is known by name only; unequal to any real one.
  package static let unseen = FileStamp(size: -1, modified: 0)

  package var instant: Instant { Instant(totalNanoseconds: modified) }
}

/// The form in which a stamp is kept over restarts.
extension FileStamp {
  /// Size and time with the lowest byte first.
  package var encoded: [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(16)
    for number in [size, modified] {
      for shift in stride(from: 0, to: 64, by: 8) {
        bytes.append(UInt8(truncatingIfNeeded: number >> Int64(shift)))
      }
    }
    return bytes
  }

  /// Reads the kept form; nil where it is none.
  package init?(encoded bytes: [UInt8]) {
    guard bytes.count == 16 else { return nil }
    func number(at start: Int) -> Int64 {
      bytes[start..<start + 8].reversed().reduce(0) { $0 << 8 | Int64($1) }
    }
    self.init(size: number(at: 0), modified: number(at: 8))
  }
}
