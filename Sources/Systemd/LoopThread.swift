package import FileSystem
internal import CLinux
internal import Glibc
internal import Synchronization

/// A thread that runs an event loop.
package final class LoopThread: Sendable {
  private let thread: pthread_t
  private let isDone = Atomic(false)

  fileprivate init(_ thread: pthread_t) { self.thread = thread }

  /// Waits until the loop was stopped and its thread has ended; blocks the calling thread.
  package func join() {
    guard !isDone.exchange(true, ordering: .relaxed) else { return }
    pthread_join(thread, nil)
  }

  deinit {
    if !isDone.load(ordering: .relaxed) { pthread_detach(thread) }
  }
}

extension EventLoop {
  /// Runs this loop on a new thread with a name of at most 15 bytes, for jobs only.
  ///
  /// - Throws: EAGAIN where there can be no more threads (pthread_create(3)).
  @discardableResult
  package func startThread(name: String) throws(Errno) -> LoopThread {
    LoopThread(try startSystemThread(name: name) { self.run() })
  }

  /// Runs this loop on a new thread; the closure gets the loop's event sources there.
  ///
  /// - Throws: EAGAIN where there can be no more threads (pthread_create(3)).
  @discardableResult
  package func startThread(
    name: String, start: @escaping @Sendable (sending Reactor) -> Void
  ) throws(Errno) -> LoopThread {
    LoopThread(try startSystemThread(name: name) { self.run(start: start) })
  }
}

private final class ThreadStart: Sendable {
  let name: String
  let body: @Sendable () -> Void

  init(name: String, body: @escaping @Sendable () -> Void) {
    self.name = name
    self.body = body
  }
}

/// The kernel keeps 15 bytes of a thread's name (PR_SET_NAME, prctl(2)).
private let longestThreadName = 15

private func startSystemThread(
  name: String, _ body: @escaping @Sendable () -> Void
) throws(Errno) -> pthread_t {
  let start = unsafe Unmanaged.passRetained(ThreadStart(name: name, body: body))
  // A thread inherits the mask: signals belong to the loop that asked for them, never to this one.
  var all = sigset_t()
  var before = sigset_t()
  unsafe sigfillset(&all)
  unsafe pthread_sigmask(SIG_SETMASK, &all, &before)
  var thread = pthread_t()
  let status = unsafe pthread_create(
    &thread, nil,
    { context in
      guard let context = unsafe context else { return nil }
      let start = unsafe Unmanaged<ThreadStart>.fromOpaque(context).takeRetainedValue()
      let name = String(decoding: start.name.utf8.prefix(longestThreadName), as: UTF8.self)
      unsafe hob_name_thread(name)
      start.body()
      return nil
    }, start.toOpaque())
  unsafe pthread_sigmask(SIG_SETMASK, &before, nil)
  guard status == 0 else {
    unsafe start.release()
    throw Errno(status)
  }
  return thread
}
