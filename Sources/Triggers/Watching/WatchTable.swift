internal import FileSystem
package import Systemd
internal import Values

/// Takes what the kernel reports of watched folders.
package protocol WatchListener: AnyObject {
  /// A record of a folder, which is named by the token under which it was added.
  func noticed(_ record: Inotify.Record, in folder: Int)
  /// The watch of a folder was given up, so that a folder that matters more could be watched.
  func gaveUp(folder: Int)
  /// Records were lost: only a look at everything can tell what happened.
  func lostRecords()
  /// The records of one turn have all been handed over.
  func batchEnded()
}

/// The one inotify descriptor of a loop, shared by all who watch folders.
///
/// A user may have few descriptors (`max_user_instances`), so there is one for all. For one
/// descriptor the kernel has one watch a folder, so the table knows who asked for it and what
/// for; a watch ends when nobody wants it any more. Used on the loop only; the adding of
/// watches may be done on other threads and is then claimed here.
package final class WatchTable {
  private let reactor: Reactor
  private var inotify: Inotify?
  private var listeners: [WatchDescriptor: [Registration]] = [:]
  private var watchers: [ObjectIdentifier: Weak] = [:]
  private var toldOfRecords: [ObjectIdentifier] = []
  private var isDispatching = false
  /// How many threads may be adding watches just now.
  private var adding = 0
  /// What came while watches were being added, for those who claim theirs later.
  private var log: [WatchDescriptor: [Inotify.Record]] = [:]
  private var logged = 0
  private var removedWhileAdding: Set<WatchDescriptor> = []

  /// How many records are kept for watches that are still being added; beyond it they count as lost.
  package static let mostLogged = 65_536

  private struct Registration {
    let watcher: ObjectIdentifier
    let token: Int
    let isEssential: Bool
  }

  private struct Weak { weak var watcher: Watcher? }

  package init(on reactor: Reactor) { self.reactor = reactor }

  /// Whether the kernel has given a descriptor, or nobody has asked for one yet.
  package private(set) var isOpen = true

  /// How many folders are watched.
  package var count: Int { listeners.count }

  /// Turns the descriptor off, so that the kernel keeps what comes, or on again.
  package func setEnabled(_ isEnabled: Bool) { inotify?.setEnabled(isEnabled) }

  /// Reads what the kernel has queued so far and hands it over.
  ///
  /// Who has listed a folder calls this first, so that what was noticed before the listing is known.
  package func readNow() {
    guard !isDispatching else { return }
    inotify?.readNow()
  }

  func register(_ watcher: Watcher) { watchers[ObjectIdentifier(watcher)] = Weak(watcher: watcher) }

  /// Ends all that a watcher watched.
  func forget(_ watcher: ObjectIdentifier, _ watches: Set<WatchDescriptor>) {
    watchers[watcher] = nil
    for watch in watches { remove(watch, of: watcher) }
  }

  private func opened() throws(Errno) -> Inotify {
    if let inotify { return inotify }
    do throws(Errno) {
      let opened = try Inotify(on: reactor) { [unowned self] in dispatch($0) }
      (inotify, isOpen) = (opened, true)
      return opened
    } catch {
      isOpen = false
      throw error
    }
  }
}

/// Adding and removing.
extension WatchTable {
  /// Watches a folder; where the kernel has no room, a folder that matters less makes room.
  func add(
    _ path: FilePath, _ mask: Inotify.Mask, for watcher: Watcher, token: Int, isEssential: Bool
  ) throws(Errno) -> WatchDescriptor {
    let watches = try opened().watches
    var tries = 0
    while true {
      do throws(Errno) {
        let watch = try watches.add(path, mask.union(.add))
        claim(watch, for: watcher, token: token, isEssential: isEssential)
        return watch
      } catch {
        tries += 1
        guard error == .noSpace, isEssential, tries < Self.mostTries, makeRoom() else {
          throw error
        }
      }
    }
  }

  private static let mostTries = 8

