internal import Actions
internal import FileSystem
internal import Systemd
internal import Testing
internal import TestKit
internal import Values
internal import Workflow

/// A service that takes notifications and shows them to nobody.
private struct FakeService {
  let received = Mailbox<BusMessage>()
  private let bus: Bus
  private var object: BusObject?

  /// Offers the service; `answer` makes the answer to a notification.
  init(
    on reactor: Reactor, _ address: BusAddress, capabilities: [String],
    answer: @escaping (BusCall) -> Void = { $0.reply([.uint32(42)]) }
  ) async throws {
    let received = received
    bus = try Bus(address, on: reactor)
    object = try bus.serve("/org/freedesktop/Notifications") { call in
      switch call.message.member {
      case "GetCapabilities": call.reply([.strings(capabilities)])
      case "Notify":
        received.post(call.message)
        answer(call)
      default: call.failAsUnknown()
      }
    }
    try await bus.requestName("org.freedesktop.Notifications")
  }
}

@Suite("notify", .enabled(if: hasBusDaemon))
struct NotifyTests {
  /// Sends one notification to a service with these capabilities, and gives what it got.
  private static func notify(
    _ arguments: [String: Value], capabilities: [String] = ["body"], in world: World? = nil
  ) async throws -> (report: Report, message: BusMessage) {
    let session = try await PrivateBus()
    var ready = try world ?? World()
    ready.busAddress = session.address
    let prepared = ready
    return try await onLoop { tenant in
      let service = try await FakeService(
        on: tenant.reactor, session.address, capabilities: capabilities)
      let report = try await prepared.perform(Notify.self, arguments)
      return (report, await service.received.next())
    }
  }

  @Test("hands over title, text, urgency and icon")
  func whole() async throws {
    let (report, message) = try await Self.notify([
      "text": text("two\nlines"), "title": text("A\nB"), "urgency": text("critical"),
      "icon": text("/a b/\u{10FFFF}.png"),
    ])
    let outcome = try report.result.get()
    #expect(outcome.value == .bool(true))
    #expect(outcome.details["number"] == .int(42))
    #expect(message.arguments.count == 8)
    #expect(message.arguments[0].text == "Hob")
    #expect(message.arguments[2].text == "file:///a%20b/%FF.png")
    #expect(message.arguments[3].text == "A B")
    #expect(message.arguments[4].text == "two\nlines")
    #expect(message.arguments[6]["urgency"]?.integer == 2)
    #expect(message.arguments[7].integer == -1)
  }

  @Test("what looks like markup is escaped where the service understands markup, and only there")
  func markup() async throws {
    let shown: [String: Value] = ["text": text("<b>&amp;\u{301}<\u{301}"), "title": text("<i>")]
    let plain = try await Self.notify(shown)
    #expect(plain.message.arguments[4].text == "<b>&amp;\u{301}<\u{301}")
    let marked = try await Self.notify(shown, capabilities: ["body", "body-markup"])
    #expect(marked.message.arguments[4].text == "&lt;b&gt;&amp;amp;\u{301}&lt;\u{301}")
    #expect(marked.message.arguments[3].text == "<i>")
  }

  @Test("names that would steer the desktop arrive as harmless text, one notification each")
  func hostileNames() async throws {
    let session = try await PrivateBus()
    var ready = try World()
    ready.busAddress = session.address
    let world = ready
    try await onLoop { tenant in
      let service = try await FakeService(
        on: tenant.reactor, session.address, capabilities: ["body", "body-markup"])
      for name in HostileNamesTests.names {
        let shown = Value.string(FilePath.text(of: name))
        let report = try await world.perform(Notify.self, ["text": shown, "title": shown])
        #expect(try report.result.get().value == .bool(true))
        let message = await service.received.next()
        #expect(service.received.count == 0)
        for argument in [message.arguments[3], message.arguments[4]] {
          let controls = argument.text?.unicodeScalars.filter {
            $0.value < 0x20 && $0 != "\n" && $0 != "\t" || $0.value == 0x7F
          }
          #expect(controls?.isEmpty == true)
        }
        #expect(message.arguments[4].text?.contains("<") == false)
      }
    }
    #expect(try world.home.names().isEmpty)
  }

