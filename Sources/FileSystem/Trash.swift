internal import CLinux
internal import Glibc
package import Values

/// Puts files and folders into the trash as the freedesktop.org Trash specification 1.0 says.
///
/// What is on the file system of the user's own trash goes there; what is on another goes into the
/// trash at the top of that one: `.Trash/UID` where the administrator made a safe `.Trash`, else
/// `.Trash-UID`. Where neither can be used it is an error: nothing is ever deleted or copied
/// instead. The optional cache of folder sizes is left to file managers.
package struct Trash: Sendable {
  /// Something in the trash.
  package struct Item: Hashable, Sendable {
    /// Where it was.
    package let original: FilePath
    /// Where it is now, in the trash's `files`.
    package let file: FilePath
    /// The note about its origin, in the trash's `info`.
    package let info: FilePath
  }

  private let home: FilePath
  private let user: UInt32
  private let table: @Sendable () throws(FileError) -> MountTable

  /// The trash of the user for whom the process acts, with the home trash where the environment says.
  package init(_ environment: Environment) {
    self.init(home: environment.dataFolder.appending("Trash")) { () throws(FileError) in
      try MountTable.current()
    }
  }

  /// A trash with a given home and given mounts, for tests.
  init(
    home: FilePath, user: UInt32 = CurrentProcess.user,
    table: @escaping @Sendable () throws(FileError) -> MountTable
  ) {
    self.home = home
    self.user = user
    self.table = table
  }

  /// Puts a file, a symbolic link itself or a folder into the trash.
  package func put(_ path: FilePath) throws(FileError) -> Item {
    let place = try Place(path, "put into the trash")
    let status: FileStatus
    do throws(Errno) {
      status = try place.status()
    } catch {
      throw FileError(error, "put into the trash", path)
    }
    // Only the parent is resolved: a link is put into the trash itself.
    let original = try FileOperations.realPath(path.parent).appending(path.name)
    let isFolder = status.kind == .folder
    // Through two mounts of one file system the home trash can be out of reach; then the top's is not.
    if let trash = try homeTrash(for: status),
      let item = try put(original, isFolder: isFolder, into: trash)
    {
      return item
    }
    let trash = try topTrash(for: original)
    if let item = try put(original, isFolder: isFolder, into: trash) { return item }
    throw FileError(Errno.otherFileSystem, "put into the trash", path, to: trash.path)
  }

  /// Puts something back to where it was; fails with `exists` where there is something else by now.
  package func restore(_ item: Item) throws(FileError) {
    try FileOperations.renameNoReplace(item.file, to: item.original)
    try? FileOperations.remove(item.info)
  }

  /// One trash folder, and what paths in its notes count from.
  private struct Folder {
    let path: FilePath
    /// The top of the file system, or nil for the home trash, whose notes hold whole paths.
    let top: FilePath?
  }

  /// How many names are tried.
  package static let mostTries = 10_000

  /// Notes the origin first and moves then, so that nothing is in the trash without a note; nil if it can't move there.
  private func put(
    _ original: FilePath, isFolder: Bool, into trash: Folder
  ) throws(FileError) -> Item? {
    guard !trash.path.isInside(original) else {
      throw FileError(.insideItself, "put into the trash", original, to: trash.path)
    }
    try Self.makePrivate(trash.path.appending("files"))
    try Self.makePrivate(trash.path.appending("info"))
    let note = TrashNote(original: original, top: trash.top, deleted: WallClock.now()).bytes
    for number in 1...Self.mostTries {
      let name = Self.name(original.name, number: number, isFolder: isFolder)
      let item = Item(
        original: original, file: trash.path.appending("files").appending(name),
        info: trash.path.appending("info").appending(name + TrashNote.ending))
      guard try Self.write(note, to: item.info) else { continue }
      do throws(Errno) {
        try Kernel.renameNoReplace(original.bytes, to: item.file.bytes)
        return item
      } catch {
        try? FileOperations.remove(item.info)
        switch error {
        // Files without a note keep their names.
        case .exists: continue
        case .otherFileSystem: return nil
        default: throw FileError(error, "put into the trash", original)
        }
      }
    }
    throw FileError(.tooMany(limit: Self.mostTries), "put into the trash", original)
  }

  /// A name with room for the ending of its note.
  private static func name(_ name: [UInt8], number: Int, isFolder: Bool) -> [UInt8] {
    let numbered = KeepBoth.name(name, number: number, isFolder: isFolder)
    let room = Kernel.longestName - TrashNote.ending.count
    guard numbered.count > room else { return numbered }
    let short = KeepBoth.cut(name[...], to: room - 8)
    return KeepBoth.name(short, number: number, isFolder: true)
  }

  /// Writes a note under a name that is free; false where it is taken.
  private static func write(_ note: [UInt8], to path: FilePath) throws(FileError) -> Bool {
    let descriptor: Int32
    do throws(Errno) {
      descriptor = try Kernel.open(path.bytes, O_WRONLY | O_CREAT | O_EXCL, mode: 0o600)
    } catch .exists {
      return false
    } catch {
      throw FileError(error, "write", path)
    }
    let file = OpenFile(adopting: descriptor, path: path)
    do throws(FileError) {
      try file.writeAll(note)
      try file.sync()
      return true
    } catch {
      try? FileOperations.remove(path)
      throw error
    }
  }

  private static func makePrivate(_ folder: FilePath) throws(FileError) {
    try FileOperations.makeFolder(folder, mode: 0o700)
  }
}

