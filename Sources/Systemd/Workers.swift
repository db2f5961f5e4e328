internal import FileSystem
internal import Synchronization

/// Names a worker thread: calls with the same key run one after another on the same thread.
package struct WorkerKey: Hashable, Sendable {
  package let name: String

  package init(_ name: String) { self.name = name }
}

/// Threads for calls that may block: listing a slow disk, hashing a large file.
///
/// A thread is started when its key is first used, and sleeps without wake-ups between calls.
package final class Workers: Sendable {
  /// The most threads of one pool; keys beyond it share threads.
  package static let defaultThreadLimit = 16

  private let threadLimit: Int
  private let state = Mutex(State())

  private struct State {
    var loops: [EventLoop] = []
    var loopOfKey: [WorkerKey: EventLoop] = [:]
    var nextShared = 0
  }

  package init(threadLimit: Int = Workers.defaultThreadLimit) {
    precondition(threadLimit > 0, "A pool of workers needs a thread.")
    self.threadLimit = threadLimit
  }

  deinit {
    for loop in state.withLock({ $0.loops }) { loop.stop() }
  }

  /// Threads started so far.
  package var threadCount: Int { state.withLock { $0.loops.count } }

  /// Calls the closure on the thread of that key and brings the result back to the caller's executor.
  ///
  /// A call that has begun can't be cancelled; the task stays suspended until it has returned.
  package func run<Result: Sendable, Failure: Error>(
    on key: WorkerKey, _ body: @escaping @Sendable () throws(Failure) -> Result
  ) async throws(Failure) -> Result {
    let loop = loop(for: key)
    let result = await withCheckedContinuation {
      (continuation: CheckedContinuation<Swift.Result<Result, Failure>, Never>) in
      loop.call {
        do throws(Failure) {
          continuation.resume(returning: .success(try body()))
        } catch {
          continuation.resume(returning: .failure(error))
        }
      }
    }
    return try result.get()
  }

  func loop(for key: WorkerKey) -> EventLoop {
    state.withLock { state in
      if let known = state.loopOfKey[key] { return known }
      let loop = newLoop(name: key.name, &state) ?? sharedLoop(&state)
      state.loopOfKey[key] = loop
      return loop
    }
  }

  private func newLoop(name: String, _ state: inout State) -> EventLoop? {
    guard state.loops.count < threadLimit else { return nil }
    let loop = EventLoop()
    do throws(Errno) {
      try loop.startThread(name: name)
    } catch {
      // No thread to be had: share one. Without any there is nobody who could do the work.
      precondition(!state.loops.isEmpty, "No worker thread can be started: \(error)")
      return nil
    }
    state.loops.append(loop)
    return loop
  }

  private func sharedLoop(_ state: inout State) -> EventLoop {
    defer { state.nextShared += 1 }
    return state.loops[state.nextShared % state.loops.count]
  }
}
