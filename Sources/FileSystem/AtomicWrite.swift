internal import CLinux
internal import Glibc
package import Values

/// Writes whole files so that nobody ever sees a part of one, also not after a loss of power.
package enum AtomicWrite {
  /// Writes a file, replacing what it held; a new one gets the mode, cut by the process's umask.
  ///
  /// An existing file keeps its mode, attributes and, as far as allowed, its owner; a symbolic link
  /// is followed, and other names of the same file keep the old content.
  package static func replace(
    _ path: FilePath, with bytes: [UInt8], mode: UInt32 = 0o666
  ) throws(FileError) {
    let link = try FileStatus.ifPresent(path)
    let path = link?.kind == .link ? try FileOperations.realPath(path) : path
    let place = try Place(path, "write")
    let old = try FileStatus.ifPresent(path)
    if let kind = old?.kind, kind != .regular {
      throw kind == .folder
        ? FileError(Errno.isAFolder, "write", path) : FileError(.special(kind), "write", path)
    }
    let staging = try Staging(for: place, isFolder: false, mode: mode)
    if let old { keepProperties(of: old, at: place, for: staging.file.descriptor) }
    _ = try finish(staging, bytes, place, .replace)
  }

  /// Writes a new file and gives its path; where both shall be kept that may be a numbered name.
  package static func create(
    _ path: FilePath, with bytes: [UInt8], _ collision: Collision = .keepBoth,
    mode: UInt32 = 0o666
  ) throws(FileError) -> FilePath {
    if collision == .replace {
      try replace(path, with: bytes, mode: mode)
      return path
    }
    let place = try Place(path, "write")
    let staging = try Staging(for: place, isFolder: false, mode: mode)
    return try finish(staging, bytes, place, collision)
  }

  private static func keepProperties(
    of old: FileStatus, at place: borrowing Place, for new: Int32
  ) {
    let flags = O_RDONLY | O_NOFOLLOW | O_NONBLOCK
    guard let source = try? Kernel.open(place.name, at: place.folder.descriptor, flags) else {
      // One that may be written but not read still has a mode.
      _ = fchmod(new, old.mode & 0o777)
      return
    }
    defer { close(source) }
    _ = AttributeCopy.copyIdentity(from: source, status: old, to: new)
  }

  private static func finish(
    _ staging: Staging, _ bytes: [UInt8], _ place: borrowing Place, _ collision: Collision
  ) throws(FileError) -> FilePath {
    do throws(Errno) {
      try Kernel.writeAll(staging.file.descriptor, bytes)
      try Kernel.check { fsync(staging.file.descriptor) }
    } catch {
      throw FileError(error, "write", place.path)
    }
    let name: [UInt8]
    do throws(FileError.Reason) {
      name = try staging.commit(as: place.name, collision)
    } catch {
      throw FileError(error, "write", place.path)
    }
    do throws(Errno) {
      try place.syncFolder()
    } catch {
      throw FileError(error, "sync", place.folder.path)
    }
    return place.folder.path.appending(name)
  }
}
