internal import CLinux
internal import Glibc
internal import Values

/// Copies what a manifest lists to a hidden name and gives that its name at the end.
struct TreeCopy {
  private let manifest: SourceManifest
  private let isCancelled: () -> Bool
  private let report: (FileTransfer.Progress) -> Void
  /// Whether the source will be removed, so that nobody may be writing it.
  private let isMove: Bool
  private(set) var bytes: Int64 = 0
  /// Names of properties that could not be kept.
  private(set) var lost: Set<String> = []

  init(
    _ manifest: SourceManifest, isMove: Bool, isCancelled: @escaping () -> Bool,
    report: @escaping (FileTransfer.Progress) -> Void
  ) {
    self.isMove = isMove
    self.manifest = manifest
    self.isCancelled = isCancelled
    self.report = report
  }

  /// Copies, makes sure that the source is still the same and the copy on the disk, and returns the copy's name.
  mutating func run(
    _ from: borrowing Place, _ to: borrowing Place, _ collision: Collision
  ) throws(FileError.Reason) -> [UInt8] {
    guard let root = manifest.entries.first else { throw .changed }
    if root.stamp.kind == .link { return try copyLink(root, from, to, collision) }
    let isFolder = root.stamp.kind == .folder
    let staging: Staging
    do throws(FileError) {
      staging = try Staging(for: to, isFolder: isFolder)
    } catch {
      throw error.reason
    }
    let target = staging.file.descriptor
    if isFolder {
      try copyFolder(from, into: target)
    } else {
      try copyFile(root, from, into: target)
    }
    do throws(Errno) {
      // Each file of a tree synced alone would take minutes on a slow disk; syncfs(2) does all at once.
      try Kernel.check { isFolder ? syncfs(target) : fsync(target) }
    } catch {
      throw .system(error)
    }
    try manifest.verify(from, refusingWriters: isMove)
    return try staging.commit(as: to.name, collision)
  }

  /// A symbolic link is made in one step, so that no hidden name is needed.
  private mutating func copyLink(
    _ entry: SourceManifest.Entry, _ from: borrowing Place, _ to: borrowing Place,
    _ collision: Collision
  ) throws(FileError.Reason) -> [UInt8] {
    let folder = to.folder.descriptor
    let content: [UInt8]
    do throws(Errno) {
      content = try Kernel.readLink(from.name, at: from.folder.descriptor)
      if collision == .replace {
        try replaceLink(content, to.name, in: folder, entry)
        return to.name
      }
    } catch {
      throw .system(error)
    }
    return try KeepBoth.settle(to.name, isFolder: false, in: folder, collision) {
      candidate throws(Errno) in try makeLink(content, candidate, in: folder, entry)
    }
  }

  private func replaceLink(
    _ content: [UInt8], _ name: [UInt8], in folder: Int32, _ entry: SourceManifest.Entry
  ) throws(Errno) {
    let staged = StagedName.make(for: name)
    try makeLink(content, staged, in: folder, entry)
    do throws(Errno) {
      try Kernel.rename(staged, at: folder, to: name, at: folder)
    } catch {
      try? Kernel.unlink(staged, at: folder)
      throw error
    }
  }

  private func makeLink(
    _ content: [UInt8], _ name: [UInt8], in folder: Int32, _ entry: SourceManifest.Entry
  ) throws(Errno) {
    try Kernel.makeSymbolicLink(to: content, name, at: folder)
    let modified = Instant(totalNanoseconds: entry.stamp.modified)
    try? Kernel.setTimes(modified: modified, accessed: modified, name, at: folder)
  }

  /// Copies all that is below the first entry, folders first, then their properties from the inside out.
  private mutating func copyFolder(
    _ from: borrowing Place, into target: Int32
  ) throws(FileError.Reason) {
    for entry in manifest.entries.dropFirst() {
      if isCancelled() { throw .cancelled }
      do throws(Errno) {
        switch entry.stamp.kind {
        case .folder:
          try Kernel.makeFolder(entry.path, at: target, mode: 0o700)
          continue
        case .link:
          let name = from.name(inside: entry.path)
          let content = try Kernel.readLink(name, at: from.folder.descriptor)
          try makeLink(content, entry.path, in: target, entry)
          continue
        case .regular: break
        case .pipe, .socket, .characterDevice, .blockDevice, .unknown:
          throw Errno.invalidArgument
        }
      } catch {
        throw .system(error)
      }
      let flags = O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW
      let file = try Self.open(entry.path, at: target, flags, mode: 0o600)
      defer { close(file) }
      try copyFile(entry, from, into: file)
    }
    for entry in manifest.entries.reversed() where entry.stamp.kind == .folder {
      let flags = O_RDONLY | O_DIRECTORY | O_NOFOLLOW
      let source = try Self.open(
        from.name(inside: entry.path), at: from.folder.descriptor, flags)
      defer { close(source) }
      let copy = try Self.open(entry.path.isEmpty ? [0x2E] : entry.path, at: target, flags)
      defer { close(copy) }
      let status = try Self.status(source, entry)
      lost.formUnion(AttributeCopy.run(from: source, status: status, to: copy))
    }
  }

  private mutating func copyFile(
    _ entry: SourceManifest.Entry, _ from: borrowing Place, into target: Int32
  ) throws(FileError.Reason) {
    let source = try Self.open(
      from.name(inside: entry.path), at: from.folder.descriptor,
      O_RDONLY | O_NOFOLLOW | O_NONBLOCK)
    defer { close(source) }
    // Taken before the reading, which changes the time of the last access.
    let status = try Self.status(source, entry)
    let (before, total, report) = (bytes, manifest.bytes, report)
    var copied: Int64 = 0
    try withoutActuallyEscaping({ (more: Int64) in
      copied += more
      report(FileTransfer.Progress(bytes: before + copied, totalBytes: total))
    }) { tell throws(FileError.Reason) in
      var copy = ContentCopy(from: source, to: target, isCancelled: isCancelled, report: tell)
      try copy.run(size: entry.stamp.size)
    }
    bytes += copied
    _ = try Self.status(source, entry)
    lost.formUnion(AttributeCopy.run(from: source, status: status, to: target))
  }

  /// The properties of an open source, which has to be what the manifest lists.
  private static func status(
    _ source: Int32, _ entry: SourceManifest.Entry
  ) throws(FileError.Reason) -> FileStatus {
    guard let status = try? FileStatus(descriptor: source),
      SourceManifest.Stamp(status) == entry.stamp
    else { throw .changed }
    return status
  }

  private static func open(
    _ path: [UInt8], at folder: Int32, _ flags: Int32, mode: UInt32 = 0
  ) throws(FileError.Reason) -> Int32 {
    do throws(Errno) {
      return try Kernel.open(path, at: folder, flags, mode: mode)
    } catch {
      throw .system(error)
    }
  }
}
