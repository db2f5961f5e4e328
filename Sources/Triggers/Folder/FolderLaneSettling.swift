internal import FileSystem
internal import Systemd
internal import Values

/// Single files: looked at when they are due, judged, and compared with the ledger.
extension FolderLane {
  /// Looks at what is due: a few files here and now, many or slow ones by a worker.
  func lookAtDueFiles() {
    let now = clock
    let few = limits.lookedAtOnLoop
    while lookedAt < limits.lookedAtTogether {
      let due = settling.takeDue(at: now, limit: isRemote ? limits.lookedAtByWorker : few)
      guard !due.isEmpty else { return }
      if !isRemote, due.count < few {
        judge(fileLook.take(targets(due)))
        return
      }
      let more = settling.takeDue(at: now, limit: limits.lookedAtByWorker - due.count)
      giveToWorker(due + more)
    }
  }

  private var fileLook: FileLook {
    FileLook(
      root: options.root, device: place?.device ?? 0, inode: isRemote ? nil : place?.inode,
      followsLinks: options.followsLinks, canAskForWriters: !isRemote)
  }

  private func targets(_ paths: [RelativePath]) -> [FileLook.Target] {
    paths.map { path in
      FileLook.Target(
        path: path, origin: settling[path]?.origin,
        wasSeenGoing: settling[path]?.wasSeenGoing ?? false)
    }
  }

  private func giveToWorker(_ paths: [RelativePath]) {
    let (look, targets) = (fileLook, targets(paths))
    let generation = generation
    lookedAt += paths.count
    context.watching.workers.call(
      on: context.watching.worker(for: place?.real ?? options.root), { look.take(targets) },
      backOn: context.reactor
    ) { [weak self] results in
      guard let self else { return }
      lookedAt -= results.count
      if self.generation == generation { judge(results) }
      process()
    }
  }

  /// Judges looks, and hands over all that they settle together.
  private func judge(_ results: [FileLook.Result]) {
    var observations: [Observation] = []
    let now = clock
    let wallTime = context.now()
    for result in results {
      guard settling[result.path] != nil else { continue }
      if result.rootIsOther { mustLookAtRoot = true }
      if result.leadsToFolder, let above = tree.node(at: result.path.folder) {
        lookAtFolder(result.path.name, in: above)
      }
      let conclusion = settling.judge(
        result.path, result.rootIsOther ? .unreachable : result.finding,
        circumstances(result.path, wallTime), at: now)
      if conclusion == .settled { observations += settled(result, at: wallTime) }
    }
    if !observations.isEmpty { context.deliver(observations) }
    if mustLookAtRoot { process() }
  }

  private func circumstances(
    _ path: RelativePath, _ wallTime: Instant
  ) -> Settling.Circumstances {
    Settling.Circumstances(
      isKnown: ledger[path] != nil, hasSibling: tree.hasTemporary(for: path),
      wallTime: wallTime.totalNanoseconds)
  }

  /// What a settled path comes to: events with their marks, or nothing.
  private func settled(_ result: FileLook.Result, at now: Instant) -> [Observation] {
    let path = result.path
    guard let state = settling[path] else { return [] }
    let found: FileStamp? = if case .file(let stamp, _) = result.finding { stamp } else { nil }
    if found == nil, isCovered(path) {
      settling.forget(path)
      return []
    }
    let changes = changes(path, found, state, originIsBack: result.originIsBack)
    guard !changes.isEmpty else {
      settling.forget(path)
      letGo(of: state.origin, after: changes)
      return []
    }
    var cause: Cause?
    switch context.ownHand(self.path(path)) {
    case .none: break
    case .busy:
      settling.keepBusy(path)
      return []
    case .cause(let runs): cause = runs
    }
    settling.forget(path)
    letGo(of: state.origin, after: changes)
    // What happened before the start is told with the time that the file has.
    let happened =
      state.isCatchUp && result.changed > 0
      ? min(now, Instant(totalNanoseconds: result.changed)) : now
    return changes.map {
      report($0, isCatchUp: state.isCatchUp, cause: cause, at: happened)
    }
  }

  /// Looks at the path under which a file was known, where no rename has come of it.
  private func letGo(of origin: RelativePath?, after changes: [FileChange]) {
    guard let origin, ledger[origin] != nil, !changes.contains(where: { $0.isRename }) else {
      return
    }
    note(.found, of: origin)
  }

  /// Compares a settled path with the ledger.
  private func changes(
    _ path: RelativePath, _ found: FileStamp?, _ state: Settling.Pending, originIsBack: Bool
  ) -> [FileChange] {
    let known = ledger[path]
    guard let found else {
      return known.map { [FileChange(.removed, path, $0)] } ?? []
    }
    if let known {
      return known == found ? [] : [FileChange(.changed, path, found)]
    }
    guard let origin = state.origin, let before = ledger[origin], !originIsBack else {
      guard ledger.count < limits.files else {
        isFull = true
        return []
      }
      return [FileChange(.added, path, found)]
    }
    let renamed = FileChange(.renamed(from: origin), path, found)
    return before == found ? [renamed] : [renamed, FileChange(.changed, path, found)]
  }
}

/// What has become of one file.
struct FileChange: Hashable {
  enum Kind: Hashable {
    case added
    case changed
    case removed
    case renamed(from: RelativePath)
  }

  let kind: Kind
  let path: RelativePath

  var isRename: Bool {
    if case .renamed = kind { true } else { false }
  }

  /// The file as it is now; of a removed one as it was.
  let stamp: FileStamp

  init(_ kind: Kind, _ path: RelativePath, _ stamp: FileStamp) {
    (self.kind, self.path, self.stamp) = (kind, path, stamp)
  }
}
