internal import CSystemd
internal import FileSystem

/// A connection to a message bus, served by a loop; on its thread only.
@safe package final class Bus {
  let raw: OpaquePointer
  private let reactor: Reactor
  private var calls: [UInt64: PendingCall] = [:]
  private var lastCall: UInt64 = 0
  private var localSignals: BusMatch?
  /// Called once when the connection has ended without our doing; calls that wait have failed.
  package var onDisconnect: (() -> Void)?

  /// The time that a call waits for its answer unless it says otherwise.
  package static let defaultTimeout = Duration.seconds(25)

  /// Begins to connect, without waiting for it: messages are sent when the bus lets us in.
  ///
  /// - Throws: `noBus` where there is nobody at the address.
  package init(_ address: BusAddress, on reactor: Reactor) throws(BusError) {
    self.reactor = reactor
    unsafe raw = try Self.open(address)
    let status = unsafe sd_bus_attach_event(raw, reactor.event, CInt(Priority.bus.rawValue))
    precondition(status >= 0, "sd_bus_attach_event: \(Errno(-status))")
    let rule = BusRule(
      path: "/org/freedesktop/DBus/Local", interface: "org.freedesktop.DBus.Local",
      member: "Disconnected")
    localSignals = try match(rule) { [unowned self] _ in disconnected() }
  }

  deinit {
    unsafe sd_bus_detach_event(raw)
    unsafe sd_bus_close_unref(raw)
  }

  private static func open(_ address: BusAddress) throws(BusError) -> OpaquePointer {
    var bus: OpaquePointer?
    let status: CInt =
      switch address {
      case .user: unsafe sd_bus_open_user(&bus)
      case .system: unsafe sd_bus_open_system(&bus)
      case .address(let text): unsafe open(text, &bus)
      }
    guard status >= 0, let bus = unsafe bus else {
      unsafe sd_bus_unref(bus)
      throw BusError(.noBus, message: "\(address): \(Errno(-status))")
    }
    return unsafe bus
  }

  @unsafe private static func open(_ address: String, _ bus: inout OpaquePointer?) -> CInt {
    var status = unsafe sd_bus_new(&bus)
    if status >= 0 { status = unsafe sd_bus_set_address(bus, address) }
    if status >= 0 { status = unsafe sd_bus_set_bus_client(bus, 1) }
    if status >= 0 { status = unsafe sd_bus_start(bus) }
    return status
  }

  private func disconnected() {
    failCalls(BusError(.disconnected, message: "The bus closed it."))
    let handler = onDisconnect
    onDisconnect = nil
    handler?()
  }

  /// Ends the connection; calls that wait fail.
  package func close() {
    unsafe sd_bus_detach_event(raw)
    unsafe sd_bus_close(raw)
    onDisconnect = nil
    failCalls(BusError(.disconnected, message: "It was closed here."))
  }

  /// Waits until all that was sent has left; blocks, so only for the end of a program.
  package func flush() { unsafe sd_bus_flush(raw) }

  // MARK: Calls

  /// Calls a method and waits for its answer, which is given back as its values.
  ///
  /// - Throws: what the service answered, or why there is no answer.
  package func call(
    _ method: BusMethod, _ arguments: [BusValue] = [], timeout: Duration = Bus.defaultTimeout
  ) async throws(BusError) -> [BusValue] {
    let message = unsafe try self.message(for: method, arguments)
    defer { unsafe sd_bus_message_unref(message) }
    lastCall += 1
    let number = lastCall
    let canceller = CallCanceller(bus: self, number: number, loop: reactor.loop)
    let result = await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        unsafe send(message, as: PendingCall(number, continuation, on: self), timeout)
      }
    } onCancel: {
      canceller.cancel()
    }
    return try result.get()
  }

  private func message(
    for method: BusMethod, _ arguments: [BusValue]
  ) throws(BusError) -> OpaquePointer {
    var message: OpaquePointer?
    let status = unsafe sd_bus_message_new_method_call(
      raw, &message, method.destination.text, method.path, method.interface, method.member)
    guard status >= 0, let message = unsafe message else {
      throw BusError(.invalidMessage, message: "\(method): \(Errno(-status))")
    }
    unsafe sd_bus_message_set_auto_start(message, method.startsService ? 1 : 0)
    do throws(BusError) {
      unsafe try BusWriter(message).append(arguments)
    } catch {
      unsafe sd_bus_message_unref(message)
      throw error
    }
    return unsafe message
  }

  @unsafe private func send(
    _ message: OpaquePointer, as call: PendingCall, _ timeout: Duration
  ) {
    calls[call.number] = call
    // Zero would stand for the library's own default.
    let limit = max(1, timeout.microsecondsRoundedUp)
    let status = unsafe sd_bus_call_async(
      raw, &call.slot, message,
      { reply, context, _ in unsafe PendingCall.answered(reply, context) },
      Unmanaged.passUnretained(call).toOpaque(), limit)
    if status < 0 {
      let cause = Errno(-status)
      let reason: BusError.Reason = cause == .notConnected ? .disconnected : .invalidMessage
      end(call.number, .failure(BusError(reason, cause)))
    }
  }

  func end(_ number: UInt64, _ result: Result<[BusValue], BusError>) {
    guard let call = calls.removeValue(forKey: number) else { return }
    call.end(result)
  }

  private func failCalls(_ error: BusError) {
    for number in calls.keys.sorted() { end(number, .failure(error)) }
  }
}
