internal import FileSystem
internal import Systemd
internal import Values

/// Listings: watch a folder, list it, and compare with what is known.
extension FolderLane {
  /// Puts a folder on the list of those to look at.
  func queue(_ node: Int) {
    guard tree[node] != nil, isQueued.insert(node).inserted else { return }
    toLook.append(node)
  }

  /// Looks at all folders again, after something was lost.
  func lookAtEverything() {
    mustLookAgain = false
    for node in tree.subtree(FolderTree.top) { queue(node) }
  }

  /// Watches all folders for more than before.
  func watchMore() {
    for node in tree.subtree(FolderTree.top) where tree[node]?.watch != nil {
      guard let path = tree.path(of: node) else { continue }
      do throws(Errno) {
        _ = try watcher.add(
          self.path(path), mask, token: node, isEssential: node == FolderTree.top)
      } catch {
        queue(node)
      }
    }
  }

  /// Gives a worker the next folders to look at.
  func startLooking() {
    switch phase {
    case .waiting, .recalling: return
    case .firstLook, .catchingUp, .watching: break
    }
    guard !isLooking, findings.isEmpty, let place else { return }
    if toLook.isEmpty {
      for link in linked { lookAtFolder(link.name, in: link.parent) }
      linked = []
    }
    guard !toLook.isEmpty else { return finishedLooking() }
    let count = min(toLook.count, FolderLook.mostTargets)
    let nodes = toLook.prefix(count)
    toLook.removeFirst(count)
    isQueued.subtract(nodes)
    let targets = nodes.compactMap { node -> FolderLook.Target? in
      guard let path = tree.path(of: node) else { return nil }
      return FolderLook.Target(node: node, path: path, needsWatch: tree[node]?.watch == nil)
    }
    guard !targets.isEmpty else { return startLooking() }
    isLooking = true
    let watches = try? watcher.beginAdding()
    let look = FolderLook(
      root: options.root, options: options, mask: mask.union(.add), watches: watches,
      mounts: context.watching.mounts.table, mostFiles: limits.files)
    let generation = generation
    let watcher = watcher
    context.watching.workers.call(
      on: context.watching.worker(for: place.real), { look.take(targets) },
      backOn: context.reactor
    ) { [weak self] findings in
      defer { if watches != nil { watcher.endAdding() } }
      guard let self else { return }
      isLooking = false
      context.watching.watches.readNow()
      guard self.generation == generation else {
        for case .success(let watch)? in findings.map(\.watch) { giveBack(watch) }
        return process()
      }
      for finding in findings { takeWatch(finding) }
      self.findings = findings
      compared = 0
      compareFindings()
    }
  }

  /// Keeps the watch that a look has added, or notes why there is none.
  private func takeWatch(_ finding: FolderLook.Finding) {
    let node = finding.target.node
    switch finding.watch {
    case nil: break
    case .success(let watch)?:
      guard tree.path(of: node) == finding.target.path else {
        // It moved meanwhile: under its old path this may have been another folder.
        giveBack(watch)
        return queue(node)
      }
      if let place = finding.place, !tree.setPlace(place, of: node) {
        // A link led to a folder that is in the tree already, with the same watch.
        giveBack(watch)
        return endWatches(of: node)
      }
      guard watcher.claim(watch, token: node, isEssential: node == FolderTree.top) else {
        return queue(node)
      }
      tree.setWatch(watch, of: node)
    case .failure(let errno)?: noteWatchFailure(errno, of: node)
    }
  }

  /// Ends a watch that came too late, unless it is of use elsewhere in the tree.
  private func giveBack(_ watch: WatchDescriptor) {
    guard !watcher.has(watch),
      watcher.claim(watch, token: Self.nobodyToken, isEssential: false)
    else { return }
    watcher.remove(watch)
  }

  func noteWatchFailure(_ errno: Errno, of node: Int) {
    switch errno {
    case .noSpace, .tooManyOpenFiles, .tooManyOpenFilesInSystem, .outOfMemory:
      tree.setState(.noRoom, of: node)
      scheduleRetry()
    case .noSuchFile, .notAFolder: break
    default:
      tree.setState(.unreadable, of: node)
      failures[node] = errno
    }
  }
}

/// Comparing.
extension FolderLane {
  /// Compares listings, as much as one turn may take, then goes on in the next.
  private func compareFindings() {
    var left = limits.comparedAtOnce
    while left > 0, let finding = findings.first {
      left -= compare(finding, upTo: left)
    }
    process()
    guard !findings.isEmpty else { return }
    let generation = generation
    context.reactor.afterTurn { [weak self] in
      guard let self, self.generation == generation else { return }
      compareFindings()
    }
  }

