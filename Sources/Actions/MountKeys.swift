internal import FileSystem
internal import Systemd
internal import Values

/// Says which worker thread a path belongs to: one for each mounted file system.
///
/// The table of mounts is read once, and again after the kernel has told that it changed. A path is
/// looked up as it is written: where a link leads to another disk the work merely shares a thread.
final class MountKeys {
  private var table: MountTable?
  private var source: Source?
  private let list: MountList?

  /// The open list of mounts; the kernel tells its changes through it (proc_pid_mountinfo(5)).
  private final class MountList {
    let file: OpenFile

    init() throws(FileError) { file = try OpenFile(FilePath("/proc/self/mountinfo"), .reading) }
  }

  private static let unknown = WorkerKey("files")

  init(reactor: Reactor) {
    list = try? MountList()
    guard let list else { return }
    source = try? reactor.watch(list.file.descriptor, for: .urgent) { [unowned self] _ in
      table = nil
    }
  }

  /// The thread for work on a path.
  func key(for path: FilePath) -> WorkerKey {
    // Without news of changes the table is read each time, which is slower but never stale.
    let mounts = table ?? (try? MountTable.current())
    if source != nil { table = mounts }
    guard let mount = mounts?.mount(containing: path) else { return Self.unknown }
    return WorkerKey("files " + mount.mountPoint.text)
  }
}
