internal import CLinux
internal import Glibc
package import Values

/// The properties of a file as inode(7) has them.
package struct FileStatus: Hashable, Sendable {
  /// What sort of file it is.
  package enum Kind: String, Hashable, Sendable {
    case regular, folder, link, pipe, socket, characterDevice, blockDevice, unknown
  }

  package let kind: Kind
  /// The size in bytes.
  package let size: Int64
  /// The bytes that it takes on the disk: fewer than its size where it has holes.
  package let allocatedSize: Int64
  /// When the content last changed.
  package let modified: Instant
  /// When the content or the properties last changed, which no program can set.
  package let changed: Instant
  /// When the content was last read, as far as the file system keeps that.
  package let accessed: Instant
  /// The twelve bits of permissions, set-user-id, set-group-id and sticky.
  package let mode: UInt32
  package let owner: UInt32
  package let group: UInt32
  /// The number of the device that holds the file.
  package let device: UInt64
  package let inode: UInt64
  /// How many names the file has.
  package let links: UInt64
  /// For a device file, the number of the device it stands for.
  package let representedDevice: UInt64

  /// Reads the properties of a path; of a symbolic link itself unless links are followed; lstat(2).
  package init(of path: FilePath, followingLinks: Bool = false) throws(FileError) {
    do throws(Errno) {
      self.init(try Kernel.status(path.bytes, followingLinks: followingLinks))
    } catch {
      throw FileError(error, "read the properties of", path)
    }
  }

  /// Reads the properties of an open file; fstat(2).
  package init(of file: borrowing OpenFile) throws(FileError) {
    do throws(Errno) {
      try self.init(descriptor: file.descriptor)
    } catch {
      throw FileError(error, "read the properties of", file.path)
    }
  }

  /// The properties of a path, or nil where there is no such file.
  package static func ifPresent(
    _ path: FilePath, followingLinks: Bool = false
  ) throws(FileError) -> FileStatus? {
    do throws(Errno) {
      return self.init(try Kernel.status(path.bytes, followingLinks: followingLinks))
    } catch .noSuchFile, .notAFolder {
      return nil
    } catch {
      throw FileError(error, "read the properties of", path)
    }
  }

  init(descriptor: Int32) throws(Errno) {
    var buffer = stat()
    try Kernel.check { unsafe fstat(descriptor, &buffer) }
    self.init(buffer)
  }

  init(_ status: stat) {
    kind = Kind(mode: status.st_mode)
    size = Int64(status.st_size)
    allocatedSize = Int64(status.st_blocks) * 512
    modified = Instant(status.st_mtim)
    changed = Instant(status.st_ctim)
    accessed = Instant(status.st_atim)
    mode = status.st_mode & 0o7777
    owner = status.st_uid
    group = status.st_gid
    device = UInt64(status.st_dev)
    inode = UInt64(status.st_ino)
    links = UInt64(status.st_nlink)
    representedDevice = UInt64(status.st_rdev)
  }

  /// Whether both are the same file under whatever name.
  package func isSameFile(as other: FileStatus) -> Bool {
    device == other.device && inode == other.inode
  }
}

extension FileStatus.Kind {
  init(mode: UInt32) {
    switch mode & S_IFMT {
    case S_IFREG: self = .regular
    case S_IFDIR: self = .folder
    case S_IFLNK: self = .link
    case S_IFIFO: self = .pipe
    case S_IFSOCK: self = .socket
    case S_IFCHR: self = .characterDevice
    case S_IFBLK: self = .blockDevice
    default: self = .unknown
    }
  }

  /// Translates the kind that a folder's listing gives; readdir(3).
  init(entryType: UInt8) {
    switch Int(entryType) {
    case DT_REG: self = .regular
    case DT_DIR: self = .folder
    case DT_LNK: self = .link
    case DT_FIFO: self = .pipe
    case DT_SOCK: self = .socket
    case DT_CHR: self = .characterDevice
    case DT_BLK: self = .blockDevice
    default: self = .unknown
    }
  }

  /// The kind in plain words.
  package var words: String {
    switch self {
    case .regular: "file"
    case .folder: "folder"
    case .link: "symbolic link"
    case .pipe: "pipe"
    case .socket: "socket"
    case .characterDevice: "character device"
    case .blockDevice: "block device"
    case .unknown: "file of unknown kind"
    }
  }
}

extension Instant {
  init(_ time: timespec) {
    self.init(seconds: Int64(time.tv_sec), nanoseconds: Int64(time.tv_nsec))
  }

  /// The point in time as the kernel takes it.
  var timespec: timespec {
    Glibc.timespec(tv_sec: Int(seconds), tv_nsec: Int(nanoseconds))
  }
}

/// The two parts of a device number; makedev(3).
package struct DeviceNumber: Hashable, Sendable, CustomStringConvertible {
  package let major: UInt32
  package let minor: UInt32

  package init(major: UInt32, minor: UInt32) {
    self.major = major
    self.minor = minor
  }

  /// Takes apart the number that the properties of a file carry.
  package init(_ number: UInt64) {
    major = UInt32(truncatingIfNeeded: (number >> 8) & 0xFFF | (number >> 32) & ~0xFFF)
    minor = UInt32(truncatingIfNeeded: number & 0xFF | (number >> 12) & 0xFFFF_FF00)
  }

  package var description: String { "\(major):\(minor)" }
}