/// Which trash it is.
extension Trash {
  /// The home trash, if it is on the file system of what shall go into it.
  private func homeTrash(for status: FileStatus) throws(FileError) -> Folder? {
    // The trash itself may not be there yet; then its nearest existing parent tells.
    var nearest = home
    while true {
      if let found = try FileStatus.ifPresent(nearest, followingLinks: true) {
        guard found.device == status.device else { return nil }
        try Self.makePrivate(home)
        return Folder(path: home, top: nil)
      }
      guard nearest != nearest.parent, nearest.isAbsolute else { return nil }
      nearest = nearest.parent
    }
  }

  /// The trash at the top of the file system that holds a path.
  private func topTrash(for path: FilePath) throws(FileError) -> Folder {
    guard let top = try table().mount(containing: path)?.mountPoint else {
      throw FileError(
        .refused("its file system is not in the table of mounts"), "put into the trash", path)
    }
    if let shared = try sharedTrash(at: top) { return Folder(path: shared, top: top) }
    let own = top.appending(".Trash-\(user)")
    do throws(Errno) {
      try Kernel.makeFolder(own.bytes, mode: 0o700)
    } catch .exists {
      // It is there; whether it is fit is looked at next.
    } catch {
      throw FileError(error, "make the folder", own)
    }
    try refuseForeign(own)
    return Folder(path: own, top: top)
  }

  /// The user's folder in `.Trash`, if the administrator made that a real folder with the sticky bit.
  private func sharedTrash(at top: FilePath) throws(FileError) -> FilePath? {
    let shared = top.appending(".Trash")
    guard let status = try FileStatus.ifPresent(shared), status.kind == .folder,
      status.mode & 0o1000 != 0
    else { return nil }
    let own = shared.appending("\(user)")
    try? FileOperations.makeNewFolder(own, mode: 0o700)
    do throws(FileError) {
      try refuseForeign(own)
      return own
    } catch {
      return nil
    }
  }

  /// A link or another's folder could lead private files anywhere.
  private func refuseForeign(_ folder: FilePath) throws(FileError) {
    let status = try FileStatus(of: folder)
    guard status.kind == .folder, status.owner == user else {
      throw FileError(
        .refused("it is not a folder of the user's own"), "use the trash", folder)
    }
  }
}
