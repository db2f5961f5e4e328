/// Waits until files are complete: which paths were noticed, and when to look at each.
///
/// A pure machine: signs, findings and the time go in, paths to look at and conclusions come out.
/// The time is any clock that never jumps. Each path has a wait of its own, so that a busy file
/// delays no other.
package struct Settling: Sendable {
  /// What was noticed of a path.
  package enum Sign: Sendable, Hashable {
    /// A name was made; its content may still be on the way.
    case made
    /// Content was written.
    case modified
    /// Who wrote it has closed it.
    case closed
    /// Properties changed, or something beside it did.
    case touched
    /// The name came with its content: a rename from elsewhere.
    case arrived
    /// The name is gone.
    case left
    /// A look at the folder found a difference.
    case found
  }

  /// How long all must be quiet.
  package let quiet: Duration
  /// How long a file that is written again and again waits at most.
  package let longest: Duration
  /// Whether changes of files that someone keeps open for writing are wanted.
  package var reportsOpenFiles = false

  var pending: [RelativePath: Pending] = [:]
  var deadlines = DeadlineQueue<RelativePath>()

  /// How many paths may wait at a time.
  package let most: Int

  package init(quiet: Duration, most: Int = FolderLimits().waiting) {
    (self.quiet, self.most) = (quiet, most)
    longest = max(quiet * 10, Self.shortestLongest)
  }

  /// How long a path that is gone is held, for programs that replace a file when they save it.
  package static let hold = Duration.seconds(1)
  /// A steadily written file waits ten settle times, but never less than this.
  package static let shortestLongest = Duration.seconds(10)
  /// A name that was made waits this long for the writer that may come with it, whatever the settle time.
  package static let shortestMade = Duration.milliseconds(100)
  /// The gap between two looks at a file of which can't be known whether it is written.
  package static let shortestGap = Duration.seconds(1)
  /// The rarest look at a file that someone keeps open: it may be closed under another name.
  package static let rarestLook = Duration.seconds(300)

  /// How many paths wait.
  package var count: Int { pending.count }

  /// The earliest moment at which a path may be due; nil for none.
  package var nextDeadline: Duration? { deadlines.next }
}

extension Settling {
  /// What is known of a path that waits.
  package struct Pending: Sendable {
    package enum Stage: Sendable, Hashable {
      /// Until its deadline.
      case quieting
      case looking
      /// Being looked at, and noticed again meanwhile.
      case outdated
      /// Someone has it open for writing.
      case writer
      /// It is empty, and a temporary file beside it is going to be it.
      case sibling
      case unreachable
      /// An action of ours is at it.
      case busy
    }

    package var stage = Stage.quieting
    var firstSign: Duration
    var lastSign: Duration
    /// Since when the path has been gone, where it is.
    var goneSince: Duration?
    /// Whether it was seen to go, and not to come back.
    package internal(set) var wasSeenGoing = false
    /// Whether the last sign came with whole content.
    var isClosed = false
    /// Whether it was seen by itself, not only found by a look at the folder.
    package internal(set) var wasNoticed = false
    /// Whether the name was seen to come, so that it is new whatever a first look finds.
    package internal(set) var isNew = false
    /// Whether it was found by the comparison with the time before the start.
    var isFromBefore = false
    /// The path under which the file is known, where it was renamed.
    package internal(set) var origin: RelativePath?
    /// What the last look found, where two looks have to agree.
    var before: FileStamp?
    /// How long to wait for the next look while someone writes.
    var patience = Duration.zero

    init(at now: Duration) { (firstSign, lastSign) = (now, now) }

    /// Whether nothing but a comparison with the time before the start brought it up.
    package var isCatchUp: Bool { isFromBefore && !wasNoticed }
  }

