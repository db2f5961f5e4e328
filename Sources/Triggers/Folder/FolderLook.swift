internal import FileSystem
internal import Systemd
internal import Values

/// A look at folders: adds a watch, lists, reads the properties of what is there.
///
/// It may take long, so it is done by a worker, with values only.
package struct FolderLook: Sendable {
  package struct Target: Sendable {
    let node: Int
    let path: RelativePath
    let needsWatch: Bool
  }

  /// What a look found in one folder.
  package struct Finding: Sendable {
    let target: Target
    var watch: Result<WatchDescriptor, Errno>?
    var place: FolderTree.Place?
    var files: [(name: [UInt8], stamp: FileStamp, changed: Int64)] = []
    var folders: [[UInt8]] = []
    /// Folders that links lead to.
    var linked: [[UInt8]] = []
    var temporaries: [[UInt8]] = []
    /// Why it could not be listed.
    var failure: Errno?
    /// Whether there was more than the limit.
    var isCut = false
  }

  let root: FilePath
  let options: FolderOptions
  let mask: Inotify.Mask
  let watches: InotifyWatches?
  let mounts: MountTable
  let mostFiles: Int

  /// How many folders one look takes.
  static let mostTargets = 64

  /// Looks at each folder.
  func take(_ targets: [Target]) -> [Finding] { targets.map(look) }

  private func look(at target: Target) -> Finding {
    var finding = Finding(target: target)
    let folder = root.appending(target.path)
    if target.needsWatch { finding.watch = watch(folder, isTop: target.path.isRoot) }
    do throws(FileError) {
      if !target.path.isRoot, !options.followsLinks, try FileStatus(of: folder).kind != .folder {
        // It was replaced by a link since it was listed.
        finding.failure = .notAFolder
        return finding
      }
      if options.followsLinks {
        let status = try FileStatus(of: folder, followingLinks: true)
        finding.place = FolderTree.Place(device: status.device, inode: status.inode)
      }
      if let name = options.onlyName {
        try findOne(name, in: folder, &finding)
      } else {
        try list(folder, &finding)
      }
    } catch {
      finding.failure = error.errno ?? .inputOutput
    }
    return finding
  }

  private func watch(_ folder: FilePath, isTop: Bool) -> Result<WatchDescriptor, Errno> {
    guard let watches else { return .failure(.tooManyOpenFiles) }
    let mask = isTop || options.followsLinks ? mask : mask.union(.dontFollowLink)
    do throws(Errno) { return .success(try watches.add(folder, mask)) } catch {
      return .failure(error)
    }
  }

  private func findOne(
    _ name: [UInt8], in folder: FilePath, _ finding: inout Finding
  ) throws(FileError) {
    if let status = try FileStatus.ifPresent(
      folder.appending(name), followingLinks: options.followsLinks), status.kind == .regular
    {
      add(name, status, to: &finding)
    }
  }

  private func list(_ folder: FilePath, _ finding: inout Finding) throws(FileError) {
    let listing = try DirectoryListing(of: folder, limit: mostFiles)
    finding.isCut = listing.isCut
    for entry in listing.entries {
      switch entry.kind {
      case .folder:
        if options.hasSubfolders { finding.folders.append(entry.name) }
      case .regular: addFile(entry.name, in: folder, to: &finding)
      case .link:
        if options.followsLinks { follow(entry.name, in: folder, &finding) }
      case .pipe, .socket, .characterDevice, .blockDevice, .unknown: break
      }
    }
  }

  private func addFile(_ name: [UInt8], in folder: FilePath, to finding: inout Finding) {
    // What is gone again by now, or can't be read, brings itself up by other ways.
    guard let status = try? FileStatus(of: folder.appending(name)), status.kind == .regular else {
      return
    }
    add(name, status, to: &finding)
  }

  private func add(_ name: [UInt8], _ status: FileStatus, to finding: inout Finding) {
    if TemporaryNames.contain(name) { finding.temporaries.append(name) }
    finding.files.append((name, FileStamp(status), status.changed.totalNanoseconds))
  }

  /// Takes what a link leads to; a dead link is nothing, a folder of the kernel's own is none.
  private func follow(_ name: [UInt8], in folder: FilePath, _ finding: inout Finding) {
    let link = folder.appending(name)
    guard let status = try? FileStatus(of: link, followingLinks: true) else { return }
    switch status.kind {
    case .regular: add(name, status, to: &finding)
    case .folder:
      guard options.hasSubfolders, let real = try? FileOperations.realPath(link),
        mounts.mount(containing: real)?.isPseudo != true
      else { return }
      finding.linked.append(name)
    case .link, .pipe, .socket, .characterDevice, .blockDevice, .unknown: break
    }
  }
}
