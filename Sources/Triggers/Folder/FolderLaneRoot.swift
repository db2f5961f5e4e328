internal import FileSystem
internal import Systemd
internal import Values

/// The watched folder itself: found, lost, found again, on this file system or another.
extension FolderLane: MountListener {
  /// The token of folders above the watched one, whose records only say to look again.
  static let aboveToken = -1
  /// The token of watches that came too late; their records tell nothing.
  static let nobodyToken = -2

  /// What is watched in the tree.
  var mask: Inotify.Mask {
    var mask: Inotify.Mask = [
      .created, .movedTo, .movedFrom, .deleted, .closedAfterWrite, .attributes, .selfDeleted,
      .selfMoved, .onlyFolder, .excludeUnlinked,
    ]
    if settling.reportsOpenFiles { mask.insert(.modified) }
    return mask
  }

  /// Looks whether the folder is there, and enters or leaves it.
  func lookAtRoot() {
    let look = RootLook(path: options.root)
    guard context.watching.mounts.table.mount(containing: options.root)?.isRemote == true else {
      return enter(look.take())
    }
    let generation = generation
    context.watching.workers.call(
      on: context.watching.worker(for: options.root), { look.take() }, backOn: context.reactor
    ) { [weak self] finding in
      guard let self, self.generation == generation else { return }
      enter(finding)
      process()
    }
  }

  private func enter(_ finding: RootLook.Finding) {
    isRefused = false
    switch finding {
    case .folder(let place): enter(place)
    case .missing(let above, let name):
      leave("it waits for \(options.root.text), which does not exist")
      watchAbove(above, for: name)
      waitForBirth(below: above)
    case .notAFolder:
      leave("\(options.root.text) is not a folder; it waits for one")
      watchAbove(options.root.parent, for: options.root.name)
    case .unreachable(let errno):
      leave("\(options.root.text) can't be reached: \(errno); it waits until it can")
      watchAbove(options.root.parent, for: options.root.name)
      isRefused = true
      scheduleRetry()
    }
  }

  private func enter(_ found: RootLook.Place) {
    let mount = context.watching.mounts.table.mount(containing: found.real)
    let identity =
      (try? context.watching.identity(ofReal: found.real).text) ?? "unknown:\(found.device)"
    let owner = ownerText(identity)
    if found == place, owner == self.owner, phase != .waiting {
      if tree[FolderTree.top]?.watch == nil { queue(FolderTree.top) }
      return
    }
    generation += 1
    forgetTree()
    forgetWaiting()
    place = found
    waitsFor = nil
    if !found.isLink, let above = aboveWatch {
      watcher.remove(above)
      aboveWatch = nil
    }
    isRemote = mount?.isRemote ?? false
    // The times of files come from a clock that is up to ten milliseconds behind.
    armedAt = (context.now() - .milliseconds(10)).totalNanoseconds
    oldBefore = nil
    covered = placesOfMounts(in: found.real)
    if found.isLink { watchAbove(options.root.parent, for: options.root.name) }
    // A slow file system is watched by the first look, which a worker takes.
    if !isRemote { watchRoot() }
    remember(owner)
  }

  private func watchRoot() {
    do throws(Errno) {
      let watch = try watcher.add(path(.root), mask, token: FolderTree.top)
      tree.setWatch(watch, of: FolderTree.top)
    } catch {
      noteWatchFailure(error, of: FolderTree.top)
    }
  }

  /// Lets go of the folder, and waits with what is known of it.
  private func leave(_ reason: String) {
    waitsFor = reason
    guard phase != .waiting || place != nil else { return }
    generation += 1
    forgetTree()
    watcher.removeAll()
    place = nil
    phase = .waiting
    aboveWatch = nil
    forgetWaiting()
  }

  /// What was seen to go is gone for good; all else is compared when the folder is there again.
  private func forgetWaiting() {
    for path in settling.paths(below: .root) where settling[path]?.wasSeenGoing != true {
      settling.forget(path)
    }
  }

  private func forgetTree() {
    for watch in tree.remove(FolderTree.top) { watcher.remove(watch) }
    tree = FolderTree()
    (toLook, isQueued, findings, compared) = ([], [], [], 0)
    (departures, departedFolders) = ([:], [])
    failures = [:]
    if !existing.isEmpty { (existing, mustUpdateListeners) = ([], true) }
  }

