internal import CLinux
internal import Glibc
package import Values

/// An open file that is closed when its owner lets go of it.
package struct OpenFile: ~Copyable, Sendable {
  /// How a file is opened; each is closed in programs that are started.
  package enum Access: Hashable, Sendable {
    /// For reading, never waiting for a pipe's other end.
    case reading
    /// For reading, only if the path itself is no symbolic link.
    case readingWithoutFollowing
    /// For reading and writing in place.
    case readingAndWriting
    /// For reading and writing a file that is made if it is missing.
    case readingAndWritingOrMaking(mode: UInt32)
    /// For writing a file that must not exist yet.
    case making(mode: UInt32)
    /// For writing at the end, whatever else is written meanwhile; made if it is missing.
    case appending(mode: UInt32)
    /// A folder, as the place that other calls count from.
    case folder
  }

  private let owned: OwnedDescriptor
  /// The path under which it was opened, for messages; it may have been renamed since.
  package let path: FilePath

  /// Takes over a descriptor and with it the duty to close it.
  package init(adopting descriptor: Int32, path: FilePath) {
    owned = OwnedDescriptor(number: descriptor)
    self.path = path
  }

  /// Opens a path; open(2).
  package init(_ path: FilePath, _ access: Access) throws(FileError) {
    let (flags, mode) = access.flags
    do throws(Errno) {
      owned = OwnedDescriptor(number: try Kernel.open(path.bytes, flags, mode: mode))
    } catch {
      throw FileError(error, "open", path)
    }
    self.path = path
  }

  /// The number of the descriptor, valid as long as this value.
  package var descriptor: Int32 { owned.number }

  /// Gives the descriptor away, which is then no longer closed here.
  package consuming func release() -> Int32 {
    owned.release()
  }

  /// Reads to the end; fails where there are more bytes than the limit.
  package func readAll(limit: Int) throws(FileError) -> [UInt8] {
    do throws(Errno) {
      if let bytes = try Kernel.readAll(descriptor, limit: limit) { return bytes }
    } catch {
      throw FileError(error, "read", path)
    }
    throw FileError(.tooLarge(limit: limit), "read", path)
  }

  /// Reads at most a number of bytes from a position; fewer only at the end; pread(2).
  package func read(from offset: Int64, count: Int) throws(FileError) -> [UInt8] {
    do throws(Errno) {
      return try Kernel.read(descriptor, from: offset, count: count)
    } catch {
      throw FileError(error, "read", path)
    }
  }

  /// Writes all bytes at the current position.
  package func writeAll(_ bytes: [UInt8]) throws(FileError) {
    do throws(Errno) {
      try Kernel.writeAll(descriptor, bytes)
    } catch {
      throw FileError(error, "write", path)
    }
  }

  /// Waits until content and properties are on the disk; fsync(2).
  package func sync() throws(FileError) {
    do throws(Errno) {
      try Kernel.check { fsync(descriptor) }
    } catch {
      throw FileError(error, "sync", path)
    }
  }

  /// Cuts or extends the file to a size in bytes; ftruncate(2).
  package func truncate(to size: Int64) throws(FileError) {
    do throws(Errno) {
      try Kernel.check { ftruncate(descriptor, Int(size)) }
    } catch {
      throw FileError(error, "cut", path)
    }
  }
}

/// A descriptor alone, apart from its path, since only a plain number can be given away.
///
/// Not private: in release builds other modules destroy open files in place and need its metadata.
struct OwnedDescriptor: ~Copyable {
  let number: Int32

  deinit {
    // What close(2) reports is of no use here: who needs the data on the disk has synced before.
    close(number)
  }

  consuming func release() -> Int32 {
    let number = number
    discard self
    return number
  }
}

extension OpenFile {
  /// The whole content of a regular file, links followed; pipes, devices and folders are refused.
  package static func contents(of path: FilePath, limit: Int) throws(FileError) -> [UInt8] {
    let file = try OpenFile(path, .reading)
    let kind = try FileStatus(of: file).kind
    if kind == .folder { throw FileError(Errno.isAFolder, "read", path) }
    guard kind == .regular else { throw FileError(.special(kind), "read", path) }
    return try file.readAll(limit: limit)
  }
}

extension OpenFile.Access {
  fileprivate var flags: (flags: Int32, mode: UInt32) {
    switch self {
    case .reading: (O_RDONLY | O_NONBLOCK | O_NOCTTY, 0)
    case .readingWithoutFollowing: (O_RDONLY | O_NONBLOCK | O_NOCTTY | O_NOFOLLOW, 0)
    case .readingAndWriting: (O_RDWR | O_NOCTTY, 0)
    case .readingAndWritingOrMaking(let mode): (O_RDWR | O_CREAT | O_NOCTTY, mode)
    case .making(let mode): (O_WRONLY | O_CREAT | O_EXCL, mode)
    case .appending(let mode): (O_RDWR | O_CREAT | O_APPEND | O_NOCTTY, mode)
    case .folder: (O_RDONLY | O_DIRECTORY, 0)
    }
  }
}

extension Kernel {
  /// How many bytes are read or written at a time.
  static let blockSize = 64 << 10

  /// Reads to the end, or gives nil where there are more bytes than the limit; read(2).
  static func readAll(_ descriptor: Int32, limit: Int) throws(Errno) -> [UInt8]? {
    var bytes: [UInt8] = []
    var block = [UInt8](repeating: 0, count: min(blockSize, max(limit, 0) + 1))
    while true {
      let count = try check {
        unsafe block.withUnsafeMutableBytes {
          unsafe Glibc.read(descriptor, $0.baseAddress, $0.count)
        }
      }
      if count == 0 { return bytes }
      guard count <= limit - bytes.count else { return nil }
      bytes += block[..<count]
    }
  }

  /// Reads from a position until there are enough bytes or the end; pread(2).
  static func read(
    _ descriptor: Int32, from offset: Int64, count: Int
  ) throws(Errno) -> [UInt8] {
    var block = [UInt8](repeating: 0, count: max(count, 0))
    var filled = 0
    while filled < block.count {
      let start = filled
      let more = try check {
        unsafe block.withUnsafeMutableBytes { bytes in
          let rest = unsafe UnsafeMutableRawBufferPointer(rebasing: bytes[start...])
          return unsafe pread(descriptor, rest.baseAddress, rest.count, Int(offset) + start)
        }
      }
      if more == 0 { break }
      filled += more
    }
    block.removeSubrange(filled...)
    return block
  }

  /// Writes all bytes, however many calls that takes; write(2).
  static func writeAll(_ descriptor: Int32, _ bytes: [UInt8]) throws(Errno) {
    var done = 0
    while done < bytes.count {
      let start = done
      done += try check {
        unsafe bytes.withUnsafeBytes { buffer in
          let rest = unsafe UnsafeRawBufferPointer(rebasing: buffer[start...])
          return unsafe Glibc.write(descriptor, rest.baseAddress, rest.count)
        }
      }
    }
  }
}
