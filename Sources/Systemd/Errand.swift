internal import Synchronization

extension Workers {
  /// Calls the first closure on the thread of that key and the second on the reactor's loop, with the result.
  ///
  /// For those who live on the loop and know nothing of tasks. Where the loop has ended by
  /// then, the second closure is never called.
  package func call<Result: Sendable>(
    on key: WorkerKey, _ body: @escaping @Sendable () -> Result, backOn reactor: Reactor,
    then: @escaping (Result) -> Void
  ) {
    let answer = Answer(then)
    let home = reactor.loop
    loop(for: key).call {
      let result = body()
      home.call { answer.give(result) }
    }
  }
}

/// A closure that waits for its call on the loop on which it was made.
///
/// It travels through another thread, which neither calls it nor looks at it: it is taken out
/// and let go of on its own loop.
private final class Answer<Result: Sendable>: Sendable {
  // Written on the loop before the worker gets it, read on the loop after the worker is done:
  // the two queues between them order that.
  private nonisolated(unsafe) var closure: ((Result) -> Void)?

  init(_ closure: @escaping (Result) -> Void) { unsafe self.closure = closure }

  func give(_ result: Result) {
    let taken = unsafe closure
    unsafe closure = nil
    taken?(result)
  }
}
