internal import CLinux
internal import Glibc
internal import Values

/// A name in a folder that is held open, so that renaming the folder meanwhile leads nowhere else.
struct Place: ~Copyable {
  let folder: OpenFile
  let name: [UInt8]

  /// Opens the folder that holds a path; `/`, `.` and `..` are no names.
  init(_ path: FilePath, _ action: String) throws(FileError) {
    // All that can fail comes first: a value that owns something can't be made by halves.
    let name = try Self.name(of: path, action)
    let descriptor = try Self.open(path.parent)
    self.name = name
    folder = OpenFile(adopting: descriptor, path: path.parent)
  }

  private static func name(of path: FilePath, _ action: String) throws(FileError) -> [UInt8] {
    let name = path.name
    guard !name.isEmpty, name != [0x2E], name != [0x2E, 0x2E] else {
      throw FileError(.refused("it has no name of its own"), action, path)
    }
    return name
  }

  private static func open(_ folder: FilePath) throws(FileError) -> Int32 {
    do throws(Errno) {
      return try Kernel.open(folder.bytes, O_PATH | O_DIRECTORY)
    } catch {
      throw FileError(error, "open the folder", folder)
    }
  }

  var path: FilePath { folder.path.appending(name) }

  /// The name, or that of something inside it by its path from there, as calls on the folder take it.
  func name(inside relative: [UInt8]) -> [UInt8] {
    relative.isEmpty ? name : name + [UInt8(ascii: "/")] + relative
  }

  func status() throws(Errno) -> FileStatus {
    FileStatus(try Kernel.status(name, at: folder.descriptor))
  }

  /// Waits until the names in the folder are on the disk, as far as the folder may be read.
  func syncFolder() throws(Errno) {
    guard let again = try? Kernel.open([0x2E], at: folder.descriptor, O_RDONLY | O_DIRECTORY)
    else { return }
    defer { close(again) }
    try Kernel.check { fsync(again) }
  }
}
