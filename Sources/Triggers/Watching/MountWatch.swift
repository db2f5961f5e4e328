package import FileSystem
package import Systemd
package import Values

/// Takes changes of the mount table.
package protocol MountListener: AnyObject {
  /// File systems were mounted or unmounted at these places.
  func mountsChanged(at places: [FilePath])
}

/// The mount table as it is now, followed without polling.
package final class MountWatch {
  package private(set) var table: MountTable
  /// Counts the changes of the table.
  package private(set) var version = 0
  private let file: FilePath
  private let descriptor: OpenHandle?
  private var source: Source?
  private var listeners: [ObjectIdentifier: Weak] = [:]

  private struct Weak { weak var listener: (any MountListener)? }

  /// Keeps a file open as long as it is watched.
  private final class OpenHandle {
    let file: OpenFile
    init(_ path: FilePath) throws(FileError) { file = try OpenFile(path, .reading) }
  }

  package init(on reactor: Reactor) {
    file = FilePath("/proc/self/mountinfo")
    table = (try? MountTable.current()) ?? MountTable(parsing: [])
    // Without /proc there are no changes to be told, and nothing else is lost.
    descriptor = try? OpenHandle(file)
    guard let descriptor else { return }
    source = try? reactor.watch(descriptor.file.descriptor, for: .urgent) { [unowned self] _ in
      changed()
    }
  }

  deinit {
    // Before the file is closed, see epoll(7), question 6.
    source?.cancel()
  }

  package func add(_ listener: any MountListener) {
    listeners[ObjectIdentifier(listener)] = Weak(listener: listener)
  }

  package func remove(_ listener: ObjectIdentifier) { listeners[listener] = nil }

  private func changed() {
    guard let now = try? MountTable.current() else { return }
    let before = Set(table.mounts)
    let after = Set(now.mounts)
    table = now
    version += 1
    let places = before.symmetricDifference(after).map(\.mountPoint)
    guard !places.isEmpty else { return }
    for case let listener? in listeners.values.map(\.listener) {
      listener.mountsChanged(at: places)
    }
  }
}

extension MountTable.Mount {
  /// Whether looking at files here may wait for a network or another program.
  package var isRemote: Bool { type.hasPrefix("fuse") || Self.remoteTypes.contains(type) }

  /// Whether it holds what the kernel makes up, and no files.
  package var isPseudo: Bool { Self.pseudoTypes.contains(type) }

  private static let remoteTypes: Set<String> = [
    "nfs", "nfs4", "cifs", "smb3", "smbfs", "9p", "afs", "ceph", "coda", "davfs", "gfs2",
    "glusterfs",
    "lustre", "ncpfs", "ocfs2", "orangefs", "autofs", "virtiofs",
  ]

  private static let pseudoTypes: Set<String> = [
    "proc", "sysfs", "cgroup", "cgroup2", "debugfs", "tracefs", "securityfs", "pstore", "bpf",
    "configfs", "devpts", "mqueue", "efivarfs", "binfmt_misc", "fusectl", "rpc_pipefs", "nsfs",
  ]
}
