internal import FileSystem
internal import Glibc
internal import Systemd
internal import TestKit
internal import Testing

@Suite("Event sources") struct SourceTests {
  @Test("can be dropped by their own handler")
  func dropsItself() async throws {
    try await onLoop { tenant in
      let bell = Bell()
      let done = Mailbox<Int>()
      var source: Source?
      source = try tenant.reactor.watch(bell.descriptor) { _ in
        source = nil
        done.post(bell.descriptor > 0 ? 1 : 0)
      }
      #expect(await done.next() == 1)
      #expect(source == nil)
      // Were it still there, a turn that serves everything else would serve it again.
      await nextIdle(of: tenant.reactor)
      #expect(done.count == 0)
    }
  }

  @Test("can be dropped by the handler of another one that is ready too")
  func dropsOther() async throws {
    try await onLoop { tenant in
      let bell = Bell()
      let other = Bell()
      var calls: [String] = []
      var second: Source?
      let first = try tenant.reactor.watch(bell.descriptor, priority: .bus) { _ in
        calls.append("first")
        second = nil
      }
      second = try tenant.reactor.watch(other.descriptor) { _ in calls.append("second") }
      await nextTurn(of: tenant.reactor)
      await nextTurn(of: tenant.reactor)
      first.cancel()
      await nextIdle(of: tenant.reactor)
      #expect(calls.first == "first")
      #expect(!calls.contains("second"))
      #expect(second == nil)
    }
  }

  @Test("end when they are released")
  func released() async throws {
    try await onLoop { tenant in
      let bell = Bell()
      var calls = 0
      do { _ = try tenant.reactor.watch(bell.descriptor) { _ in calls += 1 } }
      await nextIdle(of: tenant.reactor)
      #expect(calls == 0)
      #expect(throws: Never.self) { _ = try tenant.reactor.watch(bell.descriptor) { _ in } }
    }
  }

  @Test("are served by priority")
  func priorities() async throws {
    try await onLoop { tenant in
      let order = Mailbox<Priority>()
      var sources: [Source] = []
      let bells = (0..<5).map { _ in Bell() }
      let priorities: [Priority] = [.files, .bus, .signals, .timers, .children]
      for (bell, priority) in zip(bells, priorities) {
        var source: Source?
        source = try tenant.reactor.watch(bell.descriptor, priority: priority) { _ in
          order.post(priority)
          source?.cancel()
        }
        if let source { sources.append(source) }
      }
      var seen: [Priority] = []
      for _ in priorities { seen.append(await order.next()) }
      #expect(seen == [.signals, .children, .bus, .timers, .files])
    }
  }

  @Test("keep what comes for later while they are off")
  func disabled() async throws {
    try await onLoop { tenant in
      let bell = Bell()
      let calls = Mailbox<ReadyEvents>()
      let source = try tenant.reactor.watch(bell.descriptor, priority: .signals) { calls.post($0) }
      source.setEnabled(false)
      await nextIdle(of: tenant.reactor)
      #expect(calls.count == 0)
      source.setEnabled(true)
      #expect(await calls.next() == .readable)
    }
  }

  @Test("are not served more often than their rate limit allows")
  func rateLimit() async throws {
    try await onLoop { tenant in
      let bell = Bell()
      var calls = 0
      let source = try tenant.reactor.watch(bell.descriptor, priority: .signals) { _ in calls += 1 }
      source.setRateLimit(3, per: .seconds(3600))
      await nextIdle(of: tenant.reactor)
      #expect(calls == 3)
    }
  }

  @Test("refuse a regular file, which is always ready")
  func regularFile() async throws {
    let folder = try TemporaryFolder()
    let file = try OpenFile(try folder.write("x", to: "x"), .reading)
    let descriptor = file.descriptor
    try await onLoop { tenant in
      #expect(throws: Errno.notPermitted) { _ = try tenant.reactor.watch(descriptor) { _ in } }
    }
    _ = consume file
  }

  @Test("hear a signal")
  func signals() async throws {
    try await onLoop { tenant in
      let heard = Mailbox<Signal>()
      let source = try tenant.reactor.watch(.user1) { heard.post(.user1) }
      pthread_kill(pthread_self(), SIGUSR1)
      #expect(await heard.next() == .user1)
      source.cancel()
    }
  }

  @Test("tell what was served after the fact")
  func afterEvents() async throws {
    try await onLoop { tenant in
      let bell = Bell()
      let order = Mailbox<String>()
      var main: Source?
      main = try tenant.reactor.watch(bell.descriptor) { _ in
        order.post("event")
        main?.cancel()
      }
      let after = tenant.reactor.afterEvents { order.post("after") }
      #expect(await order.next() == "event")
      #expect(await order.next() == "after")
      after.cancel()
    }
  }
}

@Suite("Timers") struct TimerTests {
  @Test("fire once each time they are armed", arguments: KernelClock.allCases)
  func rearmed(clock: KernelClock) async throws {
    try await onLoop { tenant in
      let fired = Mailbox<Duration>()
      let timer = tenant.reactor.timer(on: clock) { fired.post(clock.now()) }
      for _ in 0..<3 {
        let due = clock.now() + .milliseconds(2)
        timer.arm(at: due)
        #expect(await fired.next() >= due, "never early")
      }
      await nextIdle(of: tenant.reactor)
      #expect(fired.count == 0)
    }
  }

  @Test("do not fire when disarmed, and fire at once for a time that is past")
  func disarmed() async throws {
    try await onLoop { tenant in
      let fired = Mailbox<String>()
      let first = tenant.reactor.timer { fired.post("first") }
      let second = tenant.reactor.timer { fired.post("second") }
      first.arm(after: .milliseconds(1))
      second.arm(after: .milliseconds(2))
      first.disarm()
      #expect(await fired.next() == "second")
      first.arm(at: .seconds(-5))
      #expect(await fired.next() == "first")
    }
  }

  @Test("can be armed again by their own handler")
  func periodic() async throws {
    try await onLoop { tenant in
      let fired = Mailbox<Int>()
      var count = 0
      var timer: Timer?
      timer = tenant.reactor.timer {
        count += 1
        fired.post(count)
        if count < 3 { timer?.arm(after: .microseconds(100)) } else { timer = nil }
      }
      timer?.arm(after: .zero)
      for expected in 1...3 { #expect(await fired.next() == expected) }
      #expect(timer == nil)
    }
  }
}

/// Waits until every source that is ready now and more urgent than idle was served or is held back.
func nextIdle(of reactor: Reactor) async {
  let idle = Mailbox<Void>()
  let source = reactor.whenIdle { idle.post(()) }
  await idle.next()
  source.cancel()
}

/// Waits for the end of the present turn.
func nextTurn(of reactor: Reactor) async {
  let ended = Mailbox<Void>()
  reactor.afterTurn { ended.post(()) }
  await ended.next()
}
