internal import Synchronization

extension EventLoop {
  /// Runs one task on a loop of its own, on the calling thread, and gives back what came of it.
  ///
  /// For programs that do one thing and end: the loop, and what was added to it, end with the task.
  package static func waiting<Result: Sendable>(
    for body: @escaping @Sendable (sending Reactor) async -> Result
  ) -> Result {
    let loop = EventLoop()
    let box = ResultBox<Result>()
    loop.run { reactor in
      // The task is the only one to use it, on the loop's thread, which is what the compiler
      // can't see once a closure has captured it.
      nonisolated(unsafe) let reactor = reactor
      Task(executorPreference: loop) {
        let result = await body(unsafe reactor)
        box.content.withLock { $0 = result }
        loop.stop()
      }
    }
    guard let result = box.content.withLock({ $0 }) else {
      preconditionFailure("The loop ended before its task.")
    }
    return result
  }
}

/// A result on its way out of a task.
private final class ResultBox<Result: Sendable>: Sendable {
  let content = Mutex<Result?>(nil)
}
