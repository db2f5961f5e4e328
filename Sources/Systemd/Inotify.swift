internal import CLinux
package import FileSystem
internal import Glibc
package import Values

/// One inotify(7) descriptor on a loop: what changes in watched folders and files, in batches.
///
/// Used on the loop's thread only; `watches` may go to other threads.
@safe package final class Inotify {
  /// What adds and removes watches, from any thread: adding may meet a slow disk.
  package let watches: InotifyWatches
  private let buffer: UnsafeMutableRawBufferPointer
  private var records: [Record] = []
  private let handler: ([Record]) -> Void
  private var source: Source?

  /// The bytes that one read may return: about a thousand records with names of 30 bytes.
  private static let bufferSize = 64 * 1024
  /// The reads that one turn may do; the rest stays with the kernel for the next.
  private static let readsPerTurn = 4
  /// The largest record: a header of 16 bytes and a name of 255 with its NUL.
  private static let largestRecord = 16 + 256

  /// Makes the descriptor; the handler gets what was read in one turn, in the kernel's order.
  ///
  /// - Throws: EMFILE at the user's limit of inotify instances or our own of descriptors.
  package init(
    on reactor: Reactor, priority: Priority = .files, handler: @escaping ([Record]) -> Void
  ) throws(Errno) {
    watches = try InotifyWatches()
    unsafe buffer = .allocate(byteCount: Self.bufferSize, alignment: 16)
    self.handler = handler
    source = try reactor.watch(watches.descriptor, priority: priority) { [unowned self] _ in
      deliver(to: handler)
    }
  }

  deinit {
    // Before the descriptor is closed: a child that is just being started holds a copy of it, and
    // epoll would go on to report it to a source that is gone (epoll(7), question 6).
    source?.cancel()
    unsafe buffer.deallocate()
  }

  /// Hands over at once all that the kernel has queued so far; not to be called by the handler.
  package func readNow() {
    while !deliver(to: handler) {}
  }

  /// Stops reading, so that the kernel keeps what comes (16,384 records by default), or goes on.
  package func setEnabled(_ isEnabled: Bool) { source?.setEnabled(isEnabled) }

  /// Reads as much as a turn may, and says whether that was all.
  @discardableResult
  private func deliver(to handler: ([Record]) -> Void) -> Bool {
    var isEmptied = false
    for _ in 0..<Self.readsPerTurn {
      let count = unsafe read(watches.descriptor, buffer.baseAddress, buffer.count)
      guard count > 0 else {
        isEmptied = true
        break
      }
      unsafe parse(UnsafeRawBufferPointer(rebasing: buffer[..<count]))
      // A read that left room for any record has emptied the queue: no second call to learn that.
      if count <= Self.bufferSize - Self.largestRecord {
        isEmptied = true
        break
      }
    }
    guard !records.isEmpty else { return isEmptied }
    handler(records)
    records.removeAll(keepingCapacity: true)
    return isEmptied
  }

  @unsafe private func parse(_ bytes: UnsafeRawBufferPointer) {
    var offset = 0
    while offset + MemoryLayout<inotify_event>.size <= bytes.count {
      let header = unsafe bytes.loadUnaligned(fromByteOffset: offset, as: inotify_event.self)
      offset += MemoryLayout<inotify_event>.size
      // The name is padded with NULs up to `len`.
      let padded = unsafe UnsafeRawBufferPointer(
        rebasing: bytes[offset..<offset + Int(header.len)])
      let name = unsafe padded.prefix { $0 != 0 }
      records.append(
        Record(
          watch: WatchDescriptor(header.wd), mask: Mask(rawValue: header.mask),
          cookie: header.cookie, name: unsafe Array(name)))
      offset += Int(header.len)
    }
  }
}

/// The number that the kernel gives to one watch of an inotify descriptor; it is never given twice.
package struct WatchDescriptor: Hashable, Sendable {
  package let rawValue: Int32

  package init(_ rawValue: Int32) { self.rawValue = rawValue }
}