  /// Compares files of one listing from where it stopped, and gives how many.
  private func compare(_ finding: FolderLook.Finding, upTo limit: Int) -> Int {
    let node = finding.target.node
    guard let path = tree.path(of: node), path == finding.target.path else {
      findings.removeFirst()
      return 1
    }
    if compared == 0, !beginComparing(finding, path) {
      findings.removeFirst()
      return 1
    }
    let part = finding.files[compared...].prefix(limit)
    var marks: [Mark] = []
    for file in part where counts(file.name) { compareFile(file, in: path, node, &marks) }
    deliver(marks)
    compared += part.count
    guard compared == finding.files.count else { return max(1, part.count) }
    finishComparing(finding, path)
    findings.removeFirst()
    compared = 0
    return max(1, part.count)
  }

  /// Takes what a listing says of the folder itself; false where there is nothing to compare.
  private func beginComparing(_ finding: FolderLook.Finding, _ path: RelativePath) -> Bool {
    let node = finding.target.node
    if let failure = finding.failure {
      couldNotList(node, failure)
      return false
    }
    if let place = finding.place, !tree.setPlace(place, of: node) {
      endWatches(of: node)
      return false
    }
    failures[node] = nil
    if tree[node]?.watch != nil { tree.setState(.watched, of: node) }
    if tree[node]?.state == .unreadable { tree.setState(.new, of: node) }
    if finding.isCut { isFull = true }
    tree.setTemporaries(finding.temporaries, of: node)
    ledger.beginLook(at: path)
    settling.retryUnreachable(below: path, at: clock)
    return true
  }

  private func couldNotList(_ node: Int, _ errno: Errno) {
    switch errno {
    case .noSuchFile, .notAFolder:
      // One of that name may have been made since the look: then it is to be looked at again.
      guard !isQueued.contains(node) else { return }
      if node == FolderTree.top { mustLookAtRoot = true } else { removeFolder(node) }
    default:
      tree.setState(.unreadable, of: node)
      failures[node] = errno
      if phase == .firstLook {
        tree.setRefused(since: context.now().totalNanoseconds, node)
      }
      if errno != .accessDenied { scheduleRetry() }
    }
  }

  /// Whether a name is one that rules can be told of.
  private func counts(_ name: [UInt8]) -> Bool {
    guard isTemporary(name) else { return true }
    return !listeners.rules(forTemporary: name).isEmpty
  }

  private func compareFile(
    _ file: (name: [UInt8], stamp: FileStamp, changed: Int64), in folder: RelativePath,
    _ node: Int, _ marks: inout [Mark]
  ) {
    let path = folder.appending(file.name)
    let isOld =
      switch phase {
      case .firstLook:
        settling[path]?.isNew != true && oldBefore.map { file.changed < $0 } ?? true
      case .waiting, .recalling, .catchingUp, .watching:
        // What lay in a folder that could not be read at first is not news when it can.
        tree[node]?.refusedSince.map { file.changed < $0 && ledger[path] == nil } ?? false
      }
    if isOld {
      guard ledger.count < limits.files else { return isFull = true }
      // What was noticed meanwhile of an old file is a change to come.
      let stamp = settling[path] == nil ? file.stamp : .unseen
      ledger.record(path, stamp)
      marks.append(FolderMemory.mark(owner, path, stamp))
      return
    }
    switch ledger.compare(path, file.stamp) {
    case .same: break
    case .new, .changed:
      note(.found, of: path, isFromBefore: phase == .catchingUp && file.changed < armedAt)
    }
  }

  /// Finds what is missing, and folders to go on with.
  private func finishComparing(_ finding: FolderLook.Finding, _ path: RelativePath) {
    let node = finding.target.node
    if phase != .firstLook, !finding.isCut {
      var listed = Set(finding.folders).union(finding.linked)
      for place in covered where place.folder == path { listed.insert(place.name) }
      for missing in ledger.missing(in: path, listed: listed) where !isCovered(missing) {
        note(.found, of: missing, isFromBefore: phase == .catchingUp)
      }
    }
    tree.setRefused(since: nil, node)
    let isAgain = finding.target.needsWatch == false
    for name in finding.folders where !isAgain || tree[node]?.children[name] == nil {
      lookAtFolder(name, in: node)
    }
    linked += finding.linked.map { ($0, node) }
  }

  /// Everything has been looked at: what was found is news from now on.
  private func finishedLooking() {
    switch phase {
    case .waiting, .recalling: return
    case .watching:
      isCaughtUp = true
      if mustUpdateListeners { updateListeners() }
      return
    case .firstLook:
      deliver([FolderMemory.completeMark(owner)])
    case .catchingUp:
      // Too much at once: the rest is still of before.
      guard !mustLookAgain else { return }
    }
    phase = .watching
    isCaughtUp = true
    updateListeners()
    process()
  }
}
