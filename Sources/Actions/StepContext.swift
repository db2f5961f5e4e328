internal import FileSystem
internal import Systemd
internal import Values
internal import Workflow

/// What an action works with while it does one step: its arguments, its host and its deadline.
struct StepContext {
  let invocation: Invocation
  let arguments: ArgumentReader
  let host: Host
  /// When the step has to be over, on the clock that goes on while the machine sleeps.
  private let deadline: Duration?

  init(_ invocation: Invocation, of schema: ActionSchema, on host: Host) {
    self.invocation = invocation
    self.host = host
    arguments = ArgumentReader(invocation, of: schema, home: host.home)
    deadline = invocation.timeout.map { KernelClock.boottime.now() + $0 }
  }

  var limits: ActionLimits { host.limits }

  /// Announces what is about to be changed, so that folder triggers know Hob's own hand.
  func willTouch(_ paths: [FilePath]) { host.willTouch(paths, invocation) }

  /// The time that is left to the step, but no more than a limit of the action's own.
  func timeLeft(atMost limit: Duration? = nil) -> Duration? {
    let left = deadline.map { max(.zero, $0 - KernelClock.boottime.now()) }
    guard let left, let limit else { return left ?? limit }
    return min(left, limit)
  }

  /// Does blocking work on the thread of the mount that holds a path, and waits for it on the loop.
  ///
  /// So one slow disk keeps only those waiting who use it. The work is told when the task is
  /// cancelled or the step's time is over; it should look at that between blocks of data. A disk
  /// that does not answer even then is given up, and the failure says that its work may go on.
  func work<Result: Sendable>(
    at path: FilePath, _ body: @escaping @Sendable (Interruption) throws(ActionFailure) -> Result
  ) async throws(ActionFailure) -> Result {
    try await work(on: host.workerKey(for: path), body)
  }

  /// Does blocking file operations, with their errors as failures of the step.
  func fileWork<Result: Sendable>(
    at path: FilePath, _ body: @escaping @Sendable (Interruption) throws(FileError) -> Result
  ) async throws(ActionFailure) -> Result {
    try await work(at: path) { (interruption) throws(ActionFailure) in
      try attempt { () throws(FileError) in try body(interruption) }
    }
  }

  /// Does blocking work on the thread of a name, and waits for it on the loop.
  func work<Result: Sendable>(
    on key: WorkerKey,
    _ body: @escaping @Sendable (Interruption) throws(ActionFailure) -> Result
  ) async throws(ActionFailure) -> Result {
    let wait = WorkWait<Result>()
    let timer = host.reactor.timer { wait.interrupt(.timedOut) }
    if let left = timeLeft() { timer.arm(after: left) }
    defer { timer.cancel() }
    start(on: key, wait, body)
    var event = await wait.next(cancellable: true)
    if case .interrupted = event {
      timer.cancel()
      let patience = host.reactor.timer { wait.giveUp() }
      patience.arm(after: limits.answerAfterInterruption)
      event = await wait.next(cancellable: false)
      patience.cancel()
    }
    return try value(of: event, wait.interruption)
  }

  private func start<Result: Sendable>(
    on key: WorkerKey, _ wait: WorkWait<Result>,
    _ body: @escaping @Sendable (Interruption) throws(ActionFailure) -> Result
  ) {
    let workers = host.workers
    // Not a part of this task: it goes on where a disk does not answer and the step gives up.
    Task(executorPreference: host.reactor.loop) {
      let result = await workers.run(on: key) { () -> Swift.Result<Result, ActionFailure> in
        do throws(ActionFailure) {
          try wait.interruption.check()
          return .success(try body(wait.interruption))
        } catch {
          return .failure(error)
        }
      }
      wait.finish(result)
    }
  }

  private func value<Result>(
    of event: WorkWait<Result>.Event, _ interruption: Interruption
  ) throws(ActionFailure) -> Result {
    switch event {
    case .finished(.success(let value)): return value
    case .finished(.failure(let failure)):
      // The operation only knows that it was told to end; whether by the step's limit is known here.
      guard failure.reason == .cancelled, let reason = interruption.reason else { throw failure }
      throw ActionFailure.interrupted(reason)
    case .interrupted, .gaveUp:
      throw ActionFailure(
        interruption.reason ?? .timedOut,
        "The disk does not answer, and the step was given up; what it had begun may still be done.")
    }
  }
}
