internal import FileSystem
internal import Glibc
internal import Systemd
internal import TestKit
internal import Testing
internal import Values

/// Two connections to a bus of the test's own.
private struct Pair {
  let server: Bus
  let client: Bus
  let name: BusName

  static let service: BusName = "org.example.Test"

  static func connect(_ daemon: PrivateBus, on reactor: Reactor) async throws -> Pair {
    let server = try Bus(daemon.address, on: reactor)
    let client = try Bus(daemon.address, on: reactor)
    try await server.requestName(service)
    let name = try #require(try await client.owner(of: service))
    return Pair(server: server, client: client, name: name)
  }

  func call(
    _ member: String, _ arguments: [BusValue] = [], timeout: Duration = .seconds(60)
  ) async throws -> [BusValue] {
    let method = BusMethod(Pair.service, "/test", "org.example.Test", member)
    return try await client.call(method, arguments, timeout: timeout)
  }
}

extension Tenant {
  /// Calls a method of the test's service over a new connection, in a task of its own.
  fileprivate nonisolated func begin(
    _ member: String, on daemon: PrivateBus
  ) -> Task<[BusValue], any Error> {
    Task(executorPreference: loop) {
      try await self.run { tenant in
        let client = try Bus(daemon.address, on: tenant.reactor)
        let method = BusMethod(Pair.service, "/test", "org.example.Test", member)
        return try await client.call(method, timeout: .seconds(60))
      }
    }
  }
}

@Suite("The message bus") struct BusTests {
  private static let everything: [BusValue] = [
    .string("text"), .boolean(true), .boolean(false), .byte(255), .int16(-2), .uint16(65535),
    .int32(-3), .uint32(4_000_000_000), .int64(.min), .uint64(.max), .double(-0.5),
    .objectPath("/a/b"), .signature("a{sv}"), .bytes([0, 0xFF, 10]), .bytes([]),
    .strings(["a", ""]), .array(of: "(us)", [.structure([.uint32(1), .string("x")])]),
    .array(of: "v", []), .array(of: "as", [.strings([]), .strings(["b"])]),
    .dictionary(key: "u", value: "s", [.uint32(1): .string("one"), .uint32(2): .string("two")]),
    .properties(["Name": .string("n"), "Sizes": .array(of: "t", [.uint64(1)])]),
    .variant(.variant(.structure([.byte(1), .bytes([1, 2])]))),
    .dictionary(
      key: "o", value: "a{sa{sv}}",
      [
        .objectPath("/x"): .dictionary(
          key: "s", value: "a{sv}", [.string("i"): .properties(["P": .boolean(true)])])
      ]),
  ]

  @Test("carries values of every type there and back")
  func values() async throws {
    let daemon = try await PrivateBus()
    try await onLoop { tenant in
      let pair = try await Pair.connect(daemon, on: tenant.reactor)
      let object = try pair.server.serve("/test") { $0.reply($0.message.arguments) }
      #expect(try await pair.call("Echo", Self.everything) == Self.everything)
      #expect(try await pair.call("Echo") == [])
      object.cancel()
    }
  }

