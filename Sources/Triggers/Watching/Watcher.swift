package import FileSystem
package import Systemd
package import Values

/// One who watches folders through the shared table; its watches end with it.
package final class Watcher {
  private let table: WatchTable
  package weak var listener: (any WatchListener)?
  /// The watches in which this one takes part.
  var watches: Set<WatchDescriptor> = []
  /// Whether the end of the present batch is going to be told.
  var isTold = false

  package init(_ table: WatchTable) {
    self.table = table
    table.register(self)
  }

  deinit { table.forget(ObjectIdentifier(self), watches) }

  /// How many folders it watches.
  package var count: Int { watches.count }

  /// Whether a watch is among its own.
  package func has(_ watch: WatchDescriptor) -> Bool { watches.contains(watch) }

  /// Watches a folder, whose records then carry the token.
  ///
  /// - Throws: ENOSPC at the user's limit of watches, EMFILE at that of inotify descriptors,
  ///   ENOENT, ENOTDIR, EACCES as in inotify_add_watch(2).
  package func add(
    _ path: FilePath, _ mask: Inotify.Mask, token: Int, isEssential: Bool = true
  ) throws(Errno) -> WatchDescriptor {
    try table.add(path, mask, for: self, token: token, isEssential: isEssential)
  }

  /// Lets other threads add watches until `endAdding`; each watch must then be claimed.
  package func beginAdding() throws(Errno) -> InotifyWatches { try table.beginAdding() }

  /// Ends one `beginAdding`, after all its watches were claimed.
  package func endAdding() { table.endAdding() }

  /// Takes over a watch that another thread has added; false where it has ended already.
  package func claim(_ watch: WatchDescriptor, token: Int, isEssential: Bool) -> Bool {
    table.claim(watch, for: self, token: token, isEssential: isEssential)
  }

  /// Ends a watch.
  package func remove(_ watch: WatchDescriptor) {
    watches.remove(watch)
    table.remove(watch, of: ObjectIdentifier(self))
  }

  /// Ends all watches.
  package func removeAll() {
    for watch in watches { table.remove(watch, of: ObjectIdentifier(self)) }
    watches = []
  }
}
