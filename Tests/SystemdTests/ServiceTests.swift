internal import FileSystem
internal import Glibc
internal import Systemd
internal import TestKit
internal import Testing
internal import Values

/// A socket that hears what a service tells its manager, in a process of its own.
private final class Manager {
  let descriptor: CInt
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    descriptor = socket(AF_UNIX, CInt(SOCK_DGRAM.rawValue), 0)
    let path = folder["notify"].text
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    unsafe withUnsafeMutableBytes(of: &address.sun_path) { unsafe $0.copyBytes(from: path.utf8) }
    let status = unsafe withUnsafePointer(to: &address) { address in
      unsafe address.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
        unsafe bind(descriptor, address, socklen_t(MemoryLayout<sockaddr_un>.size))
      }
    }
    try #require(status == 0)
    unsafe setenv("NOTIFY_SOCKET", path, 1)
  }

  deinit { close(descriptor) }

  func heard() -> String {
    var bytes = [UInt8](repeating: 0, count: 4096)
    let count = unsafe recv(descriptor, &bytes, bytes.count, 0)
    return String(decoding: bytes.prefix(max(0, count)), as: UTF8.self)
  }
}

@Suite("The service manager") struct ServiceManagerTests {
  @Test("hears how the service is")
  func notify() async {
    await #expect(processExitsWith: .success) {
      let manager = try Manager()
      ServiceManager().ready("3 rules\nREADY=0")
      #expect(manager.heard() == "READY=1\nSTATUS=3 rules READY=0")
      ServiceManager().reloading()
      #expect(manager.heard().hasPrefix("RELOADING=1\nMONOTONIC_USEC="))
      ServiceManager().status("busy")
      #expect(manager.heard() == "STATUS=busy")
      ServiceManager().stopping("")
      #expect(manager.heard() == "STOPPING=1\nSTATUS=")
    }
  }

  @Test("is told again and again that the loop lives, where it asked for that")
  func watchdog() async throws {
    await #expect(processExitsWith: .success) {
      let manager = try Manager()
      unsafe setenv("WATCHDOG_USEC", "4000", 1)
      let loop = EventLoop()
      try loop.startThread(name: "loop") { reactor in
        #expect((try? reactor.enableWatchdog()) == true)
      }
      for _ in 0..<3 { #expect(manager.heard() == "WATCHDOG=1") }
    }
    try await onLoop { tenant in
      let isWatched = try tenant.reactor.enableWatchdog()
      #expect(!isWatched)
    }
  }

  @Test("keeps its own variables from children")
  func environment() {
    let all = Environment(["PATH": "/bin", "NOTIFY_SOCKET": "/run/x", "WATCHDOG_USEC": "1"])
    #expect(ServiceManager.environmentForChildren(all).variables == ["PATH": "/bin"])
  }
}

@Suite("The log") struct JournalTests {
  @Test("goes to standard error for people, a line an entry, with nothing forged")
  func lines() async throws {
    let result = await #expect(
      processExitsWith: .success, observing: [\.standardErrorContent]
    ) {
      let journal = Journal(program: "hobd", environment: Environment([:]))
      journal.log(.info, "Started.", [.init("RULE", "a"), .init("MESSAGE_ID", "abc")])
      journal.log(.error, FilePath(bytes: [0x61, 0x0A, 0xFF, 0x1B]).text)
    }
    let text = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    #expect(text.hasSuffix("hobd: Started. [RULE=a]\nhobd: error: a\\u{a}\\xff\\u{1b}\n"))
  }

  @Test("goes to the journal where that is what standard error is")
  func journal() async throws {
    let result = await #expect(
      processExitsWith: .success, observing: [\.standardErrorContent]
    ) {
      var status = stat()
      unsafe fstat(2, &status)
      let stream = "\(status.st_dev):\(status.st_ino)"
      let journal = Journal(program: "hobd", environment: Environment(["JOURNAL_STREAM": stream]))
      journal.log(.error, "For the journal alone.", [.init("RULE", "a")])
      Journal(program: "hobd", environment: Environment(["JOURNAL_STREAM": "1:1"])).log(.info, "x")
    }
    let text = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    #expect(text.hasSuffix("hobd: x\n"))
    #expect(!text.contains("For the journal alone."))
  }
}

@Suite("A change of the clock") struct ClockChangeTests {
  /// Sets the clock to what it shows already, if we may.
  private static func setClock() -> Bool {
    var now = timespec()
    unsafe clock_gettime(CLOCK_REALTIME, &now)
    return unsafe clock_settime(CLOCK_REALTIME, &now) == 0
  }

  @Test("is told, each time", .enabled(if: geteuid() == 0 && setClock(), "needs CAP_SYS_TIME"))
  func change() async throws {
    try await onLoop { tenant in
      let changes = Mailbox<Void>()
      let watch = try ClockChange(on: tenant.reactor) { changes.post(()) }
      await nextIdle(of: tenant.reactor)
      #expect(changes.count == 0)
      for _ in 0..<2 {
        #expect(Self.setClock())
        await changes.next()
      }
      withExtendedLifetime(watch) {}
    }
  }
}
