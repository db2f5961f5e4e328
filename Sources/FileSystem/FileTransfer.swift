internal import CLinux
internal import Glibc
package import Values

/// Copies and moves files and whole folders so that nothing is ever lost or replaced unasked.
///
/// The target's name appears only when everything under it is complete and on the disk; until then
/// it is made under a hidden name in the target's folder, which must exist. A move within a file
/// system is one rename; to another one it is a copy, after which the source is removed only if it
/// is still as it was. Symbolic links are copied as links, hard links as separate files; pipes,
/// sockets and devices are refused before anything is copied.
///
/// It reads and writes for as long as that takes: it belongs on a worker thread.
package struct FileTransfer: Sendable {
  /// How far a transfer has come.
  package struct Progress: Hashable, Sendable {
    package let bytes: Int64
    package let totalBytes: Int64
  }

  /// What a transfer has done.
  package struct Outcome: Hashable, Sendable {
    /// Where the file or folder is now.
    package let target: FilePath
    /// How many bytes were copied; 0 for a rename.
    package let copiedBytes: Int64
    /// Names of properties and extended attributes that the target could not take.
    package let lostAttributes: [String]
  }

  /// Asked between blocks and files whether to stop.
  package var isCancelled: @Sendable () -> Bool
  /// Told about the progress of copying after each block.
  package var report: @Sendable (Progress) -> Void
  /// How old a hidden name in the target's folder has to be before it can be a leftover.
  var leftoverAge = StagedLeftovers.youngest

  /// How much of the target's folder is looked at for leftovers, so that a huge one does not slow down each copy.
  private static let mostLookedAt = 10_000

  package init(
    isCancelled: @escaping @Sendable () -> Bool = { false },
    report: @escaping @Sendable (Progress) -> Void = { _ in }
  ) {
    self.isCancelled = isCancelled
    self.report = report
  }

  /// Copies a file, a symbolic link or a folder to a path.
  package func copy(
    _ source: FilePath, to target: FilePath, _ collision: Collision = .keepBoth
  ) throws(FileError) -> Outcome {
    let from = try Place(source, "copy")
    let to = try Place(target, "copy to")
    do throws(FileError.Reason) {
      let status = try Self.status(from)
      try Self.refuseInsideItself(status, source, to)
      try Self.refuseTaken(to, isFolder: status.kind == .folder, collision)
      return try duplicate(from, to, collision, removingSource: false)
    } catch {
      throw FileError(error, "copy", source, to: target)
    }
  }

  /// Moves a file, a symbolic link or a folder to a path.
  package func move(
    _ source: FilePath, to target: FilePath, _ collision: Collision = .keepBoth
  ) throws(FileError) -> Outcome {
    let from = try Place(source, "move")
    let to = try Place(target, "move to")
    do throws(FileError.Reason) {
      let status = try Self.status(from)
      try Self.refuseInsideItself(status, source, to)
      if let outcome = try Self.moveOntoItself(from, status, to, collision) { return outcome }
      return try rename(from, isFolder: status.kind == .folder, to, collision)
    } catch {
      throw FileError(error, "move", source, to: target)
    }
  }

  /// Renames, or copies where the target is on another file system.
  private func rename(
    _ from: borrowing Place, isFolder: Bool, _ to: borrowing Place, _ collision: Collision
  ) throws(FileError.Reason) -> Outcome {
    let (fromFolder, fromName) = (from.folder.descriptor, from.name)
    let toFolder = to.folder.descriptor
    do throws(FileError.Reason) {
      let name = try KeepBoth.settle(to.name, isFolder: isFolder, in: toFolder, collision) {
        candidate throws(Errno) in
        if collision == .replace {
          try Kernel.rename(fromName, at: fromFolder, to: candidate, at: toFolder)
        } else {
          try Kernel.renameNoReplace(fromName, at: fromFolder, to: candidate, at: toFolder)
        }
      }
      return Outcome(
        target: to.folder.path.appending(name), copiedBytes: 0, lostAttributes: [])
    } catch .system(.otherFileSystem) {
      try Self.refuseTaken(to, isFolder: isFolder, collision)
      try Self.refuseUnremovable(from)
      return try duplicate(from, to, collision, removingSource: true)
    } catch {
      throw error
    }
  }

  /// Copies to a hidden name, makes sure of it, gives it its name, and removes the source if asked to.
  private func duplicate(
    _ from: borrowing Place, _ to: borrowing Place, _ collision: Collision, removingSource: Bool
  ) throws(FileError.Reason) -> Outcome {
    // What a killed process left here would otherwise stay for ever; that it can't be removed stops nothing.
    _ = try? StagedLeftovers.remove(
      in: to.folder.path, olderThan: leftoverAge, limit: Self.mostLookedAt)
    let manifest = try SourceManifest(of: from, isCancelled: isCancelled)
    var copying = TreeCopy(
      manifest, isMove: removingSource, isCancelled: isCancelled, report: report)
    let name = try copying.run(from, to, collision)
    do throws(Errno) {
      try to.syncFolder()
    } catch {
      throw .system(error)
    }
    if removingSource { try manifest.remove(from) }
    return Outcome(
      target: to.folder.path.appending(name), copiedBytes: copying.bytes,
      lostAttributes: copying.lost.sorted())
  }
}

