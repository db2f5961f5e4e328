internal import CLinux
internal import Glibc
internal import Values

extension Kernel {
  /// Renames without ever replacing, also where the file system has no such call.
  static func renameNoReplace(
    _ path: [UInt8], at folder: Int32 = workingFolder,
    to target: [UInt8], at targetFolder: Int32 = workingFolder
  ) throws(Errno) {
    do throws(Errno) {
      try rename(
        path, at: folder, to: target, at: targetFolder, flags: UInt32(RENAME_NOREPLACE))
    } catch {
      // EINVAL is said by file systems without the flag, and for a folder that would go into itself;
      // the second is said again by the detour.
      guard error == .invalidArgument || error == .noSuchSystemCall || error == .notSupported
      else { throw error }
      try renameByDetour(path, at: folder, to: target, at: targetFolder)
    }
  }

  /// Renames without replacing by calls that every kernel has.
  static func renameByDetour(
    _ path: [UInt8], at folder: Int32 = workingFolder,
    to target: [UInt8], at targetFolder: Int32 = workingFolder
  ) throws(Errno) {
    let isFolder = FileStatus.Kind(mode: try status(path, at: folder).st_mode) == .folder
    if isFolder {
      try renameOntoOwnFolder(path, at: folder, to: target, at: targetFolder)
      return
    }
    do throws(Errno) {
      // A second name can't replace. If the process dies between the calls both names stay: nothing is lost.
      try link(path, at: folder, to: target, at: targetFolder)
    } catch {
      guard
        error == .notPermitted || error == .notSupported || error == .tooManyLinks
          || error == .noSuchSystemCall
      else { throw error }
      try renameOntoOwnFile(path, at: folder, to: target, at: targetFolder)
      return
    }
    try unlink(path, at: folder)
  }

  /// Takes the name with an empty folder, which rename(2) replaces only as long as it is empty.
  private static func renameOntoOwnFolder(
    _ path: [UInt8], at folder: Int32, to target: [UInt8], at targetFolder: Int32
  ) throws(Errno) {
    try makeFolder(target, at: targetFolder, mode: 0o700)
    do throws(Errno) {
      try rename(path, at: folder, to: target, at: targetFolder)
    } catch {
      try? removeFolder(target, at: targetFolder)
      throw error
    }
  }

  /// Takes the name with an empty file, which is replaced if it is still that one and empty.
  ///
  /// Only for file systems with neither the flag nor hard links. What another program writes into
  /// the empty file between the check and the call would be lost; it would have to open a file that
  /// has existed for microseconds.
  private static func renameOntoOwnFile(
    _ path: [UInt8], at folder: Int32, to target: [UInt8], at targetFolder: Int32
  ) throws(Errno) {
    let descriptor = try open(
      target, at: targetFolder, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW, mode: 0o600)
    defer { close(descriptor) }
    let own = try FileStatus(descriptor: descriptor)
    let found = FileStatus(try status(target, at: targetFolder))
    guard found.isSameFile(as: own), found.size == 0 else { throw .exists }
    do throws(Errno) {
      try rename(path, at: folder, to: target, at: targetFolder)
    } catch {
      try? unlink(target, at: targetFolder)
      throw error
    }
  }

  /// Sets the times of a path, not following a link; utimensat(2).
  static func setTimes(
    modified: Instant, accessed: Instant, _ path: [UInt8], at folder: Int32 = workingFolder
  ) throws(Errno) {
    let times = [accessed.timespec, modified.timespec]
    unsafe try withPath(path) { unsafe utimensat(folder, $0, times, AT_SYMLINK_NOFOLLOW) }
  }
}
