internal import CLinux
internal import Glibc
package import Values

/// The clocks of the machine; clock_gettime(2).
package enum WallClock {
  /// The current point in time, which jumps when the clock is set.
  package static func now() -> Instant {
    Instant(read(CLOCK_REALTIME))
  }

  /// The time since some start, which never jumps and stands still while the machine sleeps.
  package static func monotonic() -> Duration {
    Instant(read(CLOCK_MONOTONIC)).sinceEpoch
  }

  /// The time since the machine was started, sleep included.
  package static func sinceBoot() -> Duration {
    Instant(read(CLOCK_BOOTTIME)).sinceEpoch
  }

  private static func read(_ clock: Int32) -> timespec {
    var time = timespec()
    // These clocks exist on every kernel, so that the call can't fail.
    unsafe clock_gettime(clock, &time)
    return time
  }
}

/// A point in time as the clock on the wall shows it, for display.
package struct LocalTime: Hashable, Sendable {
  package let year: Int
  /// From 1 to 12.
  package let month: Int
  package let day: Int
  package let hour: Int
  package let minute: Int
  package let second: Int
  /// From 0 for Sunday to 6.
  package let weekday: Int
  /// How far the local time is ahead of UTC, in seconds.
  package let offset: Int
  /// The zone's short name such as `CET`.
  package let zone: String

  /// Breaks a point in time down in the machine's zone, as it is set now; localtime_r(3).
  package init(_ instant: Instant) {
    // Alone, localtime_r would keep the zone of its first call for ever.
    tzset()
    var seconds = time_t(instant.seconds)
    var parts = unsafe tm()
    unsafe localtime_r(&seconds, &parts)
    year = Int(unsafe parts.tm_year) + 1900
    month = Int(unsafe parts.tm_mon) + 1
    day = Int(unsafe parts.tm_mday)
    hour = Int(unsafe parts.tm_hour)
    minute = Int(unsafe parts.tm_min)
    second = Int(unsafe parts.tm_sec)
    weekday = Int(unsafe parts.tm_wday)
    offset = unsafe parts.tm_gmtoff
    zone = unsafe parts.tm_zone.map { unsafe String(cString: $0) } ?? ""
  }

  /// The date as `2026-11-30`.
  package var dateText: String {
    "\(Self.padded(year, 4))-\(Self.padded(month, 2))-\(Self.padded(day, 2))"
  }

  /// The time of day as `07:05:09`.
  package var timeText: String {
    "\(Self.padded(hour, 2)):\(Self.padded(minute, 2)):\(Self.padded(second, 2))"
  }

  private static func padded(_ number: Int, _ width: Int) -> String {
    let digits = String(number)
    return String(repeating: "0", count: max(0, width - digits.utf8.count)) + digits
  }
}
