/// A date and time of the proleptic Gregorian calendar, without a zone.
package struct CivilDate: Sendable, Hashable {
  package var year: Int64
  /// From 1 to 12.
  package var month: Int
  /// From 1 to 31.
  package var day: Int
  package var hour = 0
  package var minute = 0
  package var second = 0
  package var nanosecond: Int32 = 0

  package init(
    year: Int64, month: Int, day: Int, hour: Int = 0, minute: Int = 0, second: Int = 0,
    nanosecond: Int32 = 0
  ) {
    (self.year, self.month, self.day) = (year, month, day)
    (self.hour, self.minute, self.second) = (hour, minute, second)
    self.nanosecond = nanosecond
  }

  /// Days since 1970-01-01 of this date.
  package var daysSinceEpoch: Int64 {
    let shifted = month <= 2 ? year - 1 : year
    let era = (shifted >= 0 ? shifted : shifted - 399) / 400
    let yearOfEra = shifted - era * 400
    let monthFromMarch = Int64((month + 9) % 12)
    let dayOfYear = (153 * monthFromMarch + 2) / 5 + Int64(day) - 1
    let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
    return era * 146_097 + dayOfEra - 719_468
  }

  /// The date that lies the given number of days after 1970-01-01.
  package init(daysSinceEpoch days: Int64) {
    let shifted = days + 719_468
    let era = (shifted >= 0 ? shifted : shifted - 146_096) / 146_097
    let dayOfEra = shifted - era * 146_097
    let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let monthFromMarch = (5 * dayOfYear + 2) / 153
    day = Int(dayOfYear - (153 * monthFromMarch + 2) / 5 + 1)
    month = Int(monthFromMarch < 10 ? monthFromMarch + 3 : monthFromMarch - 9)
    year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
  }

  /// The civil date of a point in time, at a fixed distance from UTC.
  package init(_ instant: Instant, offsetSeconds: Int64 = 0) {
    let local = instant.seconds + offsetSeconds
    let days = local >= 0 ? local / 86_400 : (local - 86_399) / 86_400
    let rest = Int(local - days * 86_400)
    self.init(daysSinceEpoch: days)
    (hour, minute, second) = (rest / 3600, rest / 60 % 60, rest % 60)
    nanosecond = instant.nanoseconds
  }

  /// The point in time of this date at a fixed distance from UTC.
  package func instant(offsetSeconds: Int64 = 0) -> Instant {
    let seconds = daysSinceEpoch * 86_400 + Int64(hour * 3600 + minute * 60 + second)
    return Instant(seconds: seconds - offsetSeconds, nanoseconds: Int64(nanosecond))
  }

  /// The number of days in a month, leap years considered.
  package static func days(inMonth month: Int, of year: Int64) -> Int {
    switch month {
    case 2: (year % 4 == 0 && year % 100 != 0) || year % 400 == 0 ? 29 : 28
    case 4, 6, 9, 11: 30
    default: 31
    }
  }
}
