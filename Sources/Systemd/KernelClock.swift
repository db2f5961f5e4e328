internal import FileSystem
internal import Glibc
internal import Values

/// A clock of the kernel that timers run on, see clock_gettime(2).
package enum KernelClock: Sendable, Hashable, CaseIterable {
  /// Counts since an arbitrary start; stands still while the machine sleeps.
  case monotonic
  /// Counts since the machine was started, sleep included.
  case boottime
  /// The wall clock, which can be set; counts since 1970-01-01T00:00:00Z.
  case realtime

  var id: clockid_t {
    switch self {
    case .monotonic: CLOCK_MONOTONIC
    case .boottime: CLOCK_BOOTTIME
    case .realtime: CLOCK_REALTIME
    }
  }

  /// The present time of the clock, counted from the clock's own zero.
  package func now() -> Duration {
    switch self {
    case .monotonic: WallClock.monotonic()
    case .boottime: WallClock.sinceBoot()
    case .realtime: WallClock.now().sinceEpoch
    }
  }
}

extension Duration {
  /// Whole microseconds, rounded up so that nothing comes early; negative is zero.
  var microsecondsRoundedUp: UInt64 {
    let (seconds, attoseconds) = components
    guard seconds >= 0, attoseconds >= 0 else { return 0 }
    let micro: Int64 = 1_000_000_000_000
    let fraction = UInt64((attoseconds + micro - 1) / micro)
    let (whole, overflow) = UInt64(seconds).multipliedReportingOverflow(by: 1_000_000)
    // The largest number stands for "never" in sd-event; it needs 584,000 years.
    return overflow ? UInt64.max : whole + fraction
  }
}