  private func watchAbove(_ folder: FilePath, for name: [UInt8]) {
    nameAbove = name
    let mask: Inotify.Mask = [
      .created, .movedTo, .movedFrom, .deleted, .attributes, .selfDeleted, .selfMoved, .onlyFolder,
    ]
    do throws(Errno) {
      let watch = try watcher.add(folder, mask, token: Self.aboveToken)
      if let before = aboveWatch, before != watch { watcher.remove(before) }
      let isNew = aboveWatch != watch
      aboveWatch = watch
      // It may have come between the look and the watch.
      if isNew, place == nil { mustLookAtRoot = true }
    } catch {
      isRefused = true
      scheduleRetry()
    }
  }

  /// Takes a record of the folder above.
  func noticedAbove(_ record: Inotify.Record) {
    guard record.name.isEmpty || record.name == nameAbove else { return }
    if record.mask.contains(.ignored) { aboveWatch = nil }
    mustLookAtRoot = true
  }
}

/// Mounts.
extension FolderLane {
  func mountsChanged(at places: [FilePath]) {
    let real = place?.real ?? options.root
    if places.contains(where: { real.isInside($0) || options.root.isInside($0) }) { lookAtRoot() }
    if let real = place?.real, options.hasSubfolders,
      places.contains(where: { $0.isInside(real) && $0 != real })
    {
      updateCovered(placesOfMounts(in: real))
    }
    process()
  }

  private func placesOfMounts(in real: FilePath) -> Set<RelativePath> {
    guard options.hasSubfolders else { return [] }
    return Set(
      context.watching.mounts.table.mounts.compactMap { mount in
        mount.mountPoint.relative(to: real).map(RelativePath.init(bytes:))
      })
  }

  private func updateCovered(_ now: Set<RelativePath>) {
    let changed = covered.symmetricDifference(now)
    covered = now
    for path in changed {
      if let node = tree.node(at: path) { endWatches(of: node) }
      if let above = tree.node(at: path.folder) { queue(above) }
    }
  }

  /// Whether a path lies where another file system covers the tree.
  func isCovered(_ path: RelativePath) -> Bool {
    !covered.isEmpty && covered.contains { path.isInside($0) }
  }
}

/// What is remembered of the folder.
extension FolderLane {
  private func ownerText(_ identity: String) -> String { armingKey.text + " @ " + identity }

  /// Fetches what was kept for an owner, then looks at everything.
  private func remember(_ owner: String) {
    if owner == self.owner, isRecalled { return begin(isCaughtUp ? .watching : .catchingUp) }
    phase = .recalling
    recall(owner)
  }

  private func recall(_ owner: String) {
    self.owner = owner
    (isRecalled, isCaughtUp) = (false, false)
    ledger = FolderLedger()
    for path in settling.paths(below: .root) where settling[path]?.isNew != true {
      settling.forget(path)
    }
    let generation = generation
    context.recall(owner) { [weak self] kept in
      guard let self, self.generation == generation, !isRecalled else { return }
      take(FolderMemory(kept ?? [:]))
      process()
    }
  }

  private func take(_ memory: FolderMemory) {
    isRecalled = true
    listeners.remember(memory.listeners)
    audienceOfBefore = listeners.audienceOfBefore
    if memory.isComplete { ledger = memory.ledger }
    let isBorn = !memory.isComplete && bornBelow == owner
    if isBorn {
      isCaughtUp = true
      let marks = listeners.update(owner).marks + [FolderMemory.completeMark(owner)]
      context.deliver([Observation(event: nil, marks: marks)])
    }
    guard phase == .recalling else { return }
    begin(isBorn ? .watching : memory.isComplete ? .catchingUp : .firstLook)
  }

  private func begin(_ phase: Phase) {
    self.phase = phase
    queue(FolderTree.top)
  }

  /// Remembers that the folder did not exist, so that all that comes with it is new.
  private func waitForBirth(below above: FilePath) {
    guard let real = try? FileOperations.realPath(above),
      let identity = try? context.watching.identity(ofReal: real)
    else { return }
    let owner = ownerText(identity.text)
    bornBelow = owner
    if owner != self.owner || !isRecalled { recall(owner) }
  }
}
