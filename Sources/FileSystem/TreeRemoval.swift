internal import CLinux
internal import Glibc
package import Values

extension FileOperations {
  /// How many levels of folders are removed at most; each holds one descriptor open.
  package static let deepestRemoval = 256

  /// Removes a file, or a folder with all it holds; symbolic links are removed, not followed.
  ///
  /// What is mounted inside is not entered: its folder is busy and stays, with its parents.
  package static func removeTree(_ path: FilePath) throws(FileError) {
    let name = path.name
    guard !name.isEmpty, name != [0x2E], name != [0x2E, 0x2E] else {
      throw FileError(.refused("only a named file or folder is removed"), "remove", path)
    }
    do throws(Errno) {
      let status = FileStatus(try Kernel.status(path.bytes))
      guard status.kind == .folder else { return try Kernel.unlink(path.bytes) }
      try Kernel.removeTree(
        path.bytes, at: Kernel.workingFolder, device: status.device, levels: deepestRemoval)
    } catch {
      throw FileError(error, "remove", path)
    }
  }
}

extension Kernel {
  /// Removes a folder and what it holds, by descriptors, so that a folder swapped for a link leads nowhere else.
  static func removeTree(
    _ name: [UInt8], at parent: Int32, device: UInt64, levels: Int
  ) throws(Errno) {
    guard levels > 0 else { throw .nameTooLong }
    let folder = try open(name, at: parent, O_RDONLY | O_DIRECTORY | O_NOFOLLOW)
    defer { close(folder) }
    guard try FileStatus(descriptor: folder).device == device else { throw .busy }
    while true {
      // A huge folder is emptied in portions, listing it anew each time.
      let again = try open([0x2E], at: folder, O_RDONLY | O_DIRECTORY)
      let listing = try DirectoryListing(
        descriptor: again, limit: DirectoryListing.mostEntries)
      for entry in listing.entries {
        if entry.kind == .folder {
          try removeTree(entry.name, at: folder, device: device, levels: levels - 1)
        } else {
          try ignoringMissing { () throws(Errno) in try unlink(entry.name, at: folder) }
        }
      }
      if !listing.isCut { break }
    }
    try ignoringMissing { () throws(Errno) in try removeFolder(name, at: parent) }
  }

  /// Lets pass that another program was faster.
  private static func ignoringMissing(_ call: () throws(Errno) -> Void) throws(Errno) {
    do throws(Errno) {
      try call()
    } catch {
      if error != .noSuchFile { throw error }
    }
  }
}
