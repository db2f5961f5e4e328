internal import FileSystem
internal import Glibc
internal import Synchronization
internal import Systemd
internal import TestKit
internal import Testing
internal import Values

/// The thread on which a job runs, told apart by its number.
private func currentThread() -> UInt { UInt(pthread_self()) }

@concurrent nonisolated private func threadOfConcurrentCode() async -> UInt { currentThread() }

private actor Guest: LoopBound {
  nonisolated let loop: EventLoop
  nonisolated let onEnd: @Sendable (UInt) -> Void

  init(loop: EventLoop, onEnd: @escaping @Sendable (UInt) -> Void = { _ in }) {
    self.loop = loop
    self.onEnd = onEnd
  }

  isolated deinit { onEnd(currentThread()) }

  func thread() -> UInt { currentThread() }

  func threadOfConcurrent() async -> UInt { await threadOfConcurrentCode() }

  func threadOfEscape() async -> UInt {
    await withTaskExecutorPreference(globalConcurrentExecutor) { await threadOfConcurrentCode() }
  }
}

private func enterFromOutside(_ guest: Guest) { guest.assumeIsolated { _ in } }

private final class Counter: Sendable {
  private let count = Mutex(0)

  var value: Int { count.withLock { $0 } }

  func increase() { count.withLock { $0 += 1 } }
}

@Suite("The event loop") struct EventLoopTests {
  @Test("runs an actor, its tasks and its end on one thread")
  func threads() async throws {
    let loop = EventLoop()
    let thread = try loop.startThread(name: "loop")
    defer {
      loop.stop()
      thread.join()
    }
    let ended = AsyncStream<UInt>.makeStream()
    do {
      let guest = Guest(loop: loop) { ended.continuation.yield($0) }
      let home = await guest.thread()
      #expect(home != currentThread())
      #expect(await guest.threadOfConcurrent() != home)
      await withTaskExecutorPreference(loop) {
        #expect(await guest.threadOfConcurrent() == home, "a preference captures @concurrent too")
        #expect(await guest.threadOfEscape() != home, "the global executor is the way out")
      }
      ended.continuation.yield(home)
    }
    var seen: [UInt] = []
    for await thread in ended.stream {
      seen.append(thread)
      if seen.count == 2 { break }
    }
    #expect(Set(seen).count == 1)
  }

  @Test("traps when its actor is entered from another thread")
  func trap() async {
    await #expect(processExitsWith: .failure) {
      enterFromOutside(Guest(loop: EventLoop()))
    }
  }

  @Test("traps when it is run twice")
  func twice() async {
    await #expect(processExitsWith: .failure) {
      let loop = EventLoop()
      loop.run { _ in loop.run() }
    }
  }

  @Test("runs what was queued before it was stopped, in order")
  func stop() throws {
    let loop = EventLoop()
    let seen = Mutex<[Int]>([])
    for number in 0..<1000 { loop.call { seen.withLock { $0.append(number) } } }
    loop.stop()
    loop.run()
    #expect(seen.withLock { $0 } == Array(0..<1000))
  }

  @Test("hears every one of many threads")
  func manyThreads() async throws {
    let loop = EventLoop()
    let thread = try loop.startThread(name: "loop")
    let count = Counter()
    await withTaskGroup { group in
      for _ in 0..<8 {
        group.addTask {
          for _ in 0..<500 { loop.call { count.increase() } }
        }
      }
    }
    loop.stop()
    thread.join()
    #expect(count.value == 4000)
  }

  @Test("serves sources while jobs make more jobs", .timeLimit(.minutes(1)))
  func jobsDoNotStarveSources() async throws {
    try await onLoop { tenant in
      var fired = false
      let timer = tenant.reactor.timer { fired = true }
      timer.arm(after: .milliseconds(1))
      while !fired { await Task.yield() }
      #expect(fired)
    }
  }

  @Test("runs jobs while a source is always ready", .timeLimit(.minutes(1)))
  func sourcesDoNotStarveJobs() async throws {
    try await onLoop { tenant in
      let bell = Bell()
      var calls = 0
      let source = try tenant.reactor.watch(bell.descriptor, priority: .signals) { _ in calls += 1 }
      while calls < 10 { await Task.yield() }
      source.cancel()
      #expect(calls >= 10)
    }
  }

  @Test("calls between its own actors and functions without a turn in between")
  func plainCalls() async throws {
    try await onLoop { tenant in
      let guest = Guest(loop: tenant.loop)
      let before = tenant.reactor.turns
      _ = await guest.thread()
      await withCheckedContinuation { $0.resume() }
      #expect(tenant.reactor.turns == before)
    }
  }

  @Test("calls what was put off once at the turn's end, after the jobs of the turn")
  func afterTurn() async throws {
    try await onLoop { tenant in
      var entries: [String] = []
      let flushed = Mailbox<[String]>()
      tenant.reactor.afterTurn { flushed.post(entries) }
      entries.append("same job")
      #expect(await flushed.next() == ["same job"])
      tenant.reactor.afterTurn {
        tenant.reactor.afterTurn { flushed.post(["second"]) }
        flushed.post(["first"])
      }
      #expect(await flushed.next() == ["first"])
      #expect(await flushed.next() == ["second"], "the loop must not sleep over it")
    }
  }

  @Test("takes no turn while nothing happens")
  func idle() async throws {
    let turns = try await onLoop { tenant in
      let woken = Mailbox<UInt64>()
      let reactor = tenant.reactor
      // The ring that woke the loop for the first job may come after that job.
      for _ in 0..<3 { await nextIdle(of: reactor) }
      var start: UInt64 = 0
      let timer = reactor.timer { woken.post(reactor.turns - start) }
      reactor.afterTurn {
        start = reactor.turns
        timer.arm(after: .milliseconds(30))
      }
      return await woken.next()
    }
    #expect(turns == 0, "the turn that the timer ends is the one that began before it slept")
  }

  @Test("gives its thread the name it was told, cut to 15 bytes")
  func threadName() async throws {
    let loop = EventLoop()
    let names = AsyncStream<String>.makeStream()
    let thread = try loop.startThread(name: "a very long name of a thread") { _ in
      let path = FilePath("/proc/thread-self/comm")
      let bytes = (try? OpenFile.contents(of: path, limit: 100)) ?? []
      names.continuation.yield(FilePath.text(of: bytes))
    }
    loop.stop()
    thread.join()
    names.continuation.finish()
    for await name in names.stream { #expect(name == "a very long nam\n") }
  }
}
