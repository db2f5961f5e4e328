internal import CSystemd
internal import FileSystem

/// A wish to hear certain signals; it ends when it is released.
@safe package final class BusMatch {
  private var slot: OpaquePointer?
  private let handler: (BusMessage) -> Void
  private let onFailure: ((BusError) -> Void)?

  fileprivate init(
    _ rule: BusRule, on bus: OpaquePointer, handler: @escaping (BusMessage) -> Void,
    onFailure: ((BusError) -> Void)?
  ) throws(BusError) {
    self.handler = handler
    self.onFailure = onFailure
    // Without a callback of ours the library ends the connection when the bus refuses the rule.
    let installed: sd_bus_message_handler_t? =
      onFailure == nil
      ? nil : { message, context, _ in unsafe BusMatch.installed(message, context) }
    let status = unsafe sd_bus_add_match_async(
      bus, &slot, rule.text,
      { message, context, _ in unsafe BusMatch.received(message, context) }, installed,
      Unmanaged.passUnretained(self).toOpaque())
    guard status >= 0 else { throw BusError(.invalidMessage, Errno(-status)) }
  }

  deinit { cancel() }

  /// Ends the match; again does nothing.
  package func cancel() { unsafe slot = sd_bus_slot_unref(slot) }

  @unsafe private static func received(
    _ message: OpaquePointer?, _ context: UnsafeMutableRawPointer?
  ) -> CInt {
    guard let context = unsafe context, let message = unsafe message else { return 0 }
    let match = unsafe Unmanaged<BusMatch>.fromOpaque(context).takeUnretainedValue()
    // A message that can't be read was checked by nobody before us; there is nothing to tell.
    guard let message = unsafe try? BusMessage(message) else { return 0 }
    withExtendedLifetime(match) { match.handler(message) }
    return 0
  }

  @unsafe private static func installed(
    _ message: OpaquePointer?, _ context: UnsafeMutableRawPointer?
  ) -> CInt {
    guard let context = unsafe context, let message = unsafe message,
      let error = unsafe sd_bus_message_get_error(message)
    else { return 0 }
    let match = unsafe Unmanaged<BusMatch>.fromOpaque(context).takeUnretainedValue()
    withExtendedLifetime(match) { match.onFailure?(unsafe BusError(error.pointee)) }
    return 0
  }
}

extension Bus {
  /// Calls the handler for each signal that the rule fits, in the order in which they are sent.
  ///
  /// Nothing is waited for: the bus takes the rule before any call that is made after this. Where it
  /// refuses the rule, which only a limit of the bus can cause, the second handler is told; without
  /// one the connection ends, so that nobody is deaf and does not know it.
  package func match(
    _ rule: BusRule, onFailure: ((BusError) -> Void)? = nil,
    handler: @escaping (BusMessage) -> Void
  ) throws(BusError) -> BusMatch {
    unsafe try BusMatch(rule, on: raw, handler: handler, onFailure: onFailure)
  }

  /// Calls the handler whenever a name gets another owner, with nil where it has none any more.
  package func watchOwner(
    of name: BusName, handler: @escaping (BusName?) -> Void
  ) throws(BusError) -> BusMatch {
    var rule = BusRule(
      from: .driver, path: "/org/freedesktop/DBus", interface: "org.freedesktop.DBus",
      member: "NameOwnerChanged")
    rule.firstArgument = name.text
    return try match(rule) { message in
      handler(message.arguments.last?.text.flatMap(BusName.init(_:)))
    }
  }

  /// Sends a signal to whoever listens.
  package func emit(
    _ path: String, _ interface: String, _ member: String, _ arguments: [BusValue] = []
  ) throws(BusError) {
    var message: OpaquePointer?
    let status = unsafe sd_bus_message_new_signal(raw, &message, path, interface, member)
    guard status >= 0, let message = unsafe message else {
      throw BusError(.invalidMessage, message: "\(interface).\(member): \(Errno(-status))")
    }
    defer { unsafe sd_bus_message_unref(message) }
    unsafe try BusWriter(message).append(arguments)
    let sent = unsafe sd_bus_send(raw, message, nil)
    guard sent >= 0 else { throw BusError(.disconnected, Errno(-sent)) }
  }
}

/// What the message bus itself offers.
extension Bus {
  /// Takes a well-known name, under which others find this connection.
  ///
  /// - Throws: `nameTaken` where another connection has it and does not give it up.
  package func requestName(_ name: BusName) async throws(BusError) {
    // DBUS_NAME_FLAG_DO_NOT_QUEUE; the answers 1 and 4 mean that the name is ours.
    let arguments: [BusValue] = [.string(name.text), .uint32(4)]
    let answer = try await call(.driver("RequestName"), arguments).first?.integer
    guard answer == 1 || answer == 4 else { throw BusError(.nameTaken, message: name.text) }
  }

  /// Gives a name up.
  package func releaseName(_ name: BusName) async throws(BusError) {
    _ = try await call(.driver("ReleaseName"), [.string(name.text)])
  }

  /// The connection that has a name now; nil where nobody has it.
  package func owner(of name: BusName) async throws(BusError) -> BusName? {
    do throws(BusError) {
      let answer = try await call(.driver("GetNameOwner"), [.string(name.text)])
      return answer.first?.text.flatMap(BusName.init(_:))
    } catch {
      if error.reason == .noService { return nil }
      throw error
    }
  }

  /// The user of the process behind a connection, as the kernel told the bus.
  package func user(of name: BusName) async throws(BusError) -> UInt32 {
    let answer = try await call(.driver("GetConnectionUnixUser"), [.string(name.text)])
    guard let user = answer.first?.integer.flatMap(UInt32.init(exactly:)) else {
      throw BusError(.answered, message: "The bus gave no user for \(name).")
    }
    return user
  }
}
