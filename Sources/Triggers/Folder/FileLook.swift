internal import FileSystem
internal import Values

/// A look at single files that were noticed: whether they are there, how large, and whether complete.
package struct FileLook: Sendable {
  package struct Target: Sendable {
    let path: RelativePath
    /// The path under which it was known, where it was renamed.
    let origin: RelativePath?
    /// Whether it was seen to go, so that it needs no proof.
    let wasSeenGoing: Bool
  }

  package struct Result: Sendable {
    let path: RelativePath
    let finding: Settling.Finding
    /// When content or properties last changed, in nanoseconds since 1970; 0 where there is nothing.
    let changed: Int64
    /// Whether it is a link to a folder, which is to be followed.
    let leadsToFolder: Bool
    /// Whether the path under which it was known holds a file again.
    let originIsBack: Bool
    /// Whether the watched folder itself is not what it was, so that the finding tells nothing.
    let rootIsOther: Bool
  }

  let root: FilePath
  /// The watched folder's device and inode; the inode is nil where the file system makes them up.
  let device: UInt64
  let inode: UInt64?
  let followsLinks: Bool
  /// Whether the kernel can tell who writes.
  let canAskForWriters: Bool

  func take(_ targets: [Target]) -> [Result] { targets.map(look) }

  private func look(at target: Target) -> Result {
    let (finding, changed, kind) = find(root.appending(target.path))
    var rootIsOther = false
    if finding == .nothing, !target.wasSeenGoing { rootIsOther = !isSameRoot() }
    let originIsBack = target.origin.map { origin in
      if case .file = find(root.appending(origin)).0 { true } else { false }
    }
    return Result(
      path: target.path, finding: finding, changed: changed,
      leadsToFolder: followsLinks && kind == .folder, originIsBack: originIsBack ?? false,
      rootIsOther: rootIsOther)
  }

  private func find(_ path: FilePath) -> (Settling.Finding, Int64, FileStatus.Kind) {
    do throws(FileError) {
      guard let status = try FileStatus.ifPresent(path, followingLinks: followsLinks) else {
        return (.nothing, 0, .unknown)
      }
      guard status.kind == .regular else { return (.nothing, 0, status.kind) }
      let hasWriter = canAskForWriters ? hasWriter(path) : nil
      return (
        .file(FileStamp(status), hasWriter: hasWriter), status.changed.totalNanoseconds, .regular
      )
    } catch {
      return (.unreachable, 0, .unknown)
    }
  }

  private func hasWriter(_ path: FilePath) -> Bool? {
    guard let file = try? OpenFile(path, followsLinks ? .reading : .readingWithoutFollowing) else {
      return nil
    }
    return WriterProbe.hasWriter(file)
  }

  private func isSameRoot() -> Bool {
    guard let status = try? FileStatus(of: root, followingLinks: true) else { return false }
    return status.device == device && (inode == nil || status.inode == inode)
  }
}
