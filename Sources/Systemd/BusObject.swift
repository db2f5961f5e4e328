internal import CSystemd
internal import FileSystem

/// An object that this process offers on the bus; it ends when it is released.
@safe package final class BusObject {
  private var slot: OpaquePointer?
  private let introspection: String?
  private let handler: (BusCall) -> Void

  fileprivate init(
    _ path: String, withChildren: Bool, on bus: OpaquePointer, introspection: String?,
    handler: @escaping (BusCall) -> Void
  ) throws(BusError) {
    self.introspection = introspection
    self.handler = handler
    let add = unsafe withChildren ? sd_bus_add_fallback : sd_bus_add_object
    let status = unsafe add(
      bus, &slot, path, { message, context, _ in unsafe BusObject.called(message, context) },
      Unmanaged.passUnretained(self).toOpaque())
    guard status >= 0 else {
      throw BusError(.invalidMessage, message: "\(path): \(Errno(-status))")
    }
  }

  deinit { cancel() }

  /// Takes the object off the bus; again does nothing.
  package func cancel() { unsafe slot = sd_bus_slot_unref(slot) }

  @unsafe private static func called(
    _ message: OpaquePointer?, _ context: UnsafeMutableRawPointer?
  ) -> CInt {
    guard let context = unsafe context, let message = unsafe message else { return 0 }
    let object = unsafe Unmanaged<BusObject>.fromOpaque(context).takeUnretainedValue()
    withExtendedLifetime(object) {
      do throws(BusError) {
        object.handle(unsafe try BusCall(message))
      } catch {
        unsafe BusCall.fail(message, "org.freedesktop.DBus.Error.InvalidArgs", error.description)
      }
    }
    // Handled: else the library would answer that there is no such method.
    return 1
  }

  private func handle(_ call: BusCall) {
    if let introspection, call.message.interface == "org.freedesktop.DBus.Introspectable",
      call.message.member == "Introspect"
    {
      call.reply([.string(introspection)])
    } else {
      handler(call)
    }
  }
}

/// A method call that came and waits for its answer, which may be given later.
///
/// One that is released unanswered is answered with an error, so that no caller waits in vain.
@safe package final class BusCall {
  package let message: BusMessage
  private let raw: OpaquePointer
  private var isAnswered: Bool

  @unsafe fileprivate init(_ message: OpaquePointer) throws(BusError) {
    self.message = unsafe try BusMessage(message)
    unsafe raw = sd_bus_message_ref(message)
    isAnswered = unsafe sd_bus_message_get_expect_reply(message) <= 0
  }

  deinit {
    fail("org.freedesktop.DBus.Error.Failed", "The call was not answered.")
    unsafe sd_bus_message_unref(raw)
  }

  /// Answers with values; a second answer is not sent.
  package func reply(_ values: [BusValue] = []) {
    guard !isAnswered else { return }
    var answer: OpaquePointer?
    guard unsafe sd_bus_message_new_method_return(raw, &answer) >= 0, let answer = unsafe answer
    else { return }
    defer { unsafe sd_bus_message_unref(answer) }
    do throws(BusError) {
      unsafe try BusWriter(answer).append(values)
      isAnswered = true
      // Fails only where the connection has ended, and the caller with it.
      unsafe sd_bus_send(nil, answer, nil)
    } catch {
      fail("org.freedesktop.DBus.Error.Failed", error.description)
    }
  }

  /// Answers with an error such as `org.hob.Hob1.Error.NoSuchRule`; a second answer is not sent.
  package func fail(_ name: String, _ message: String) {
    guard !isAnswered else { return }
    isAnswered = true
    unsafe Self.fail(raw, name, message)
  }

  /// Answers that there is no such method.
  package func failAsUnknown() {
    fail(
      "org.freedesktop.DBus.Error.UnknownMethod",
      "There is no method \(message.interface).\(message.member) at \(message.path).")
  }

  @unsafe fileprivate static func fail(_ call: OpaquePointer, _ name: String, _ text: String) {
    unsafe name.withCString { name in
      unsafe text.withCString { text in
        var error = unsafe sd_bus_error(name: name, message: text, _need_free: 0)
        unsafe sd_bus_reply_method_error(call, &error)
      }
    }
  }
}

extension Bus {
  /// Offers an object at a path: the handler gets every call of it, and answers now or later.
  ///
  /// - Parameter withChildren: whether paths below belong to it too.
  /// - Parameter introspection: the XML that describes it; the object answers that itself.
  package func serve(
    _ path: String, withChildren: Bool = false, introspection: String? = nil,
    handler: @escaping (BusCall) -> Void
  ) throws(BusError) -> BusObject {
    unsafe try BusObject(
      path, withChildren: withChildren, on: raw, introspection: introspection, handler: handler)
  }
}
