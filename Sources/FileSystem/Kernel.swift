internal import CLinux
internal import Glibc
internal import Values

/// The system calls on paths, as functions that throw the error number and start again when interrupted.
///
/// Each takes the descriptor of a folder and a path relative to it, or the working folder.
enum Kernel {
  /// Stands for the working folder of the process where a folder's descriptor is asked for.
  static let workingFolder = AT_FDCWD

  /// Gives the result of a call that says failure by a negative number, again and again while it is interrupted.
  @discardableResult
  static func check<Number: SignedInteger>(_ call: () -> Number) throws(Errno) -> Number {
    while true {
      let result = call()
      if result >= 0 { return result }
      let errno = Errno.current
      if errno != .interrupted { throw errno }
    }
  }

  /// Makes a call with a path as C wants it; a path with a NUL inside is refused, for it would name another file.
  @discardableResult
  static func withPath<Number: SignedInteger>(
    _ path: [UInt8], _ call: (UnsafePointer<CChar>) -> Number
  ) throws(Errno) -> Number {
    guard !path.contains(0) else { throw .invalidArgument }
    while true {
      // The error number is read inside, before the memory of the path is freed.
      let (result, errno) = unsafe (path + [0]).withUnsafeBytes { bytes -> (Number, Errno) in
        guard let start = unsafe bytes.assumingMemoryBound(to: CChar.self).baseAddress else {
          return (-1, .invalidArgument)
        }
        let result = unsafe call(start)
        return (result, .current)
      }
      if result >= 0 { return result }
      if errno != .interrupted { throw errno }
    }
  }

  /// Opens a path, always closed in programs that are started; openat(2).
  static func open(
    _ path: [UInt8], at folder: Int32 = workingFolder, _ flags: Int32, mode: UInt32 = 0
  ) throws(Errno) -> Int32 {
    unsafe try withPath(path) { unsafe hob_openat(folder, $0, flags | O_CLOEXEC, mode) }
  }

  /// Reads the properties of a path, of a link itself unless links are followed; fstatat(2).
  static func status(
    _ path: [UInt8], at folder: Int32 = workingFolder, followingLinks: Bool = false
  ) throws(Errno) -> stat {
    var buffer = stat()
    let flags = followingLinks ? 0 : AT_SYMLINK_NOFOLLOW
    unsafe try withPath(path) { unsafe fstatat(folder, $0, &buffer, flags) }
    return buffer
  }

  /// Makes a folder; mkdirat(2).
  static func makeFolder(
    _ path: [UInt8], at folder: Int32 = workingFolder, mode: UInt32
  ) throws(Errno) {
    unsafe try withPath(path) { unsafe mkdirat(folder, $0, mode) }
  }

  /// Removes a name that is no folder; unlinkat(2).
  static func unlink(_ path: [UInt8], at folder: Int32 = workingFolder) throws(Errno) {
    unsafe try withPath(path) { unsafe unlinkat(folder, $0, 0) }
  }

  /// Removes an empty folder; unlinkat(2).
  static func removeFolder(_ path: [UInt8], at folder: Int32 = workingFolder) throws(Errno) {
    unsafe try withPath(path) { unsafe unlinkat(folder, $0, AT_REMOVEDIR) }
  }

  /// Gives a file one more name; of a symbolic link the link itself; linkat(2).
  static func link(
    _ path: [UInt8], at folder: Int32 = workingFolder,
    to target: [UInt8], at targetFolder: Int32 = workingFolder
  ) throws(Errno) {
    unsafe try withTwoPaths(path, target) { unsafe linkat(folder, $0, targetFolder, $1, 0) }
  }

  /// Makes a symbolic link with the given content; symlinkat(2).
  static func makeSymbolicLink(
    to content: [UInt8], _ path: [UInt8], at folder: Int32 = workingFolder
  ) throws(Errno) {
    unsafe try withTwoPaths(content, path) { unsafe symlinkat($0, folder, $1) }
  }

  /// Reads the content of a symbolic link; readlinkat(2).
  static func readLink(
    _ path: [UInt8], at folder: Int32 = workingFolder
  ) throws(Errno) -> [UInt8] {
    var buffer = [UInt8](repeating: 0, count: longestPath)
    let count = unsafe try withPath(path) { path in
      unsafe buffer.withUnsafeMutableBytes { bytes in
        guard let start = unsafe bytes.assumingMemoryBound(to: CChar.self).baseAddress else {
          return 0
        }
        return unsafe readlinkat(folder, path, start, longestPath)
      }
    }
    return Array(buffer.prefix(count))
  }

  /// Renames with the flags of renameat2(2).
  static func rename(
    _ path: [UInt8], at folder: Int32 = workingFolder,
    to target: [UInt8], at targetFolder: Int32 = workingFolder, flags: UInt32 = 0
  ) throws(Errno) {
    unsafe try withTwoPaths(path, target) {
      unsafe renameat2(folder, $0, targetFolder, $1, flags)
    }
  }

  /// Makes a call with two paths.
  private static func withTwoPaths(
    _ first: [UInt8], _ second: [UInt8],
    _ call: (UnsafePointer<CChar>, UnsafePointer<CChar>) -> Int32
  ) throws(Errno) {
    guard !second.contains(0) else { throw .invalidArgument }
    unsafe try withPath(first) { first in
      unsafe (second + [0]).withUnsafeBytes { bytes -> Int32 in
        guard let second = unsafe bytes.assumingMemoryBound(to: CChar.self).baseAddress else {
          return -1
        }
        return unsafe call(first, second)
      }
    }
  }

  /// The longest path that a call takes, the NUL included; limits.h.
  static let longestPath = 4096
  /// The longest name of one file in bytes; limits.h.
  static let longestName = 255
}