/// What is found out before anything is done.
extension FileTransfer {
  private static func status(_ place: borrowing Place) throws(FileError.Reason) -> FileStatus {
    do throws(Errno) {
      return try place.status()
    } catch {
      throw .system(error)
    }
  }

  private static func refuseInsideItself(
    _ status: FileStatus, _ source: FilePath, _ to: borrowing Place
  ) throws(FileError.Reason) {
    guard status.kind == .folder else { return }
    guard let realSource = try? FileOperations.realPath(source),
      let realTarget = try? FileOperations.realPath(to.folder.path)
    else { return }
    if realTarget.isInside(realSource) { throw .insideItself }
  }

  /// Says at once what would be said after the copying: that the name is taken.
  private static func refuseTaken(
    _ to: borrowing Place, isFolder: Bool, _ collision: Collision
  ) throws(FileError.Reason) {
    guard let found = try? to.status() else { return }
    switch collision {
    case .fail: throw .system(.exists)
    case .keepBoth: if !isFolder { try KeepBoth.refuseFolder(to.name, in: to.folder.descriptor) }
    case .replace: if found.kind == .folder, !isFolder { throw .system(.isAFolder) }
    }
  }

  /// Says before the copying that the source could not be removed after it.
  private static func refuseUnremovable(_ from: borrowing Place) throws(FileError.Reason) {
    let isWritable = unsafe try? Kernel.withPath([0x2E]) {
      unsafe faccessat(from.folder.descriptor, $0, W_OK | X_OK, AT_EACCESS)
    }
    if isWritable == nil { throw .system(.accessDenied) }
  }

  /// Handles a target that is the source itself, by this name or another.
  private static func moveOntoItself(
    _ from: borrowing Place, _ status: FileStatus, _ to: borrowing Place, _ collision: Collision
  ) throws(FileError.Reason) -> Outcome? {
    guard let found = try? to.status(), found.isSameFile(as: status),
      let fromFolder = try? FileStatus(descriptor: from.folder.descriptor),
      let toFolder = try? FileStatus(descriptor: to.folder.descriptor)
    else { return nil }
    let there = Outcome(target: to.path, copiedBytes: 0, lostAttributes: [])
    let isSameFolder = fromFolder.isSameFile(as: toFolder)
    if isSameFolder, from.name == to.name { return there }
    do throws(Errno) {
      if status.kind != .folder, status.links > 1 {
        // Two names of one file: rename(2) would do nothing, so the old name is taken away.
        guard collision == .replace else { return nil }
        try Kernel.unlink(from.name, at: from.folder.descriptor)
        return there
      }
      // One name in two spellings, on a file system that takes capitals and small letters for the same.
      guard isSameFolder else { return nil }
      try Kernel.rename(
        from.name, at: from.folder.descriptor, to: to.name, at: to.folder.descriptor)
      return there
    } catch {
      throw .system(error)
    }
  }
}