  /// Gives up the least important watch: one of a subfolder, of whoever has most.
  private func makeRoom() -> Bool {
    var most: Watcher?
    for case let watcher? in watchers.values.map(\.watcher)
    where watcher.watches.count > (most?.watches.count ?? 1) {
      most = watcher
    }
    guard
      let victim = most?.watches.first(where: { watch in
        listeners[watch]?.allSatisfy { !$0.isEssential } ?? false
      })
    else { return false }
    let registrations = listeners[victim] ?? []
    end(victim)
    for registration in registrations {
      let watcher = watchers[registration.watcher]?.watcher
      watcher?.watches.remove(victim)
      watcher?.listener?.gaveUp(folder: registration.token)
    }
    return true
  }

  /// Lets other threads add watches until `endAdding`; each watch must then be claimed.
  func beginAdding() throws(Errno) -> InotifyWatches {
    let watches = try opened().watches
    adding += 1
    return watches
  }

  /// Ends one `beginAdding`, after all its watches were claimed.
  func endAdding() {
    adding -= 1
    guard adding == 0 else { return }
    (log, logged) = ([:], 0)
    removedWhileAdding = []
  }

  /// Takes a watch over, and hands over what came since it was added; false where it has ended.
  @discardableResult
  func claim(
    _ watch: WatchDescriptor, for watcher: Watcher, token: Int, isEssential: Bool
  ) -> Bool {
    guard !removedWhileAdding.contains(watch) else { return false }
    let id = ObjectIdentifier(watcher)
    var registrations = listeners[watch] ?? []
    let isNew = !registrations.contains { $0.watcher == id }
    registrations.removeAll { $0.watcher == id }
    registrations.append(Registration(watcher: id, token: token, isEssential: isEssential))
    listeners[watch] = registrations
    watcher.watches.insert(watch)
    guard isNew, adding > 0 else { return true }
    if logged >= Self.mostLogged { watcher.listener?.lostRecords() }
    for record in log[watch] ?? [] { watcher.listener?.noticed(record, in: token) }
    return listeners[watch] != nil
  }

  /// Ends a watcher's interest in a watch, and the watch where nobody else has any.
  func remove(_ watch: WatchDescriptor, of watcher: ObjectIdentifier) {
    guard var registrations = listeners[watch] else { return }
    registrations.removeAll { $0.watcher == watcher }
    if registrations.isEmpty { end(watch) } else { listeners[watch] = registrations }
  }

  private func end(_ watch: WatchDescriptor) {
    listeners[watch] = nil
    inotify?.watches.remove(watch)
    // A thread that adds the same folder just now gets this number, which no longer means anything.
    if adding > 0 { removedWhileAdding.insert(watch) }
  }
}

/// Handing over.
extension WatchTable {
  private func dispatch(_ records: [Inotify.Record]) {
    isDispatching = true
    for record in records {
      if record.isOverflow {
        for case let watcher? in watchers.values.map(\.watcher) { tellLost(watcher) }
        continue
      }
      if adding > 0 { keep(record) }
      handOver(record)
      if record.mask.contains(.ignored) { forgetEnded(record.watch) }
    }
    isDispatching = false
    let told = toldOfRecords
    toldOfRecords.removeAll(keepingCapacity: true)
    for id in told {
      guard let watcher = watchers[id]?.watcher else { continue }
      watcher.isTold = false
      watcher.listener?.batchEnded()
    }
  }

  private func handOver(_ record: Inotify.Record) {
    guard let registrations = listeners[record.watch] else { return }
    for registration in registrations {
      guard let watcher = watchers[registration.watcher]?.watcher else { continue }
      tell(watcher)
      watcher.listener?.noticed(record, in: registration.token)
    }
  }

  private func keep(_ record: Inotify.Record) {
    guard logged < Self.mostLogged else { return }
    log[record.watch, default: []].append(record)
    logged += 1
  }

  private func tellLost(_ watcher: Watcher) {
    tell(watcher)
    watcher.listener?.lostRecords()
  }

  private func tell(_ watcher: Watcher) {
    guard !watcher.isTold else { return }
    watcher.isTold = true
    toldOfRecords.append(ObjectIdentifier(watcher))
  }

  private func forgetEnded(_ watch: WatchDescriptor) {
    for registration in listeners.removeValue(forKey: watch) ?? [] {
      watchers[registration.watcher]?.watcher?.watches.remove(watch)
    }
    if adding > 0 { removedWhileAdding.insert(watch) }
  }
}
