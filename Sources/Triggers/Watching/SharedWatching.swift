package import FileSystem
package import Systemd
package import Values

/// What all folder watches of one loop share: watches, mounts, workers, and how patient they are.
package final class SharedWatching {
  package let workers: Workers
  package let watches: WatchTable
  package let mounts: MountWatch
  package let patience: Patience
  package let limits: FolderLimits
  private var identities: [Int: FileSystemIdentity] = [:]
  private var identitiesVersion = 0

  /// How often is tried again what the kernel has refused, while it stands.
  package struct Patience: Sendable {
    package let first: Duration
    /// Each further wait is twice the one before, up to this.
    package let longest: Duration

    package init(first: Duration = .seconds(5), longest: Duration = .seconds(60)) {
      (self.first, self.longest) = (first, longest)
    }
  }

  package init(
    on reactor: Reactor, workers: Workers, patience: Patience = Patience(),
    limits: FolderLimits = FolderLimits()
  ) {
    (self.workers, self.patience, self.limits) = (workers, patience, limits)
    watches = WatchTable(on: reactor)
    mounts = MountWatch(on: reactor)
  }

  /// Which file system a path without links is on; the same answer until it is mounted anew.
  package func identity(ofReal path: FilePath) throws(FileError) -> FileSystemIdentity {
    guard let mount = mounts.table.mount(containing: path) else {
      return try FileSystemIdentity(of: path)
    }
    if identitiesVersion != mounts.version {
      // The numbers of mounts are used again.
      (identities, identitiesVersion) = ([:], mounts.version)
    }
    if let known = identities[mount.id] { return known }
    let identity = try FileSystemIdentity(of: path)
    identities[mount.id] = identity
    return identity
  }

  /// The worker for a path: a slow file system holds up no other.
  package func worker(for path: FilePath) -> WorkerKey {
    guard let mount = mounts.table.mount(containing: path) else { return WorkerKey("files") }
    return WorkerKey("files \(mount.device)")
  }
}
