internal import CSystemd
internal import FileSystem
package import Values

/// How urgent an event source is among those that are ready: the lowest goes first.
package enum Priority: Int64, Sendable {
  case signals = -50
  case children = -40
  case bus = -30
  case timers = -20
  case files = -10
  case idle = 10
}

/// One registration with a reactor; its handler is called until it is cancelled or released.
///
/// A handler may release its own source. Used on the loop's thread only, like the reactor itself.
@safe package final class Source {
  /// Set right after creation: sd-event wants this object's address first.
  var raw: OpaquePointer?
  private var handler: ((UInt32) -> Void)?

  /// The handler gets the epoll_ctl(2) events that are ready, or 0 for sources without any.
  init(_ handler: @escaping (UInt32) -> Void) { self.handler = handler }

  deinit { cancel() }

  /// Ends the registration and releases the handler; again does nothing.
  package func cancel() {
    unsafe raw = sd_event_source_disable_unref(raw)
    handler = nil
  }

  /// Turns the source off, so that the kernel keeps what comes, or on again.
  package func setEnabled(_ isEnabled: Bool) {
    guard unsafe raw != nil else { return }
    let state = CInt((isEnabled ? SD_EVENT_ON : SD_EVENT_OFF))
    let status = unsafe sd_event_source_set_enabled(raw, state)
    precondition(status >= 0, "sd_event_source_set_enabled: \(Errno(-status))")
  }

  /// Lets the handler be called at most that often in each interval; the rest waits in the kernel.
  ///
  /// See sd_event_source_set_ratelimit(3).
  package func setRateLimit(_ burst: UInt32, per interval: Duration) {
    let status = unsafe sd_event_source_set_ratelimit(
      raw, interval.microsecondsRoundedUp, burst)
    precondition(status >= 0, "sd_event_source_set_ratelimit: \(Errno(-status))")
  }

  func setPriority(_ priority: Priority) {
    let status = unsafe sd_event_source_set_priority(raw, priority.rawValue)
    precondition(status >= 0, "sd_event_source_set_priority: \(Errno(-status))")
  }

  /// The address that sd-event hands to the callback; it is valid as long as the source is.
  var context: UnsafeMutableRawPointer { unsafe Unmanaged.passUnretained(self).toOpaque() }

  /// The body of every callback: finds the source and calls its handler.
  @unsafe static func fire(_ context: UnsafeMutableRawPointer?, _ events: UInt32 = 0) -> CInt {
    guard let context = unsafe context else { return 0 }
    let source = unsafe Unmanaged<Source>.fromOpaque(context).takeUnretainedValue()
    // The handler may drop the last reference to the source, and with it itself.
    withExtendedLifetime(source) { source.handler?(events) }
    return 0
  }
}

/// A one-shot timer that can be set again and again without a new registration.
///
/// Used on the loop's thread only. Lateness is that of the kernel: the accuracy is 1 µs.
@safe package final class Timer {
  package let clock: KernelClock
  let source: Source

  init(_ source: Source, on clock: KernelClock) {
    self.source = source
    self.clock = clock
  }

  /// Fires once when the clock shows that time; at once where that is past.
  package func arm(at time: Duration) {
    var status = unsafe sd_event_source_set_time(source.raw, time.microsecondsRoundedUp)
    if status >= 0 {
      status = unsafe sd_event_source_set_enabled(
        source.raw, CInt(SD_EVENT_ONESHOT))
    }
    precondition(status >= 0, "A timer can't be armed: \(Errno(-status))")
  }

  /// Fires once when the wall clock shows that time; only for timers on that clock.
  package func arm(at instant: Instant) {
    precondition(clock == .realtime, "A point in time is one of the wall clock.")
    arm(at: instant.sinceEpoch)
  }

  /// Fires once after that time, counted from now.
  package func arm(after delay: Duration) { arm(at: clock.now() + delay) }

  /// Makes an armed timer not fire.
  package func disarm() { source.setEnabled(false) }

  /// Ends the timer for good and releases its handler.
  package func cancel() { source.cancel() }
}