  /// Takes a sign of a path; false where no more can wait, so that a look must find it later.
  @discardableResult
  package mutating func notice(
    _ sign: Sign, of path: RelativePath, at now: Duration, isFromBefore: Bool = false
  ) -> Bool {
    let isFirst = pending[path] == nil
    guard !isFirst || pending.count < most else { return false }
    var state = pending[path] ?? Pending(at: now)
    if isFirst { state.isFromBefore = isFromBefore }
    state.take(sign, at: now)
    if state.mustWait(after: sign, isFirst: isFirst) {
      state.stage = .quieting
      deadlines.set(path, deadline(of: state, after: sign, at: now))
    }
    pending[path] = state
    return true
  }

  private func deadline(of state: Pending, after sign: Sign, at now: Duration) -> Duration {
    if let gone = state.goneSince { return gone + Self.hold }
    switch sign {
    case .found: return now
    case .made: return now + max(quiet, Self.shortestMade)
    case .modified, .closed, .touched, .arrived, .left:
      return min(now + quiet, max(now, state.firstSign + longest))
    }
  }

  /// The paths to look at now, at most so many; each is being looked at until that is judged.
  package mutating func takeDue(at now: Duration, limit: Int) -> [RelativePath] {
    var due: [RelativePath] = []
    while due.count < limit, let path = deadlines.pop(at: now) {
      guard pending[path]?.stage == .quieting || pending[path]?.stage == .writer else { continue }
      pending[path]?.stage = .looking
      due.append(path)
    }
    return due
  }
}

extension Settling.Pending {
  /// Keeps what a sign tells.
  fileprivate mutating func take(_ sign: Settling.Sign, at now: Duration) {
    if sign != .found {
      lastSign = now
      wasNoticed = true
    }
    if sign != .touched, sign != .found { wasSeenGoing = sign == .left }
    switch sign {
    case .left:
      goneSince = now
      (isNew, isClosed) = (false, false)
    case .made:
      goneSince = nil
      (isNew, isClosed) = (true, false)
    case .arrived:
      goneSince = nil
      (isNew, isClosed) = (true, true)
    case .closed:
      goneSince = nil
      isClosed = true
    case .modified:
      goneSince = nil
      isClosed = false
    case .touched, .found: break
    }
  }

  /// Whether a sign sets a new deadline; notes during a look that it is outdated.
  fileprivate mutating func mustWait(after sign: Settling.Sign, isFirst: Bool) -> Bool {
    switch stage {
    case .quieting, .sibling, .unreachable:
      // A look at the folder tells nothing new of what is going to be looked at anyway.
      return isFirst || sign != .found || stage == .unreachable
    case .writer: return sign != .modified && sign != .touched && sign != .found
    case .looking, .outdated:
      if sign != .found { stage = .outdated }
      return false
    case .busy: return false
    }
  }
}

/// Renames, and what is over.
extension Settling {
  /// What is known of a path that waits; nil where it doesn't.
  package subscript(path: RelativePath) -> Pending? { pending[path] }

  /// The paths that wait in and below a folder.
  package func paths(below folder: RelativePath) -> [RelativePath] {
    pending.keys.filter { $0.isInside(folder) }
  }

  /// Notes that the file now at a path is known under another.
  package mutating func setOrigin(_ origin: RelativePath?, of path: RelativePath) {
    pending[path]?.origin = origin
  }

  /// The known paths of all files that wait under another.
  package var origins: Set<RelativePath> { Set(pending.values.lazy.compactMap(\.origin)) }

  /// Lets a path wait no more.
  package mutating func forget(_ path: RelativePath) {
    pending[path] = nil
    deadlines.remove(path)
  }

  /// Lets a path wait until an action of ours has let go of it.
  package mutating func keepBusy(_ path: RelativePath) {
    pending[path]?.stage = .busy
    deadlines.remove(path)
  }

  /// Looks at a path that waited for an action of ours.
  package mutating func release(_ path: RelativePath, at now: Duration) {
    guard pending[path]?.stage == .busy else { return }
    pending[path]?.stage = .quieting
    deadlines.set(path, now)
  }

  /// Looks again at what could not be reached below a folder.
  package mutating func retryUnreachable(below folder: RelativePath, at now: Duration) {
    for (path, state) in pending where state.stage == .unreachable && path.isInside(folder) {
      pending[path]?.stage = .quieting
      deadlines.set(path, now)
    }
  }
}
