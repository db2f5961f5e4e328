internal import CLinux
package import FileSystem
internal import Glibc

/// Tells when the wall clock was set, by a timer that the kernel cancels then (timerfd_create(2)).
///
/// The clock's own running, and waking from sleep, are no changes.
package final class ClockChange {
  private let timer: OwnedDescriptor
  private var source: Source?

  /// Begins to watch; the handler is called after each change.
  ///
  /// - Throws: EMFILE without a free descriptor.
  package init(on reactor: Reactor, handler: @escaping () -> Void) throws(Errno) {
    timer = OwnedDescriptor(
      timerfd_create(CLOCK_REALTIME, CInt(TFD_CLOEXEC | TFD_NONBLOCK)))
    guard timer.number >= 0 else { throw Errno.current }
    try arm()
    source = try reactor.watch(timer.number, priority: .timers) { [unowned self] _ in
      if wasSet() { handler() }
    }
  }

  // Before the descriptor is closed, see epoll(7), question 6.
  deinit { source?.cancel() }

  private func arm() throws(Errno) {
    // The end of 64-bit time: it never expires, it can only be cancelled.
    let never = timespec(tv_sec: Int.max, tv_nsec: 0)
    var time = itimerspec(it_interval: timespec(), it_value: never)
    let flags = CInt(TFD_TIMER_ABSTIME | TFD_TIMER_CANCEL_ON_SET)
    guard unsafe timerfd_settime(timer.number, flags, &time, nil) == 0 else {
      throw Errno.current
    }
  }

  /// Whether the timer was cancelled; it is armed for the next change.
  private func wasSet() -> Bool {
    var expirations: UInt64 = 0
    let count = unsafe read(timer.number, &expirations, MemoryLayout<UInt64>.size)
    let error = Errno.current
    // The first time has passed its checks; nothing that arming needs can be gone since.
    try? arm()
    return count < 0 && error == .cancelled
  }
}
