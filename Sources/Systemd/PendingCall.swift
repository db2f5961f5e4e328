internal import CSystemd

/// A method call whose answer has not come yet; kept by its bus.
@safe final class PendingCall {
  let number: UInt64
  /// Set when the call is sent.
  var slot: OpaquePointer?
  private let continuation: CheckedContinuation<Result<[BusValue], BusError>, Never>
  private unowned let bus: Bus

  init(
    _ number: UInt64,
    _ continuation: CheckedContinuation<Result<[BusValue], BusError>, Never>, on bus: Bus
  ) {
    self.number = number
    self.continuation = continuation
    self.bus = bus
  }

  deinit { unsafe sd_bus_slot_unref(slot) }

  func end(_ result: Result<[BusValue], BusError>) {
    // Without its slot the library forgets the call, so that no answer comes later.
    unsafe slot = sd_bus_slot_unref(slot)
    continuation.resume(returning: result)
  }

  /// The library's callback: the answer, or an error that it made up.
  @unsafe static func answered(
    _ message: OpaquePointer?, _ context: UnsafeMutableRawPointer?
  ) -> CInt {
    guard let context = unsafe context, let message = unsafe message else { return 0 }
    let call = unsafe Unmanaged<PendingCall>.fromOpaque(context).takeUnretainedValue()
    call.bus.end(call.number, unsafe result(of: message))
    return 0
  }

  @unsafe private static func result(
    of message: OpaquePointer
  ) -> Result<[BusValue], BusError> {
    if let error = unsafe sd_bus_message_get_error(message) {
      return .failure(unsafe BusError(error.pointee))
    }
    do throws(BusError) {
      return .success(unsafe try BusReader(message).values())
    } catch {
      return .failure(error)
    }
  }
}

extension BusError {
  @unsafe init(_ error: sd_bus_error) {
    self.init(
      name: unsafe error.name.map { unsafe String(cString: $0) } ?? "",
      message: unsafe error.message.map { unsafe String(cString: $0) } ?? "")
  }
}

/// Brings a cancellation, which may come on any thread, to the bus on its loop.
struct CallCanceller: @unchecked Sendable {
  // Not touched here, only carried: `call` runs on the loop's thread, where the bus lives.
  let bus: Bus
  let number: UInt64
  let loop: EventLoop

  func cancel() {
    loop.call {
      bus.end(number, .failure(BusError(.cancelled, message: "The task was cancelled.")))
    }
  }
}
