internal import Control
internal import Systemd
internal import TestKit
internal import Testing
internal import Values

/// The client, against a service of the test's own on a private bus.
@Suite("The control client")
struct ControlClientTests {
  /// Serves the interface on a bus and asks it one thing.
  private func ask(
    _ method: ControlInterface.Method, _ arguments: [BusValue] = [],
    answering: @escaping @Sendable (BusCall) -> Void
  ) async throws -> Value {
    let daemon = try await PrivateBus()
    return try await onLoop { tenant in
      let server = try Bus(daemon.address, on: tenant.reactor)
      let object = try server.serve(ControlInterface.path, handler: answering)
      try await server.requestName(ControlInterface.service)
      let client = try ControlClient(daemon.address, on: tenant.reactor)
      defer { object.cancel() }
      return try await client.call(method, arguments)
    }
  }

  @Test("hands arguments over and reads the JSON that comes back")
  func answer() async throws {
    let answer = try await ask(.trigger, [.string("invoices"), .string("{}")]) { call in
      guard call.message.member == "Trigger", call.message.interface == ControlInterface.interface,
        call.message.arguments == [.string("invoices"), .string("{}")]
      else { return call.failAsUnknown() }
      call.reply([.string(#"{"run": 7}"#)])
    }
    #expect(answer == .map(ValueMap(["run": .int(7)])))
    #expect(try await ask(.setEnabled, [.string("x"), .boolean(true)]) { $0.reply() } == .null)
  }

  @Test("tells refusals by their names", arguments: ControlInterface.Failure.allCases)
  func refusal(failure: ControlInterface.Failure) async throws {
    let error = await #expect(throws: ControlError.self) {
      try await ask(.reload) { $0.fail(failure.rawValue, "It can't be.") }
    }
    #expect(error == ControlError(.refused(failure), "It can't be."))
  }

  @Test("tells an answer that is none from a call that is not known")
  func misunderstood() async throws {
    let garbled = await #expect(throws: ControlError.self) {
      try await ask(.status) { $0.reply([.string("{")]) }
    }
    #expect(garbled?.reason == .misunderstood)
    let unknown = await #expect(throws: ControlError.self) {
      try await ask(.status) { $0.failAsUnknown() }
    }
    #expect(unknown?.reason == .misunderstood)
  }

  @Test("finds that nobody is there, and starts nobody")
  func absent() async throws {
    let daemon = try await PrivateBus()
    let error = try await onLoop { tenant -> ControlError? in
      let client = try ControlClient(daemon.address, on: tenant.reactor)
      do throws(ControlError) {
        _ = try await client.call(.status)
        return nil
      } catch {
        return error
      }
    }
    #expect(error?.reason == .noService)
    #expect(throws: ControlError.self) {
      try ControlClient.ask(.address("unix:path=/nowhere/bus"), .status)
    }
  }

  @Test("asks from a thread that runs no loop, as the command line does")
  func blocking() async throws {
    let daemon = try await PrivateBus()
    try await onLoop { tenant in
      let server = try Bus(daemon.address, on: tenant.reactor)
      let object = try server.serve(ControlInterface.path) { $0.reply([.string("[1]")]) }
      try await server.requestName(ControlInterface.service)
      let address = daemon.address
      let answer = try await Workers().run(on: WorkerKey("asking")) {
        () throws(ControlError) -> Value in try ControlClient.ask(address, .status)
      }
      #expect(answer == .list([.int(1)]))
      object.cancel()
    }
  }
}