/// Adds and removes the watches of an inotify descriptor; usable from any thread.
package final class InotifyWatches: Sendable {
  let descriptor: CInt

  init() throws(Errno) {
    descriptor = inotify_init1(CInt(IN_CLOEXEC | IN_NONBLOCK))
    guard descriptor >= 0 else { throw Errno.current }
  }

  deinit { close(descriptor) }

  /// Watches a folder or file; a second watch of the same one replaces the mask of the first.
  ///
  /// - Throws: ENOSPC at the user's limit of watches, ENOENT, ENOTDIR, EACCES as in
  ///   inotify_add_watch(2); EINVAL for a path with a NUL.
  package func add(_ path: FilePath, _ mask: Inotify.Mask) throws(Errno) -> WatchDescriptor {
    guard !path.bytes.contains(0) else { throw Errno.invalidArgument }
    let descriptor = descriptor
    let watch = unsafe (path.bytes + [0]).withUnsafeBytes { bytes in
      unsafe inotify_add_watch(
        descriptor, bytes.assumingMemoryBound(to: CChar.self).baseAddress, mask.rawValue)
    }
    guard watch >= 0 else { throw Errno.current }
    return WatchDescriptor(watch)
  }

  /// Ends a watch; what it queued still comes, and an `ignored` record after that.
  ///
  /// A watch that the kernel has ended already is left as it is.
  package func remove(_ watch: WatchDescriptor) {
    _ = inotify_rm_watch(descriptor, watch.rawValue)
  }
}

extension Inotify {
  /// One thing that the kernel reports.
  package struct Record: Hashable, Sendable {
    /// The watch that saw it; -1 for an overflow.
    package let watch: WatchDescriptor
    package let mask: Mask
    /// Joins the two halves of a move; 0 elsewhere.
    package let cookie: UInt32
    /// The name in the watched folder; empty where the watched file or folder itself is meant.
    package let name: [UInt8]

    package init(watch: WatchDescriptor, mask: Mask, cookie: UInt32 = 0, name: [UInt8] = []) {
      self.watch = watch
      self.mask = mask
      self.cookie = cookie
      self.name = name
    }

    /// Whether the kernel's queue was full, so that records are lost: look at everything again.
    package var isOverflow: Bool { mask.contains(.overflow) }
  }

  /// What to watch for, and what a record tells, see inotify(7).
  package struct Mask: OptionSet, Hashable, Sendable {
    package let rawValue: UInt32

    package init(rawValue: UInt32) { self.rawValue = rawValue }

    package static let accessed = Mask(rawValue: UInt32(IN_ACCESS))
    package static let modified = Mask(rawValue: UInt32(IN_MODIFY))
    package static let attributes = Mask(rawValue: UInt32(IN_ATTRIB))
    package static let closedAfterWrite = Mask(rawValue: UInt32(IN_CLOSE_WRITE))
    package static let closedAfterRead = Mask(rawValue: UInt32(IN_CLOSE_NOWRITE))
    package static let opened = Mask(rawValue: UInt32(IN_OPEN))
    package static let movedFrom = Mask(rawValue: UInt32(IN_MOVED_FROM))
    package static let movedTo = Mask(rawValue: UInt32(IN_MOVED_TO))
    package static let created = Mask(rawValue: UInt32(IN_CREATE))
    package static let deleted = Mask(rawValue: UInt32(IN_DELETE))
    package static let selfDeleted = Mask(rawValue: UInt32(IN_DELETE_SELF))
    package static let selfMoved = Mask(rawValue: UInt32(IN_MOVE_SELF))

    // Only in records.
    package static let unmounted = Mask(rawValue: UInt32(IN_UNMOUNT))
    package static let overflow = Mask(rawValue: UInt32(IN_Q_OVERFLOW))
    package static let ignored = Mask(rawValue: UInt32(IN_IGNORED))
    package static let isFolder = Mask(rawValue: UInt32(IN_ISDIR))

    // Only when watching.
    package static let onlyFolder = Mask(rawValue: UInt32(IN_ONLYDIR))
    package static let dontFollowLink = Mask(rawValue: UInt32(IN_DONT_FOLLOW))
    /// No records of children that were unlinked and are still open.
    package static let excludeUnlinked = Mask(rawValue: UInt32(IN_EXCL_UNLINK))
    /// Add to the mask of a watch that exists.
    package static let add = Mask(rawValue: UInt32(IN_MASK_ADD))
    /// Fail with EEXIST where the same file is watched already.
    package static let onlyNew = Mask(rawValue: UInt32(IN_MASK_CREATE))
    package static let once = Mask(rawValue: 1 << 31)
  }
}
