/// The yearly rule of a zone, as the variable TZ has it: `CET-1CEST,M3.5.0,M10.5.0/3`.
///
/// See tzset(3) and POSIX.1-2024, 8.3, with the extension of RFC 9636 to hours from -167 to 167.
struct TimeZoneRule: Sendable, Hashable {
  let standard: TimeZoneRules.Period
  let daylight: Daylight?

  struct Daylight: Sendable, Hashable {
    let period: TimeZoneRules.Period
    let start: Day
    let end: Day
  }

  /// A day of the year, and the seconds from its midnight.
  struct Day: Sendable, Hashable {
    enum Kind: Sendable, Hashable {
      /// From 1 to 365; 29 February is never counted.
      case julian(Int)
      /// From 0 to 365.
      case ordinal(Int)
      /// A week from 1 to 5, the last; a weekday from 0, Sunday.
      case weekday(month: Int, week: Int, day: Int)
    }

    let kind: Kind
    let seconds: Int64

    /// Seconds since 1970 of the local midnight of a year's day, plus the time.
    func local(in year: Int64) -> Int64 {
      let newYear = CivilDate(year: year, month: 1, day: 1).daysSinceEpoch
      let days: Int64
      switch kind {
      case .julian(let number):
        let isLeap = CivilDate.days(inMonth: 2, of: year) == 29
        days = newYear + Int64(number - 1) + (isLeap && number >= 60 ? 1 : 0)
      case .ordinal(let number): days = newYear + Int64(number)
      case .weekday(let month, let week, let day):
        let first = CivilDate(year: year, month: month, day: 1).daysSinceEpoch
        let weekday = ((first + 4) % 7 + 7) % 7
        var date = (Int64(day) - weekday + 7) % 7 + Int64(week - 1) * 7
        if date >= CivilDate.days(inMonth: month, of: year) { date -= 7 }
        days = first + date
      }
      return days * 86_400 + seconds
    }
  }

  func period(at seconds: Int64) -> TimeZoneRules.Period {
    guard let daylight else { return standard }
    let year = CivilDate(Instant(seconds: seconds), offsetSeconds: standard.offset).year
    let start = daylight.start.local(in: year) - standard.offset
    let end = daylight.end.local(in: year) - daylight.period.offset
    let isDaylight =
      start < end ? seconds >= start && seconds < end : seconds >= start || seconds < end
    return isDaylight ? daylight.period : standard
  }

  /// The points in time at which a year's rule changes the clocks.
  func changes(in year: Int64) -> [Int64] {
    guard let daylight else { return [] }
    return [
      daylight.start.local(in: year) - standard.offset,
      daylight.end.local(in: year) - daylight.period.offset,
    ]
  }

  /// Reads a rule; nil where the text is none.
  init?(_ text: String) {
    var reader = RuleReader(text)
    guard let name = reader.name(), let offset = reader.time() else { return nil }
    standard = .init(offset: -offset, isDaylight: false, abbreviation: name)
    guard !reader.isAtEnd else {
      daylight = nil
      return
    }
    guard let summer = reader.name() else { return nil }
    var ahead = 3600 - offset
    if !reader.isAtEnd, !reader.skip(",") {
      guard let given = reader.time(), reader.skip(",") else { return nil }
      ahead = -given
    }
    guard let start = reader.day(), reader.skip(","), let end = reader.day(), reader.isAtEnd
    else { return nil }
    let period = TimeZoneRules.Period(offset: ahead, isDaylight: true, abbreviation: summer)
    daylight = Daylight(period: period, start: start, end: end)
  }
}

/// Takes the parts of a rule off the front of a text.
private struct RuleReader {
  private var rest: Substring.UTF8View

  init(_ text: String) { rest = Substring(text).utf8 }

  var isAtEnd: Bool { rest.isEmpty }

  mutating func skip(_ character: Unicode.Scalar) -> Bool {
    guard rest.first == UInt8(ascii: character) else { return false }
    rest.removeFirst()
    return true
  }

  mutating func name() -> String? {
    let isQuoted = skip("<")
    let letters = rest.prefix { byte in
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"): true
      default: isQuoted && byte != UInt8(ascii: ">")
      }
    }
    rest = rest.dropFirst(letters.count)
    guard !letters.isEmpty, !isQuoted || skip(">") else { return nil }
    return String(Substring(letters))
  }

  private mutating func number() -> Int? {
    var value = 0
    var count = 0
    while let byte = rest.first, byte >= 0x30, byte <= 0x39, count < 4 {
      value = value * 10 + Int(byte - 0x30)
      count += 1
      rest.removeFirst()
    }
    return count > 0 ? value : nil
  }

  /// Hours, and minutes and seconds where they are given, as seconds.
  mutating func time() -> Int64? {
    let isNegative = skip("-")
    if !isNegative { _ = skip("+") }
    guard let hours = number(), hours <= 167 else { return nil }
    var seconds = Int64(hours) * 3600
    if skip(":") {
      guard let minutes = number(), minutes < 60 else { return nil }
      seconds += Int64(minutes) * 60
      if skip(":") {
        guard let more = number(), more < 60 else { return nil }
        seconds += Int64(more)
      }
    }
    return isNegative ? -seconds : seconds
  }

  mutating func day() -> TimeZoneRule.Day? {
    guard let kind = dayKind() else { return nil }
    guard skip("/") else { return TimeZoneRule.Day(kind: kind, seconds: 7200) }
    return time().map { TimeZoneRule.Day(kind: kind, seconds: $0) }
  }

  private mutating func dayKind() -> TimeZoneRule.Day.Kind? {
    if skip("J") {
      guard let number = number(), (1...365).contains(number) else { return nil }
      return .julian(number)
    }
    guard skip("M") else {
      guard let number = number(), (0...365).contains(number) else { return nil }
      return .ordinal(number)
    }
    guard let month = number(), (1...12).contains(month), skip("."), let week = number(),
      (1...5).contains(week), skip("."), let day = number(), (0...6).contains(day)
    else { return nil }
    return .weekday(month: month, week: week, day: day)
  }
}
