internal import FileSystem
internal import Rules
internal import Systemd
internal import Values

/// One watched folder with all that listen to it: from records of the kernel to events.
///
/// Whatever is noticed only makes it look; what is reported follows from the comparison of what
/// is there with the ledger. The parts lie in files of their own: the folder itself (`…Root`), records
/// (`…Noticing`), listings (`…Looking`), single files (`…Settling`), who is told (`…Reporting`).
final class FolderLane {
  enum Phase: Hashable {
    /// The folder isn't there, or can't be reached.
    case waiting
    /// What was kept for it is being fetched.
    case recalling
    /// It is listed for the first time ever: what is there is not news.
    case firstLook
    /// It is compared with what was kept.
    case catchingUp
    case watching
  }

  let keyword: String
  let armingKey: ArmingKey
  let options: FolderOptions
  let context: TriggerContext
  let watcher: Watcher
  let limits: FolderLimits

  var phase = Phase.waiting
  /// Which folder is watched now; nil while there is none.
  var place: RootLook.Place?
  /// Whose memory the ledger is: the arming key and the file system.
  var owner = ""
  var isRemote = false
  /// Whether the owner's memory has come, and whether what happened before the start has been found.
  var isRecalled = false
  var isCaughtUp = false
  /// When the watch began, in nanoseconds since 1970.
  var armedAt: Int64 = 0
  /// The same where records were lost since, so that only times of files tell what is new.
  var oldBefore: Int64?
  /// The owner whose folder was seen to be missing, so that all in it is new when it comes.
  var bornBelow: String?
  /// The watch of the folder above, and the name that counts in it.
  var aboveWatch: WatchDescriptor?
  var nameAbove: [UInt8] = []
  /// Whether it waits because something was refused that may be granted later.
  var isRefused = false
  /// What it waits for, in words.
  var waitsFor: String?
  var tree = FolderTree()
  var ledger = FolderLedger()
  var settling: Settling
  var listeners = FolderListeners()
  /// Rules that what happened before the start is meant for.
  var audienceOfBefore: Set<RuleID> = []

  /// Folders to list, each once.
  var toLook: [Int] = []
  var isQueued: Set<Int> = []
  /// Links that lead to folders, to look at when there is nothing else: a folder's own path comes first.
  var linked: [(name: [UInt8], parent: Int)] = []
  var isLooking = false
  /// Listings that are being compared, the first from this file on.
  var findings: [FolderLook.Finding] = []
  var compared = 0
  /// Counts the folders that took the root's place, so that late answers are known as such.
  var generation = 0
  /// Whether something was lost that only a look at everything finds.
  var mustLookAgain = false
  var mustLookAtRoot = false
  /// Places in the tree where another file system is mounted.
  var covered: Set<RelativePath> = []
  /// Folders that could not be read, with the reason.
  var failures: [Int: Errno] = [:]
  /// Whether a limit was reached, so that some files or folders are left out.
  var isFull = false
  /// Files with a look at them under way.
  var lookedAt = 0

  /// Where files went that left, by the cookie of the move; and folders likewise.
  var departures: [UInt32: RelativePath] = [:]
  var departedFolders: [DepartedFolder] = []
  /// Whether who listens is to be kept as soon as everything has been looked at.
  var mustUpdateListeners = true
  /// Files of before that a new rule is still told of.
  var existing: [ExistingReport] = []

  private var timer: Timer?
  private var timerIsSet: Duration?
  private var retryTimer: Timer?
  private var retryIn: Duration?
  var lastHealth: TriggerHealth?

  init(keyword: String, spec: TriggerSpec, in context: TriggerContext) throws(TriggerError) {
    do throws(TriggerPlanError) { options = try FolderOptions(spec) } catch {
      throw TriggerError(keyword, .option(error.option ?? keyword))
    }
    (self.keyword, self.context) = (keyword, context)
    limits = context.watching.limits
    armingKey = spec.armingKey
    settling = Settling(quiet: options.settle, most: limits.waiting)
    watcher = Watcher(context.watching.watches)
    watcher.listener = self
    context.watching.mounts.add(self)
    lookAtRoot()
    process()
  }

  deinit { context.watching.mounts.remove(ObjectIdentifier(self)) }

  /// The time on the clock that settling counts by.
  var clock: Duration { KernelClock.boottime.now() }

  func path(_ path: RelativePath) -> FilePath { options.root.appending(path) }

  /// Says who listens.
  func update(subscribers: [Subscriber]) {
    listeners.set(subscribers)
    let wanted = listeners.wantChanges
    if wanted, !settling.reportsOpenFiles {
      settling.reportsOpenFiles = true
      watchMore()
    }
    settling.reportsOpenFiles = wanted
    if phase == .watching { updateListeners() } else { mustUpdateListeners = true }
  }

  /// Looks again at paths that an action was busy with.
  func reconsider(_ paths: [FilePath]) {
    let now = clock
    for path in paths {
      guard let bytes = path.relative(to: options.root) else { continue }
      settling.release(RelativePath(bytes: bytes), at: now)
    }
    process()
  }
}

/// The timer.
extension FolderLane {
  /// Whether it is known what is known, so that files can be compared.
  private var isSettling: Bool {
    switch phase {
    case .waiting, .catchingUp, .watching: isRecalled
    case .recalling, .firstLook: false
    }
  }

  /// Does what is due, then sets the timer for what comes next.
  func process() {
    if mustLookAtRoot {
      mustLookAtRoot = false
      lookAtRoot()
    }
    if isSettling {
      endDepartures()
      lookAtDueFiles()
    }
    if mustLookAgain, settling.count <= limits.waiting / 2, phase != .waiting {
      lookAtEverything()
    }
    setTimer()
    startLooking()
    reportHealth()
  }

  private func setTimer() {
    var next = departedFolders.first.map { $0.since + Settling.hold }
    if isSettling, let due = settling.nextDeadline {
      next = min(next ?? due, due)
    }
    guard let next else {
      // A timer that is set goes off for nothing once; that costs less than to unset it each time.
      return
    }
    if let set = timerIsSet, set <= next, set > clock { return }
    timerIsSet = next
    let timer = timer ?? context.reactor.timer { [unowned self] in process() }
    self.timer = timer
    timer.arm(at: next)
  }

  /// Tries again what the kernel refused, less and less often while it refuses.
  func scheduleRetry() {
    guard retryIn == nil else { return }
    armRetry(context.watching.patience.first)
  }

  private func armRetry(_ wait: Duration) {
    retryIn = wait
    let timer = retryTimer ?? context.reactor.timer { [unowned self] in retry() }
    retryTimer = timer
    timer.arm(after: wait)
  }

  private func retry() {
    let wait = retryIn ?? context.watching.patience.first
    retryIn = nil
    guard hasFault else { return }
    if phase == .waiting { lookAtRoot() }
    for node in tree.noRoom.sorted() { queue(node) }
    for (node, errno) in failures where errno != .accessDenied { queue(node) }
    armRetry(min(wait * 2, context.watching.patience.longest))
    process()
  }
}
