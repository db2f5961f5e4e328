internal import CLinux
internal import Glibc
package import Values

/// What a folder holds, `.` and `..` left out, in no particular order.
package struct DirectoryListing: Sendable {
  /// One name in the folder.
  package struct Entry: Hashable, Sendable {
    package let name: [UInt8]
    /// The kind of the name itself; of a symbolic link that it is one.
    package let kind: FileStatus.Kind
    package let inode: UInt64
  }

  /// How many entries are read at most unless said otherwise.
  package static let mostEntries = 1_000_000

  package let entries: [Entry]
  /// Whether there was more than the limit, so that the entries are only a part.
  package let isCut: Bool

  /// Lists a folder, links to it followed; readdir(3).
  package init(of folder: FilePath, limit: Int = mostEntries) throws(FileError) {
    let file = try OpenFile(folder, .folder)
    do throws(Errno) {
      try self.init(descriptor: file.release(), limit: limit)
    } catch {
      throw FileError(error, "list", folder)
    }
  }

  /// Lists an open folder and closes it.
  init(descriptor: Int32, limit: Int) throws(Errno) {
    guard let stream = unsafe fdopendir(descriptor) else {
      let errno = Errno.current
      close(descriptor)
      throw errno
    }
    defer { unsafe closedir(stream) }
    var entries: [Entry] = []
    var isCut = false
    while true {
      // The end and an error look the same but for errno.
      errno = 0
      guard let record = unsafe readdir(stream) else {
        let errno = Errno.current
        if errno.rawValue != 0 { throw errno }
        break
      }
      let name = unsafe Self.name(of: record)
      if name == [0x2E] || name == [0x2E, 0x2E] { continue }
      guard entries.count < limit else {
        isCut = true
        break
      }
      var kind = unsafe FileStatus.Kind(entryType: record.pointee.d_type)
      if kind == .unknown {
        // Some file systems don't say; a name that is gone by now is left out.
        guard let status = try? Kernel.status(name, at: descriptor) else { continue }
        kind = FileStatus.Kind(mode: status.st_mode)
      }
      entries.append(Entry(name: name, kind: kind, inode: UInt64(unsafe record.pointee.d_ino)))
    }
    self.entries = entries
    self.isCut = isCut
  }

  /// Copies the name out of a record, which may be longer than the type of its field says.
  private static func name(of record: UnsafeMutablePointer<dirent>) -> [UInt8] {
    let start =
      unsafe UnsafeRawPointer(record)
      + (MemoryLayout<dirent>.offset(of: \.d_name) ?? MemoryLayout<dirent>.size)
    let size = unsafe strlen(start.assumingMemoryBound(to: CChar.self))
    return unsafe [UInt8](UnsafeRawBufferPointer(start: start, count: size))
  }
}