  @Test("long texts are cut and say so")
  func long() async throws {
    var world = try World()
    (world.limits.notificationTitle, world.limits.notificationText) = (3, 4)
    let (report, message) = try await Self.notify(
      ["text": text("12345"), "title": text("1234")], in: world)
    #expect(message.arguments[3].text == "123…")
    #expect(message.arguments[4].text == "1234…")
    #expect(try report.result.get().details["cut"] == .bool(true))
  }

  @Test("without a bus or a service the step succeeds and says why nothing was shown")
  func absent() async throws {
    let none = try await World().perform(Notify.self, ["text": text("x")]).result.get()
    #expect(none.value == .bool(false))
    #expect(none.details["sent"] == .bool(false))
    let session = try await PrivateBus()
    var world = try World()
    world.busAddress = session.address
    let nobody = try await world.perform(Notify.self, ["text": text("x")]).result.get()
    #expect(nobody.value == .bool(false))
    guard case .string(let why)? = nobody.details["why"] else {
      Issue.record("no reason is given")
      return
    }
    #expect(why.contains("org.freedesktop.Notifications"))
  }

  @Test("a service that refuses is a failure, and one that is silent ends in time")
  func unwilling() async throws {
    let session = try await PrivateBus()
    var ready = try World()
    ready.busAddress = session.address
    ready.limits.notificationAnswer = .milliseconds(200)
    let world = ready
    try await onLoop { tenant in
      var held: [BusCall] = []
      let service = try await FakeService(
        on: tenant.reactor, session.address, capabilities: []
      ) { call in
        if call.message.arguments[4].text == "refuse" {
          call.fail("org.example.TooMany", "Too many.")
        } else {
          held.append(call)
        }
      }
      let refused = try await world.perform(Notify.self, ["text": text("refuse")])
      #expect(refused.failure?.reason == .system)
      #expect(refused.failure?.message.contains("Too many.") == true)
      let silent = try await world.perform(Notify.self, ["text": text("wait")])
      #expect(try silent.result.get().value == .bool(false))
      let hurried = try await world.perform(
        Notify.self, ["text": text("wait")], timeout: .milliseconds(10))
      #expect(hurried.failure?.reason == .timedOut)
      #expect(service.received.count >= 2)
      held.removeAll()
    }
  }

  @Test("a service that others wrote takes it", .enabled(if: hasMockService))
  func realService() async throws {
    let session = try await PrivateBus()
    guard case .address(let address) = session.address else {
      Issue.record("the bus has no address of its own")
      return
    }
    var ready = try World()
    ready.busAddress = session.address
    let world = ready
    let written = try await onLoop { tenant in
      let bus = try Bus(session.address, on: tenant.reactor)
      let appeared = Mailbox<BusName?>()
      let watch = try bus.watchOwner(of: "org.freedesktop.Notifications") { appeared.post($0) }
      let words = ["-u", "-m", "dbusmock", "--template", "notification_daemon"]
      let variables = [
        "DBUS_SESSION_BUS_ADDRESS": address, "PATH": "/usr/bin:/bin", "LANG": "C.UTF-8",
      ]
      let command = ChildProcess.Command(
        FilePath("/usr/bin/python3"), words.map { Array($0.utf8) },
        environment: Environment(variables).raw)
      let service = Task(executorPreference: tenant.loop) {
        try await tenant.run { try await ChildProcess.run(command, on: $0.reactor) }
      }
      _ = await appeared.next()
      let report = try await world.perform(
        Notify.self, ["text": text("<b> & co"), "urgency": text("low")])
      #expect(try report.result.get().value == .bool(true))
      service.cancel()
      withExtendedLifetime(watch) {}
      return FilePath.text(of: try await service.value.output)
    }
    #expect(written.contains(#"Notify "Hob" 0 "dialog-information" "Hob""#), "\(written)")
  }

  @Test("wrong arguments are refused by name")
  func arguments() async throws {
    let report = try await World().perform(
      Notify.self, ["text": text("x"), "urgency": text("loud")])
    #expect(report.failure?.reason == .badArgument)
    #expect(report.failure?.message.contains("`urgency`") == true)
  }
}

/// Whether a bus can be started; the suites that need one are shown as skipped otherwise.
let hasBusDaemon = FileOperations.exists(FilePath("/usr/bin/dbus-daemon"))

/// Whether there is a notification service that others wrote, made for tests: python3-dbusmock.
let hasMockService = FileOperations.exists(
  FilePath("/usr/lib/python3/dist-packages/dbusmock/templates/notification_daemon.py"))
