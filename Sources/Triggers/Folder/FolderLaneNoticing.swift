internal import FileSystem
internal import Systemd
internal import Values

/// A folder that has left its place and may arrive at another.
struct DepartedFolder {
  let cookie: UInt32
  let node: Int
  let path: RelativePath
  let since: Duration
}

/// Records of the kernel become signs of paths.
extension FolderLane: WatchListener {
  func noticed(_ record: Inotify.Record, in folder: Int) {
    guard folder >= FolderTree.top else {
      return folder == Self.aboveToken ? noticedAbove(record) : ()
    }
    if record.name.isEmpty { return noticedFolderItself(record, folder) }
    if record.mask.contains(.isFolder) {
      if options.hasSubfolders { noticedSubfolder(record, in: folder) }
      return
    }
    if let only = options.onlyName, record.name != only {
      guard TemporaryNames.finalNames(of: record.name).contains(only) else { return }
    }
    guard let path = tree.path(of: folder) else { return }
    noticedFile(record, path.appending(record.name), in: folder)
  }

  func gaveUp(folder: Int) {
    tree.setWatch(nil, of: folder)
    tree.setState(.noRoom, of: folder)
    scheduleRetry()
  }

  func lostRecords() {
    // Halves of moves may be among what was lost.
    departures = [:]
    for departed in departedFolders { endWatches(of: departed.node) }
    departedFolders = []
    mustLookAgain = true
    if phase == .firstLook || phase == .recalling { oldBefore = armedAt }
  }

  func batchEnded() { process() }

  /// Takes a sign; one too many is found by a look at everything later.
  func note(_ sign: Settling.Sign, of path: RelativePath, isFromBefore: Bool = false) {
    if !settling.notice(sign, of: path, at: clock, isFromBefore: isFromBefore) {
      mustLookAgain = true
    }
  }
}

/// Files.
extension FolderLane {
  private func noticedFile(_ record: Inotify.Record, _ path: RelativePath, in folder: Int) {
    let mask = record.mask
    let isGone = mask.contains(.deleted) || mask.contains(.movedFrom)
    let isTemporary = isTemporary(record.name)
    if isTemporary {
      noticedTemporary(record.name, isGone: isGone, in: folder)
      // Another rule's wish for temporary names must not make them take part in renames.
      if listeners.rules(forTemporary: record.name).isEmpty { return }
    }
    if isGone, options.followsLinks, let node = tree[folder]?.children[record.name] {
      return removeFolder(node)
    }
    if mask.contains(.movedFrom) {
      departed(path, cookie: isTemporary ? 0 : record.cookie)
    } else if mask.contains(.movedTo) {
      arrived(path, cookie: isTemporary ? 0 : record.cookie)
    } else if mask.contains(.deleted) {
      departed(path, cookie: 0)
    } else if mask.contains(.closedAfterWrite) {
      note(.closed, of: path)
    } else if mask.contains(.created) {
      note(.made, of: path)
    } else if mask.contains(.modified) {
      if settling.reportsOpenFiles { note(.modified, of: path) }
    } else if mask.contains(.attributes) {
      note(.touched, of: path)
    }
  }

  private func noticedTemporary(_ name: [UInt8], isGone: Bool, in folder: Int) {
    guard isGone else { return tree.addTemporary(name, to: folder) }
    guard let path = tree.path(of: folder) else { return }
    for final in tree.removeTemporary(name, from: folder) {
      let waiting = path.appending(final)
      if settling[waiting]?.stage == .sibling { note(.touched, of: waiting) }
    }
  }

  /// A name is gone; with a cookie it may come back under another.
  private func departed(_ path: RelativePath, cookie: UInt32) {
    let origin = settling[path]?.origin
    if let origin {
      settling.setOrigin(nil, of: path)
      note(.left, of: origin)
    }
    if settling[path] != nil || ledger[path] != nil || phase == .recalling || phase == .firstLook {
      note(.left, of: path)
    }
    let known = origin ?? path
    if cookie != 0, ledger[known] != nil { departures[cookie] = known }
  }

  private func arrived(_ path: RelativePath, cookie: UInt32) {
    let source = cookie == 0 ? nil : departures.removeValue(forKey: cookie)
    note(.arrived, of: path)
    guard let source, source != path else { return }
    pair(source, with: path)
  }

  /// Notes that the file known under one path now has another, unless that one is known as well.
  private func pair(_ source: RelativePath, with path: RelativePath) {
    guard ledger[source] != nil, settling[source]?.wasSeenGoing != false else { return }
    rename(source, to: path)
  }

