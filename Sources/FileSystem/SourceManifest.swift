internal import CLinux
internal import Glibc
internal import Values

/// What a file or folder consisted of when its copying began, so that only what was copied is removed.
struct SourceManifest {
  /// What tells that a file is still the same and unchanged.
  struct Stamp: Equatable {
    let kind: FileStatus.Kind
    let device: UInt64
    let inode: UInt64
    let size: Int64
    let modified: Int64

    init(_ status: FileStatus) {
      kind = status.kind
      device = status.device
      inode = status.inode
      // The size of a folder says nothing about what it holds.
      size = status.kind == .folder ? 0 : status.size
      modified = status.modified.totalNanoseconds
    }
  }

  struct Entry {
    /// The path from the source, empty for the source itself.
    let path: [UInt8]
    let stamp: Stamp
  }

  /// Each folder comes before what it holds.
  private(set) var entries: [Entry] = []
  /// The bytes of all regular files.
  private(set) var bytes: Int64 = 0

  /// How many files and folders are copied at a time; their list takes some 100 bytes each.
  static let mostEntries = 500_000

  /// Lists a source with all it holds; what has no content to copy is refused before anything is copied.
  init(
    of place: borrowing Place, limit: Int = mostEntries, isCancelled: () -> Bool
  ) throws(FileError.Reason) {
    try add([], place)
    var next = 0
    while next < entries.count {
      let entry = entries[next]
      next += 1
      guard entry.stamp.kind == .folder else { continue }
      if isCancelled() { throw .cancelled }
      for name in try Self.names(in: entry.path, place, limit: limit) {
        try add(entry.path.isEmpty ? name : entry.path + [UInt8(ascii: "/")] + name, place)
        guard entries.count <= limit else { throw .tooMany(limit: limit) }
      }
    }
  }

  private mutating func add(_ path: [UInt8], _ place: borrowing Place) throws(FileError.Reason) {
    let status: FileStatus
    do throws(Errno) {
      status = FileStatus(
        try Kernel.status(place.name(inside: path), at: place.folder.descriptor))
    } catch {
      throw .system(error)
    }
    switch status.kind {
    case .regular: bytes += status.size
    case .folder, .link: break
    case .pipe, .socket, .characterDevice, .blockDevice, .unknown: throw .special(status.kind)
    }
    entries.append(Entry(path: path, stamp: Stamp(status)))
  }

  private static func names(
    in path: [UInt8], _ place: borrowing Place, limit: Int
  ) throws(FileError.Reason) -> [[UInt8]] {
    do throws(Errno) {
      let folder = try Kernel.open(
        place.name(inside: path), at: place.folder.descriptor,
        O_RDONLY | O_DIRECTORY | O_NOFOLLOW)
      return try DirectoryListing(descriptor: folder, limit: limit + 1).entries.map(\.name)
    } catch {
      throw .system(error)
    }
  }

  /// Fails if anything was changed, added or taken away since the list was made, or, if asked, is being written.
  func verify(
    _ place: borrowing Place, refusingWriters: Bool
  ) throws(FileError.Reason) {
    for entry in entries {
      guard isUnchanged(entry, place, refusingWriters: refusingWriters) else { throw .changed }
    }
  }

  private func isUnchanged(
    _ entry: Entry, _ place: borrowing Place, refusingWriters: Bool
  ) -> Bool {
    let name = place.name(inside: entry.path)
    let folder = place.folder.descriptor
    guard let status = try? Kernel.status(name, at: folder),
      Stamp(FileStatus(status)) == entry.stamp
    else { return false }
    guard refusingWriters, entry.stamp.kind == .regular,
      let fd = try? Kernel.open(name, at: folder, O_RDONLY | O_NOFOLLOW | O_NONBLOCK)
    else { return true }
    return WriterProbe.hasWriter(OpenFile(adopting: fd, path: place.path)) != true
  }

  /// Removes what is in the list and unchanged; what is not stays, with its folders, and is an error.
  func remove(_ place: borrowing Place) throws(FileError.Reason) {
    var hasChanged = false
    var failure: Errno?
    for entry in entries.reversed() {
      let name = place.name(inside: entry.path)
      do throws(Errno) {
        if entry.stamp.kind == .folder {
          try Kernel.removeFolder(name, at: place.folder.descriptor)
        } else if isUnchanged(entry, place, refusingWriters: true) {
          try Kernel.unlink(name, at: place.folder.descriptor)
        } else {
          hasChanged = true
        }
      } catch .notEmpty, .exists {
        // Something came into the folder meanwhile, or stays in it.
        hasChanged = true
      } catch {
        failure = failure ?? error
      }
    }
    if let failure { throw .system(failure) }
    if hasChanged { throw .changed }
  }
}
