internal import FileSystem
internal import Rules
internal import Systemd
internal import Triggers
internal import Values

extension Inotify.Mask {
  /// What can mean that a rule file is complete, gone, or trusted now.
  fileprivate static let ruleFolder: Inotify.Mask = [
    .closedAfterWrite, .movedTo, .movedFrom, .deleted, .created, .attributes, .selfDeleted,
    .selfMoved, .onlyFolder,
  ]
}

/// Watches the folders of rules and shortcuts and says when they have to be read again.
///
/// On the loop; the reading itself is the engine's, on a worker, so that a slow disk holds up
/// nothing.
final class RuleDirectory: WatchListener {
  /// How long after the last change is read: editors save in several steps.
  static let quietTime = Duration.milliseconds(200)

  private(set) var loader: RuleLoader
  private(set) var base: RuleBase
  private let watcher: Watcher
  private var quiet: Timer?
  private var isLoading = false
  private var mustLoadAgain = false
  /// Those who asked for a reload and wait for it.
  private var waiters: [CheckedContinuation<RuleBase, Never>] = []
  private var waitersOfLoad: [CheckedContinuation<RuleBase, Never>] = []
  /// Begins to read; `finish` ends that.
  private let read: (RuleLoader) -> Void

  /// Takes over from a first load.
  init(
    _ loader: RuleLoader, _ base: RuleBase, _ watching: SharedWatching, on reactor: Reactor,
    read: @escaping (RuleLoader) -> Void
  ) {
    (self.loader, self.base, self.read) = (loader, base, read)
    watcher = Watcher(watching.watches)
    watcher.listener = self
    quiet = reactor.timer { [unowned self] in load() }
    watchFolders()
  }

  /// Watches each folder, or the nearest one above it that is there.
  private func watchFolders() {
    watcher.removeAll()
    for (token, folder) in loader.folders.all.enumerated() {
      var path = folder
      while !FileOperations.exists(path), path.bytes.count > 1 { path = path.parent }
      // What can't be watched is still read at each reload.
      _ = try? watcher.add(path, .ruleFolder, token: token)
    }
  }

  func noticed(_ record: Inotify.Record, in folder: Int) {
    let parts = loader.folders.all[folder].bytes.split(separator: UInt8(ascii: "/"))
    let isRuleFile = FilePath.text(of: record.name).hasSuffix(FoundFile.ending)
    // The folder itself, or one on the way to it, came or went.
    let isOnTheWay = record.name.isEmpty || parts.contains { Array($0) == record.name }
    if isRuleFile || isOnTheWay { quiet?.arm(after: Self.quietTime) }
  }

  func gaveUp(folder: Int) {}

  func lostRecords() { quiet?.arm(after: Self.quietTime) }

  func batchEnded() {}

  /// Reads all files now; the continuation gets what is in force then.
  func reload(_ waiter: CheckedContinuation<RuleBase, Never>?) {
    if let waiter { waiters.append(waiter) }
    load()
  }

  private func load() {
    guard !isLoading else {
      mustLoadAgain = true
      return
    }
    (isLoading, mustLoadAgain) = (true, false)
    (waitersOfLoad, waiters) = (waiters, [])
    // Before the files are read: what changes from here on is noticed.
    watchFolders()
    read(loader)
  }

  /// Takes what was read; those who wait are told after it is in force.
  func finish(_ loader: RuleLoader, _ base: RuleBase, takingEffect: (RuleBase) -> Void) {
    (self.loader, self.base, isLoading) = (loader, base, false)
    takingEffect(base)
    for waiter in waitersOfLoad { waiter.resume(returning: base) }
    waitersOfLoad = []
    if mustLoadAgain || !waiters.isEmpty { load() }
  }
}