  /// Notes under which path the file that is now at another is known.
  ///
  /// Where the new name is known as well, it has changed and the old one is gone; the same holds
  /// for a file that had come to the new name just before and is replaced now.
  private func rename(_ known: RelativePath, to path: RelativePath) {
    if let replaced = settling[path]?.origin, replaced != known { note(.left, of: replaced) }
    if ledger[path] == nil, known != path {
      settling.forget(known)
      settling.setOrigin(known, of: path)
    } else {
      settling.setOrigin(nil, of: path)
      if known != path { note(.left, of: known) }
    }
  }
}

/// Folders.
extension FolderLane {
  /// Whether a name is one of a file on the way; the one name that a rule gives never is.
  func isTemporary(_ name: [UInt8]) -> Bool {
    name != options.onlyName && TemporaryNames.contain(name)
  }

  private func noticedFolderItself(_ record: Inotify.Record, _ node: Int) {
    let mask = record.mask
    if node == FolderTree.top,
      mask.contains(.selfDeleted) || mask.contains(.selfMoved) || mask.contains(.unmounted)
        || mask.contains(.ignored)
    {
      if mask.contains(.ignored) { tree.setWatch(nil, of: node) }
      mustLookAtRoot = true
    } else if mask.contains(.ignored) {
      guard tree[node]?.watch == record.watch else { return }
      tree.setWatch(nil, of: node)
      queue(node)
    } else if mask.contains(.attributes) {
      queue(node)
    }
  }

  private func noticedSubfolder(_ record: Inotify.Record, in folder: Int) {
    let mask = record.mask
    let known = tree[folder]?.children[record.name]
    if mask.contains(.movedFrom) {
      guard let known, let path = tree.path(of: known) else { return }
      tree.detach(known)
      departedFolders.append(
        DepartedFolder(cookie: record.cookie, node: known, path: path, since: clock))
    } else if mask.contains(.deleted) {
      if let known { removeFolder(known) }
    } else if mask.contains(.movedTo) {
      if let known { removeFolder(known) }
      folderArrived(record, in: folder)
    } else if mask.contains(.created) || known != nil {
      lookAtFolder(record.name, in: folder)
    }
  }

  /// Lists a folder that is new, or has changed its rights.
  func lookAtFolder(_ name: [UInt8], in parent: Int) {
    guard let above = tree.path(of: parent), !covered.contains(above.appending(name)) else {
      return
    }
    guard tree.count < limits.folders || tree[parent]?.children[name] != nil else {
      isFull = true
      return
    }
    queue(tree.child(name, of: parent))
  }

  private func folderArrived(_ record: Inotify.Record, in parent: Int) {
    guard let index = departedFolders.firstIndex(where: { $0.cookie == record.cookie }) else {
      return lookAtFolder(record.name, in: parent)
    }
    let departed = departedFolders.remove(at: index)
    tree.attach(departed.node, record.name, to: parent)
    guard let path = tree.path(of: departed.node) else { return }
    carryOver(from: departed.path, to: path)
    for node in tree.subtree(departed.node) { queue(node) }
  }

  /// Takes all that is known and all that was on its way in a folder along to its new path.
  private func carryOver(from old: RelativePath, to new: RelativePath) {
    for file in settling.paths(below: old) {
      let origin = settling[file]?.origin
      guard origin != nil || ledger[file] == nil else { continue }
      settling.forget(file)
      let moved = file.moved(from: old, to: new)
      note(.arrived, of: moved)
      if let origin { rename(origin, to: moved) }
    }
    let origins = settling.origins
    for file in ledger.files(below: old)
    where settling[file]?.wasSeenGoing != true && !origins.contains(file) {
      let moved = file.moved(from: old, to: new)
      note(.arrived, of: moved)
      rename(file, to: moved)
    }
  }

  /// Gives up folders that have left and not arrived anywhere.
  func endDepartures() {
    let now = clock
    while let departed = departedFolders.first, departed.since + Settling.hold <= now {
      departedFolders.removeFirst()
      endWatches(of: departed.node)
      for file in ledger.files(below: departed.path) {
        settling.notice(.left, of: file, at: departed.since)
      }
    }
    if departures.count > Self.mostDepartures { departures = [:] }
  }

  /// How many files that have left are remembered for the other half of their move.
  private static let mostDepartures = 10_000

  /// A folder is gone, and with it all that was in it.
  func removeFolder(_ node: Int) {
    guard let path = tree.path(of: node) else { return }
    endWatches(of: node)
    for file in ledger.files(below: path) where settling[file]?.wasSeenGoing != true {
      note(.left, of: file)
    }
  }

  func endWatches(of node: Int) {
    for node in tree.subtree(node) { failures[node] = nil }
    for watch in tree.remove(node) { watcher.remove(watch) }
  }
}
