internal import CLinux
internal import FileSystem
internal import Glibc

/// A program that runs as a child in a process group of its own; the group ends with it.
///
/// The program itself also ends (by SIGKILL) when the loop's thread does, however that comes.
/// Used on the loop's thread only.
@safe package final class ChildProcess {
  /// The bytes kept of each stream unless the command says otherwise.
  package static let defaultOutputLimit = 1024 * 1024
  /// The time between SIGTERM and SIGKILL unless the command says otherwise.
  package static let defaultGrace = Duration.seconds(5)

  private let reactor: Reactor
  private let id: pid_t
  private let grace: Duration
  private let started = KernelClock.monotonic.now()
  private let output: OutputCapture
  private let errorOutput: OutputCapture
  private let pidfd: OwnedDescriptor
  private var exitSource: Source?
  private var graceTimer: Timer?
  private var limitTimer: Timer?
  private var wasCancelled = false
  private var hasTimedOut = false
  private var exit: Exit?
  private var onExit: ((Exit) -> Void)?

  /// Runs a program to its end and gives its exit status and output.
  ///
  /// It is started before this first suspends. Where the task is cancelled, the group gets SIGTERM,
  /// and SIGKILL when the grace is over; the exit then says so. Output over the limit is read and
  /// thrown away, so that the program never waits for us.
  ///
  /// - Throws: what kept the program from being started, with its name.
  package static func run(
    _ command: Command, on reactor: Reactor
  ) async throws(SpawnError) -> Exit {
    guard !Task.isCancelled else {
      throw SpawnError(.cancelled, program: command.program, cause: .cancelled)
    }
    let child = try ChildProcess(command, on: reactor)
    let canceller = Canceller(child: child, loop: reactor.loop)
    return await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        child.whenExited { continuation.resume(returning: $0) }
      }
    } onCancel: {
      canceller.cancel()
    }
  }

  // Before the descriptor is closed, see epoll(7), question 6.
  deinit { exitSource?.cancel() }

  private init(_ command: Command, on reactor: Reactor) throws(SpawnError) {
    let spawned = try Spawned(command, support: reactor.children)
    self.reactor = reactor
    id = spawned.id
    pidfd = spawned.pidfd
    grace = command.grace
    output = OutputCapture(spawned.output, limit: command.outputLimit)
    errorOutput = OutputCapture(spawned.errorOutput, limit: command.errorLimit)
    do throws(Errno) {
      exitSource = try reactor.watch(pidfd.number, priority: .children) { [unowned self] _ in
        finish()
      }
      try output.start(on: reactor)
      try errorOutput.start(on: reactor)
    } catch {
      // Only the limit of epoll watches or memory can do this: nothing runs that nobody watches.
      killGroup(SIGKILL)
      var status: CInt = 0
      unsafe waitpid(id, &status, 0)
      throw SpawnError(.noResources, program: command.program, cause: error)
    }
    if let timeLimit = command.timeLimit {
      let timer = reactor.timer(priority: .children) { [unowned self] in outlast() }
      timer.arm(after: timeLimit)
      limitTimer = timer
    }
  }

  private func whenExited(_ body: @escaping (Exit) -> Void) {
    if let exit { body(exit) } else { onExit = body }
  }

  private func killGroup(_ signal: Int32) { kill(-id, signal) }

  fileprivate func cancel() {
    guard exit == nil, !wasCancelled else { return }
    wasCancelled = true
    end()
  }

  private func outlast() {
    guard exit == nil else { return }
    hasTimedOut = true
    end()
  }

  /// Asks the group to end, and makes it when the grace is over.
  private func end() {
    guard graceTimer == nil else { return }
    killGroup(SIGTERM)
    // A stopped process gets SIGTERM only when it goes on.
    killGroup(SIGCONT)
    let timer = reactor.timer(priority: .children) { [unowned self] in killGroup(SIGKILL) }
    timer.arm(after: grace)
    graceTimer = timer
  }

  /// The pidfd is readable: the program has ended, and is a zombie that still holds its number.
  private func finish() {
    exitSource?.cancel()
    graceTimer?.cancel()
    limitTimer?.cancel()
    // Before the number is given back, so that no other group can have it.
    killGroup(SIGKILL)
    var status: CInt = 0
    while unsafe waitpid(id, &status, 0) < 0, errno == EINTR {}
    output.finish(reactor.children)
    errorOutput.finish(reactor.children)
    let exit = Exit(
      status: Exit.Status(waitStatus: status), output: output.bytes,
      errorOutput: errorOutput.bytes, outputIsCut: output.isCut,
      errorOutputIsCut: errorOutput.isCut, wasCancelled: wasCancelled, hasTimedOut: hasTimedOut,
      duration: KernelClock.monotonic.now() - started)
    self.exit = exit
    onExit?(exit)
    onExit = nil
  }
}

/// Brings a cancellation, which may come on any thread, to the child on its loop.
private struct Canceller: @unchecked Sendable {
  // Not touched here, only carried: `call` runs on the loop's thread, where the child lives.
  let child: ChildProcess
  let loop: EventLoop

  func cancel() { loop.call { child.cancel() } }
}
