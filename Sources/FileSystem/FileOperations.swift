internal import CLinux
internal import Glibc
package import Values

/// Small operations on names: none follows a symbolic link in the last component unless it says so.
package enum FileOperations {
  /// Whether there is something under a path, be it a dangling link; false also where it can't be known.
  package static func exists(_ path: FilePath) -> Bool {
    (try? Kernel.status(path.bytes)) != nil
  }

  /// Makes a folder and its missing parents; nothing happens where it exists already.
  ///
  /// The mode is cut by the process's umask, as in mkdir(2).
  package static func makeFolder(_ path: FilePath, mode: UInt32 = 0o777) throws(FileError) {
    do throws(Errno) {
      try Kernel.makeFolder(path.bytes, mode: mode)
    } catch {
      switch error {
      case .noSuchFile where path.parent != path && !path.name.isEmpty:
        try makeFolder(path.parent, mode: mode)
        try makeOneFolder(path, mode: mode)
      default:
        try tolerateFolder(path, error)
      }
    }
  }

  private static func makeOneFolder(_ path: FilePath, mode: UInt32) throws(FileError) {
    do throws(Errno) {
      try Kernel.makeFolder(path.bytes, mode: mode)
    } catch {
      try tolerateFolder(path, error)
    }
  }

  /// Lets the failure to make a folder pass where there is one, whatever the number says.
  private static func tolerateFolder(_ path: FilePath, _ error: Errno) throws(FileError) {
    // A file system mounted read-only says EROFS, a foreign parent EACCES, even if the folder is there.
    if let status = try? Kernel.status(path.bytes, followingLinks: true),
      FileStatus.Kind(mode: status.st_mode) == .folder
    {
      return
    }
    throw FileError(error, "make the folder", path)
  }

  /// Makes a folder that must not exist yet.
  package static func makeNewFolder(_ path: FilePath, mode: UInt32 = 0o777) throws(FileError) {
    try attempt("make the folder", path) { () throws(Errno) in
      try Kernel.makeFolder(path.bytes, mode: mode)
    }
  }

  /// Removes a name that is no folder; unlink(2).
  package static func remove(_ path: FilePath) throws(FileError) {
    try attempt("remove", path) { () throws(Errno) in try Kernel.unlink(path.bytes) }
  }

  /// Removes an empty folder; rmdir(2).
  package static func removeFolder(_ path: FilePath) throws(FileError) {
    try attempt("remove the folder", path) { () throws(Errno) in
      try Kernel.removeFolder(path.bytes)
    }
  }

  /// Gives a file a second name, which must not exist; link(2).
  package static func link(_ path: FilePath, to target: FilePath) throws(FileError) {
    try attempt("link", path, to: target) { () throws(Errno) in
      try Kernel.link(path.bytes, to: target.bytes)
    }
  }

  /// Makes a symbolic link with the given content under a name that must not exist; symlink(2).
  package static func makeSymbolicLink(
    _ path: FilePath, to content: FilePath
  ) throws(FileError) {
    try attempt("make the symbolic link", path) { () throws(Errno) in
      try Kernel.makeSymbolicLink(to: content.bytes, path.bytes)
    }
  }

  /// Reads the content of a symbolic link; readlink(2).
  package static func readLink(_ path: FilePath) throws(FileError) -> FilePath {
    try attempt("read the link", path) { () throws(Errno) in
      FilePath(bytes: try Kernel.readLink(path.bytes))
    }
  }

  /// Renames on the same file system, replacing what has the target's name; rename(2).
  package static func rename(_ path: FilePath, to target: FilePath) throws(FileError) {
    try attempt("rename", path, to: target) { () throws(Errno) in
      try Kernel.rename(path.bytes, to: target.bytes)
    }
  }

  /// Renames on the same file system and never replaces: a taken name is the error `exists`.
  package static func renameNoReplace(_ path: FilePath, to target: FilePath) throws(FileError) {
    try attempt("rename", path, to: target) { () throws(Errno) in
      try Kernel.renameNoReplace(path.bytes, to: target.bytes)
    }
  }

  /// Sets the twelve bits of permissions, links followed; chmod(2).
  package static func setMode(_ mode: UInt32, of path: FilePath) throws(FileError) {
    try attempt("set the mode of", path) { () throws(Errno) in
      _ = unsafe try Kernel.withPath(path.bytes) { unsafe chmod($0, mode) }
    }
  }

  /// Sets when the content last changed and was read, links not followed; utimensat(2).
  package static func setTimes(
    modified: Instant, accessed: Instant? = nil, of path: FilePath
  ) throws(FileError) {
    try attempt("set the times of", path) { () throws(Errno) in
      try Kernel.setTimes(modified: modified, accessed: accessed ?? modified, path.bytes)
    }
  }

  /// The path with all symbolic links, `.` and `..` resolved; everything on it has to exist; realpath(3).
  package static func realPath(_ path: FilePath) throws(FileError) -> FilePath {
    try attempt("resolve", path) { () throws(Errno) in
      var resolved: [UInt8] = []
      unsafe try Kernel.withPath(path.bytes) { start -> Int32 in
        guard let text = unsafe realpath(start, nil) else { return -1 }
        defer { unsafe free(text) }
        unsafe resolved = Array(UnsafeRawBufferPointer(start: text, count: strlen(text)))
        return 0
      }
      return FilePath(bytes: resolved)
    }
  }

  /// Waits until the names in a folder are on the disk; fsync(2).
  package static func syncFolder(_ path: FilePath) throws(FileError) {
    let folder = try OpenFile(path, .folder)
    try folder.sync()
  }

  private static func attempt<Result>(
    _ action: String, _ path: FilePath, to target: FilePath? = nil,
    _ call: () throws(Errno) -> Result
  ) throws(FileError) -> Result {
    do throws(Errno) {
      return try call()
    } catch {
      throw FileError(error, action, path, to: target)
    }
  }
}
