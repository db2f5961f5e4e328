internal import CLinux
internal import CSystemd
internal import FileSystem
internal import Glibc
internal import Synchronization

/// The one thread on which an engine lives: an sd-event loop that Swift runs jobs on.
///
/// A turn is one batch of the jobs that wait, then what was put off to the turn's end, then the most
/// urgent event source: jobs can't starve sources, nor sources jobs. A loop without work sleeps in
/// epoll_wait(2) without a time limit.
///
/// Start tasks with `Task(executorPreference: loop)`: then calls between actors and functions of the
/// loop are plain calls. A task without that preference works too, but takes the queue, and so a
/// turn, whenever it could change its executor, even before the closure of a continuation.
@safe package final class EventLoop: SerialExecutor, TaskExecutor {
  private let inbox = Mutex(Inbox())
  /// The pthread_self(3) of the thread inside `run`; 0 before and after.
  private let owner = Atomic<UInt>(0)
  private let doorbell: CInt

  private enum Work {
    case job(UnownedJob)
    case call(@Sendable () -> Void)
  }

  private struct Inbox: ~Copyable {
    var work: [Work] = []
    /// True while the loop is certain to look at `work` again without being woken.
    var willBeDrained = false
    var isClosing = false
  }

  package init() {
    doorbell = eventfd(0, CInt(EFD_CLOEXEC | EFD_NONBLOCK))
    precondition(doorbell >= 0, "No descriptor for an event loop: \(Errno.current)")
  }

  deinit { close(doorbell) }

  package func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    ring { $0.work.append(.job(job)) }
  }

  /// Calls a closure once on the loop's thread, outside of any task; from any thread.
  package func call(_ body: @escaping @Sendable () -> Void) {
    ring { $0.work.append(.call(body)) }
  }

  /// Ends the loop after the jobs queued so far; from any thread.
  ///
  /// What is queued after the end never runs.
  package func stop() {
    ring { $0.isClosing = true }
  }

  private func ring(afterUpdating update: (inout Inbox) -> Void) {
    let mustRing = inbox.withLock { inbox -> Bool in
      update(&inbox)
      defer { inbox.willBeDrained = true }
      return !inbox.willBeDrained
    }
    guard mustRing else { return }
    var one: UInt64 = 1
    _ = unsafe write(doorbell, &one, MemoryLayout<UInt64>.size)
  }

  package func isIsolatingCurrentContext() -> Bool? {
    owner.load(ordering: .relaxed) == UInt(pthread_self())
  }

  package func checkIsolated() {
    precondition(isIsolatingCurrentContext() == true, "This is not the event loop's thread.")
  }

  /// Makes the calling thread the loop's thread until it is stopped; once in the life of a loop.
  ///
  /// The closure receives the only handle through which event sources can be added.
  package func run(start: (sending Reactor) throws -> Void) rethrows {
    enter()
    defer { owner.store(0, ordering: .relaxed) }
    // The loop keeps the event object and the turn, and gives the one `Reactor` on them away:
    // all stay on this thread, which is what the compiler can't see here.
    nonisolated(unsafe) let event = unsafe Reactor.newEvent()
    defer { unsafe sd_event_unref(event) }
    nonisolated(unsafe) let turn = Turn()
    nonisolated(unsafe) let reactor = unsafe Reactor(event, turn: turn, loop: self)
    try unsafe start(reactor)
    unsafe serve(event, turn)
  }

  /// Makes the calling thread the loop's thread until it is stopped, for jobs only.
  package func run() {
    enter()
    defer { owner.store(0, ordering: .relaxed) }
    let event = unsafe Reactor.newEvent()
    defer { unsafe sd_event_unref(event) }
    unsafe serve(event, Turn())
  }

  private func enter() {
    let before = owner.exchange(UInt(pthread_self()), ordering: .relaxed)
    precondition(before == 0, "The event loop already runs on a thread.")
  }

  @unsafe private func serve(_ event: OpaquePointer, _ turn: Turn) {
    // Edge-triggered: each ring wakes once, and nobody has to read the counter (epoll(7)).
    let status = unsafe sd_event_add_io(
      event, nil, doorbell, EPOLLIN.rawValue | EPOLLET.rawValue, { _, _, _, _ in 0 }, nil)
    precondition(status >= 0, "sd_event_add_io: \(Errno(-status))")
    var batch: [Work] = []
    while unsafe take(&batch, turn, event) {}
  }

  /// Does one turn, and says whether to go on.
  @unsafe private func take(_ batch: inout [Work], _ turn: Turn, _ event: OpaquePointer) -> Bool {
    // Swapping two arrays keeps the storage of both: no allocation in a steady state.
    inbox.withLock { swap(&batch, &$0.work) }
    for work in batch {
      switch work {
      case .job(let job):
        unsafe job.runSynchronously(
          isolatedTo: asUnownedSerialExecutor(), taskExecutor: asUnownedTaskExecutor())
      case .call(let body): body()
      }
    }
    batch.removeAll(keepingCapacity: true)
    turn.end()
    let next = inbox.withLock { inbox -> Next in
      guard inbox.work.isEmpty, !turn.hasWork else { return .look }
      guard !inbox.isClosing else { return .leave }
      inbox.willBeDrained = false
      return .sleep
    }
    switch next {
    case .leave: return false
    case .look: unsafe dispatch(event, timeout: 0)
    case .sleep: unsafe dispatch(event, timeout: UInt64.max)
    }
    return true
  }

  private enum Next { case leave, look, sleep }

  /// The three steps of sd_event_run(3), so that the handler's own jobs need no doorbell.
  @unsafe private func dispatch(_ event: OpaquePointer, timeout: UInt64) {
    var status = unsafe sd_event_prepare(event)
    if status == 0 { status = unsafe sd_event_wait(event, timeout) }
    inbox.withLock { $0.willBeDrained = true }
    if status > 0 { status = unsafe sd_event_dispatch(event) }
    precondition(status >= 0, "The event loop can't go on: \(Errno(-status))")
  }
}

/// What belongs to one turn of a loop; used on its thread only.
final class Turn {
  private var putOff: [() -> Void] = []
  private(set) var count: UInt64 = 0

  var hasWork: Bool { !putOff.isEmpty }

  func putOff(_ body: @escaping () -> Void) { putOff.append(body) }

  /// Calls what was put off; what that puts off waits for the next turn.
  func end() {
    count += 1
    guard !putOff.isEmpty else { return }
    var bodies: [() -> Void] = []
    swap(&bodies, &putOff)
    for body in bodies { body() }
  }
}
