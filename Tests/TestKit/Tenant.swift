internal import Glibc
package import Systemd

/// An actor on an event loop of its own, in whose region a test can use the loop's reactor.
package actor Tenant: LoopBound {
  package nonisolated let loop: EventLoop
  package let reactor: Reactor

  package init(loop: EventLoop, reactor: sending Reactor) {
    self.loop = loop
    self.reactor = reactor
  }

  /// Runs a part of a test on the loop's thread.
  package func run<Result: Sendable>(
    _ body: @Sendable (isolated Tenant) async throws -> Result
  ) async rethrows -> Result {
    try await body(self)
  }
}

/// Runs a part of a test on a new loop with a thread of its own, and ends both.
@discardableResult
package func onLoop<Result: Sendable>(
  _ body: @Sendable (isolated Tenant) async throws -> Result
) async throws -> Result {
  let loop = EventLoop()
  let (tenants, continuation) = AsyncStream<Tenant>.makeStream()
  let thread = try loop.startThread(name: "test loop") { reactor in
    continuation.yield(Tenant(loop: loop, reactor: reactor))
    continuation.finish()
  }
  defer {
    loop.stop()
    thread.join()
  }
  for await tenant in tenants {
    return try await withTaskExecutorPreference(loop) { try await tenant.run(body) }
  }
  throw NoTenant()
}

private struct NoTenant: Error {}

/// A descriptor that is always readable: the end of a pipe with a byte in it.
package final class Bell: Sendable {
  package let descriptor: Int32
  private let writer: Int32

  package init() {
    var ends: [Int32] = [-1, -1]
    _ = unsafe pipe(&ends)
    descriptor = ends[0]
    writer = ends[1]
    _ = unsafe write(writer, [0], 1)
  }

  deinit {
    close(descriptor)
    close(writer)
  }
}

/// Where a handler on a loop leaves what it saw for a test on the same loop.
package final class Mailbox<Item> {
  private var items: [Item] = []
  private var waiting: CheckedContinuation<Void, Never>?

  package init() {}

  package var count: Int { items.count }

  package func post(_ item: Item) {
    items.append(item)
    waiting?.resume()
    waiting = nil
  }

  /// The oldest item that nobody has taken; waits for one.
  package func next() async -> Item {
    while items.isEmpty {
      await withCheckedContinuation { continuation in
        // A task that does not prefer the loop gets here a turn later: look again.
        if items.isEmpty { waiting = continuation } else { continuation.resume() }
      }
    }
    return items.removeFirst()
  }
}