  @Test("carries a file descriptor")
  func descriptors() async throws {
    let daemon = try await PrivateBus()
    let folder = try TemporaryFolder()
    let file = try OpenFile(try folder.write("content", to: "file"), .reading)
    let sent = BusDescriptor(adopting: file.release())
    try await onLoop { tenant in
      let pair = try await Pair.connect(daemon, on: tenant.reactor)
      let object = try pair.server.serve("/test") { $0.reply($0.message.arguments) }
      let answer = try await pair.call("Echo", [.descriptor(sent)])
      guard case .descriptor(let descriptor) = try #require(answer.first) else {
        Issue.record("no descriptor came")
        return
      }
      #expect(descriptor.number != sent.number)
      let copy = OpenFile(adopting: dup(descriptor.number), path: folder["file"])
      #expect(try copy.read(from: 0, count: 100) == Array("content".utf8))
      object.cancel()
    }
  }

  @Test("brings errors with their names, and an answer that comes later")
  func answers() async throws {
    let daemon = try await PrivateBus()
    try await onLoop { tenant in
      let pair = try await Pair.connect(daemon, on: tenant.reactor)
      var waiting: [BusCall] = []
      let arrivals = Mailbox<String>()
      let object = try pair.server.serve("/test") { call in
        arrivals.post(call.message.member)
        switch call.message.member {
        case "Fail": call.fail("org.example.Error.Wrong", "It went wrong.")
        case "Later": waiting.append(call)
        case "Now":
          call.reply([.string(call.message.sender?.text ?? "")])
          for earlier in waiting { earlier.reply([.uint32(7)]) }
          waiting = []
        case "Drop": break
        default: call.failAsUnknown()
        }
      }
      let wrong = await #expect(throws: BusError.self) { try await pair.call("Fail") }
      #expect(
        wrong == BusError(.answered, name: "org.example.Error.Wrong", message: "It went wrong."))
      let unknown = await #expect(throws: BusError.self) { try await pair.call("Other") }
      #expect(unknown?.reason == .noMethod)
      let dropped = await #expect(throws: BusError.self) { try await pair.call("Drop") }
      #expect(dropped?.message == "The call was not answered.")
      let later = tenant.begin("Later", on: daemon)
      while await arrivals.next() != "Later" {}
      #expect(try await pair.call("Now").first?.text?.hasPrefix(":1.") == true)
      #expect(try await later.value == [.uint32(7)])
      object.cancel()
      let gone = await #expect(throws: BusError.self) { try await pair.call("Now") }
      #expect(gone?.reason == .noMethod)
    }
  }

  @Test("does not wait for ever for an answer, and not at all when cancelled")
  func noAnswer() async throws {
    let daemon = try await PrivateBus()
    try await onLoop { tenant in
      let pair = try await Pair.connect(daemon, on: tenant.reactor)
      let calls = Mailbox<BusCall>()
      let object = try pair.server.serve("/test") { calls.post($0) }
      let late = await #expect(throws: BusError.self) {
        try await pair.call("Wait", timeout: .milliseconds(5))
      }
      #expect(late?.reason == .timedOut)
      let cancelled = tenant.begin("Wait", on: daemon)
      _ = await calls.next()
      let unanswered = await calls.next()
      cancelled.cancel()
      let error = await #expect(throws: BusError.self) { try await cancelled.value }
      #expect(error?.reason == .cancelled)
      unanswered.reply()
      object.cancel()
    }
  }

  @Test("delivers signals to the matches that fit, in order")
  func signals() async throws {
    let daemon = try await PrivateBus()
    try await onLoop { tenant in
      let pair = try await Pair.connect(daemon, on: tenant.reactor)
      let heard = Mailbox<BusMessage>()
      var rule = BusRule(from: Pair.service, interface: "org.example.Test", member: "Changed")
      rule.pathNamespace = "/a"
      let match = try pair.client.match(rule) { heard.post($0) }
      // The bus has the rule when it has answered what was sent after it.
      _ = try await pair.client.owner(of: Pair.service)
      try pair.server.emit("/b", "org.example.Test", "Changed", [.int32(0)])
      try pair.server.emit("/a/x", "org.example.Test", "Other", [.int32(0)])
      try pair.server.emit("/a/x", "org.example.Test", "Changed", [.int32(1)])
      try pair.server.emit("/a", "org.example.Test", "Changed", [.int32(2)])
      let first = await heard.next()
      #expect(first.path == "/a/x")
      #expect(first.arguments == [.int32(1)])
      #expect(first.sender == pair.name)
      #expect(await heard.next().arguments == [.int32(2)])
      match.cancel()
    }
  }

  @Test("tells when a name comes and goes, and who has it")
  func names() async throws {
    let daemon = try await PrivateBus()
    try await onLoop { tenant in
      let pair = try await Pair.connect(daemon, on: tenant.reactor)
      let owners = Mailbox<BusName?>()
      let match = try pair.client.watchOwner(of: "org.example.Other") { owners.post($0) }
      try await pair.server.requestName("org.example.Other")
      #expect(await owners.next() == pair.name)
      let taken = await #expect(throws: BusError.self) {
        try await pair.client.requestName("org.example.Other")
      }
      #expect(taken?.reason == .nameTaken)
      try await pair.server.releaseName("org.example.Other")
      #expect(await owners.next() == .some(nil))
      #expect(try await pair.client.owner(of: "org.example.Other") == nil)
      #expect(try await pair.client.user(of: pair.name) == CurrentProcess.user)
      match.cancel()
    }
  }

  @Test("describes an object that was given its description")
  func introspection() async throws {
    let daemon = try await PrivateBus()
    try await onLoop { tenant in
      let pair = try await Pair.connect(daemon, on: tenant.reactor)
      let object = try pair.server.serve("/test", withChildren: true, introspection: "<node/>") {
        $0.reply([.string($0.message.path)])
      }
      let method = BusMethod(
        Pair.service, "/test/child", "org.freedesktop.DBus.Introspectable", "Introspect")
      #expect(try await pair.client.call(method) == [.string("<node/>")])
      let other = BusMethod(Pair.service, "/test/child", "org.example.Test", "Path")
      #expect(try await pair.client.call(other) == [.string("/test/child")])
      object.cancel()
    }
  }

  @Test("reads the properties of an object")
  func properties() async throws {
    let daemon = try await PrivateBus()
    try await onLoop { tenant in
      let bus = try Bus(daemon.address, on: tenant.reactor)
      let path = "/org/freedesktop/DBus"
      let all = try await bus.properties(of: "org.freedesktop.DBus", at: path, on: .driver)
      let features = try await bus.property(
        "Features", of: "org.freedesktop.DBus", at: path, on: .driver)
      #expect(features.elements?.isEmpty == false)
      #expect(all["Features"] == features)
    }
  }

  @Test("wakes nobody while nothing is said")
  func idle() async throws {
    let daemon = try await PrivateBus()
    let folder = try TemporaryFolder()
    let turns = try await onLoop { tenant in
      let reactor = tenant.reactor
      let bus = try Bus(daemon.address, on: reactor)
      _ = try await bus.owner(of: .driver)
      let inotify = try Inotify(on: reactor) { _ in }
      _ = try inotify.watches.add(folder.path, .created)
      let woken = Mailbox<UInt64>()
      for _ in 0..<3 { await nextIdle(of: reactor) }
      var start: UInt64 = 0
      let timer = reactor.timer { woken.post(reactor.turns - start) }
      reactor.afterTurn {
        start = reactor.turns
        timer.arm(after: .milliseconds(30))
      }
      let turns = await woken.next()
      withExtendedLifetime((bus, inotify)) {}
      return turns
    }
    #expect(turns == 0)
  }

  @Test("that ends tells so and fails the calls that wait")
  func disconnect() async throws {
    var daemon: PrivateBus? = try await PrivateBus()
    let address = try #require(daemon?.address)
    let (loops, continuation) = AsyncStream<Void>.makeStream()
    let test = Task {
      try await onLoop { tenant in
        let server = try Bus(address, on: tenant.reactor)
        let client = try Bus(address, on: tenant.reactor)
        try await server.requestName(Pair.service)
        let calls = Mailbox<BusCall>()
        let ends = Mailbox<String>()
        client.onDisconnect = { ends.post("client") }
        server.onDisconnect = { ends.post("server") }
        let object = try server.serve("/test") { call in
          calls.post(call)
          continuation.yield()
        }
        let error = await #expect(throws: BusError.self) {
          try await client.call(
            BusMethod(Pair.service, "/test", "org.example.Test", "Wait"), timeout: .seconds(60))
        }
        #expect(error?.reason == .disconnected || error?.reason == .timedOut)
        #expect(Set([await ends.next(), await ends.next()]) == ["client", "server"])
        let after = await #expect(throws: BusError.self) {
          try await client.owner(of: Pair.service)
        }
        #expect(after?.reason == .disconnected)
        object.cancel()
      }
    }
    for await _ in loops { break }
    daemon = nil
    try await test.value
    #expect(daemon == nil)
  }

  @Test("that is closed here fails the calls that wait")
  func close() async throws {
    let daemon = try await PrivateBus()
    try await onLoop { tenant in
      let pair = try await Pair.connect(daemon, on: tenant.reactor)
      var calls: [BusCall] = []
      let object = try pair.server.serve("/test") { call in
        calls.append(call)
        pair.client.close()
      }
      let error = await #expect(throws: BusError.self) { try await pair.call("Wait") }
      #expect(error?.reason == .disconnected)
      #expect(calls.count == 1)
      object.cancel()
    }
  }

  @Test("that is not there is refused at once, with its address")
  func nowhere() async throws {
    let folder = try TemporaryFolder()
    let address = "unix:path=" + folder["none"].text
    try await onLoop { tenant in
      let error = #expect(throws: BusError.self) {
        try Bus(.address(address), on: tenant.reactor)
      }
      #expect(error?.reason == .noBus)
      #expect(error?.message.contains(address) == true)
    }
  }

  @Test("refuses what its rules forbid")
  func invalid() async throws {
    let daemon = try await PrivateBus()
    let (wrong, right) = ("no dots", ":1.5")
    #expect(BusName(wrong) == nil)
    #expect(BusName(right) != nil)
    try await onLoop { tenant in
      let bus = try Bus(daemon.address, on: tenant.reactor)
      let cases: [(String, BusValue)] = [
        ("not a path", .string("x")), ("/a", .string("a\0b")), ("/a", .objectPath("relative")),
        ("/a", .array(of: "s", [.int32(1)])), ("/a", .signature("?")),
      ]
      for (path, value) in cases {
        let method = BusMethod(.driver, path, "org.example.Test", "M")
        let error = await #expect(throws: BusError.self) { try await bus.call(method, [value]) }
        #expect(error?.reason == .invalidMessage, "\(path) \(value)")
      }
    }
  }

  @Test("does not start a service where the call says so")
  func noStart() async throws {
    let daemon = try await PrivateBus()
    try await onLoop { tenant in
      let bus = try Bus(daemon.address, on: tenant.reactor)
      var method = BusMethod("org.example.Nobody", "/", "org.example.Test", "M")
      method.startsService = false
      let error = await #expect(throws: BusError.self) { try await bus.call(method) }
      #expect(error?.reason == .noService)
    }
  }
}

@Suite("A value of the bus") struct BusValueTests {
  @Test("is looked at through its variants")
  func access() {
    let value = BusValue.properties([
      "Name": .string("Headset"), "Percentage": .byte(40), "Connected": .boolean(true),
      "Large": .uint64(.max), "Names": .strings(["a"]), "Path": .bytes([0xFF]),
    ])
    #expect(value["Name"]?.text == "Headset")
    #expect(value["Percentage"]?.integer == 40)
    #expect(value["Connected"]?.boolean == true)
    #expect(value["Large"]?.integer == nil)
    #expect(value["Names"]?.elements == [.string("a")])
    #expect(value["Path"]?.bytes == [0xFF])
    #expect(value["Path"]?.elements == [.byte(0xFF)])
    #expect(value["None"] == nil)
    #expect(value["Name"]?["x"] == nil)
    #expect(value.signature == "a{sv}")
  }

  @Test("and a rule are quoted as the bus reads them")
  func rule() {
    var rule = BusRule(from: "org.bluez", path: "/a", interface: "i.f", member: "M")
    rule.firstArgument = "it's, so"
    #expect(
      rule.text
        == "type='signal',sender='org.bluez',path='/a',interface='i.f',member='M',arg0='it'\\''s, so'"
    )
  }
}
