internal import FileSystem
internal import Values
internal import Workflow

extension OpenFile {
  /// The first bytes of a regular file, links followed; pipes, devices and folders are refused.
  static func start(of path: FilePath, count: Int) throws(FileError) -> [UInt8] {
    let file = try OpenFile(path, .reading)
    let kind = try FileStatus(of: file).kind
    if kind == .folder { throw FileError(.system(.isAFolder), "read", path) }
    guard kind == .regular else { throw FileError(.special(kind), "read", path) }
    return try file.read(from: 0, count: count)
  }

  /// Whether what is added at the end begins a line: the file is empty or ends with a line break.
  func isAtLineStart(size: Int64) throws(ActionFailure) -> Bool {
    guard size > 0 else { return true }
    let last = try attempt { () throws(FileError) in try read(from: size - 1, count: 1) }
    return last == [UInt8(ascii: "\n")]
  }
}
