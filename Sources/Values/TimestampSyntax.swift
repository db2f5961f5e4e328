/// RFC 3339 text for points in time.
extension Instant {
  /// RFC 3339 text, in UTC unless an offset in seconds is given; fractions only where there are any.
  package func rfc3339(offsetSeconds: Int64 = 0) -> String {
    let date = CivilDate(self, offsetSeconds: offsetSeconds)
    var text = padded(date.year, 4) + "-" + padded(date.month, 2) + "-" + padded(date.day, 2)
    text += "T" + padded(date.hour, 2) + ":" + padded(date.minute, 2) + ":"
    text += padded(date.second, 2) + Self.fraction(date.nanosecond)
    guard offsetSeconds != 0 else { return text + "Z" }
    let minutes = abs(offsetSeconds) / 60
    let sign = offsetSeconds < 0 ? "-" : "+"
    return text + sign + padded(minutes / 60, 2) + ":" + padded(minutes % 60, 2)
  }

  private static func fraction(_ nanoseconds: Int32) -> String {
    guard nanoseconds != 0 else { return "" }
    var digits = padded(nanoseconds, 9)
    while digits.hasSuffix("0") { digits.removeLast() }
    return "." + digits
  }

  /// Reads RFC 3339 text; nil where it is not such text or names an impossible date.
  package init?(rfc3339 text: String) {
    var reader = DigitReader(text)
    guard let year = reader.number(4), reader.skip("-"), let month = reader.number(2),
      reader.skip("-"), let day = reader.number(2), reader.skip("T") || reader.skip("t"),
      let hour = reader.number(2), reader.skip(":"), let minute = reader.number(2),
      reader.skip(":"), let second = reader.number(2),
      (1...12).contains(month), day >= 1, day <= CivilDate.days(inMonth: month, of: Int64(year)),
      hour < 24, minute < 60, second < 60
    else { return nil }
    var nanosecond: Int32 = 0
    if reader.skip(".") {
      guard let fraction = reader.fraction() else { return nil }
      nanosecond = fraction
    }
    guard let offset = reader.offset(), reader.isAtEnd else { return nil }
    let date = CivilDate(
      year: Int64(year), month: month, day: day, hour: hour, minute: minute, second: second,
      nanosecond: nanosecond)
    self = date.instant(offsetSeconds: offset)
  }
}

/// A decimal number with leading zeros up to a width.
package func padded(_ number: some BinaryInteger, _ width: Int) -> String {
  let digits = String(number.magnitude)
  let zeros = String(repeating: "0", count: max(0, width - digits.count))
  return (number < 0 ? "-" : "") + zeros + digits
}

/// Takes fixed-width numbers off the front of a text.
private struct DigitReader {
  private var rest: Substring.UTF8View

  init(_ text: String) { rest = Substring(text).utf8 }

  var isAtEnd: Bool { rest.isEmpty }

  mutating func skip(_ character: Unicode.Scalar) -> Bool {
    guard let first = rest.first, UInt32(first) == character.value else { return false }
    rest.removeFirst()
    return true
  }

  mutating func number(_ width: Int) -> Int? {
    var value = 0
    for _ in 0..<width {
      guard let byte = rest.first, (0x30...0x39).contains(byte) else { return nil }
      value = value * 10 + Int(byte - 0x30)
      rest.removeFirst()
    }
    return value
  }

  /// Up to nine digits of a fraction as nanoseconds.
  mutating func fraction() -> Int32? {
    var value: Int32 = 0
    var width = 0
    while let byte = rest.first, (0x30...0x39).contains(byte) {
      if width < 9 { value = value * 10 + Int32(byte - 0x30) }
      width += 1
      rest.removeFirst()
    }
    guard width > 0 else { return nil }
    for _ in 0..<max(0, 9 - width) { value *= 10 }
    return value
  }

  /// `Z`, or a signed distance from UTC in seconds.
  mutating func offset() -> Int64? {
    if skip("Z") || skip("z") { return 0 }
    let isNegative = skip("-")
    guard isNegative || skip("+"), let hours = number(2), skip(":"), let minutes = number(2),
      hours < 24, minutes < 60
    else { return nil }
    let seconds = Int64(hours * 3600 + minutes * 60)
    return isNegative ? -seconds : seconds
  }
}

extension Duration {
  /// Seconds with up to nine decimals and an `s`, as the expression language writes spans.
  package var secondsText: String {
    let (seconds, attoseconds) = components
    let nanoseconds = attoseconds / 1_000_000_000
    let sign = seconds < 0 || nanoseconds < 0 ? "-" : ""
    var text = sign + String(seconds.magnitude)
    if nanoseconds != 0 {
      text += "." + padded(nanoseconds.magnitude, 9)
      while text.hasSuffix("0") { text.removeLast() }
    }
    return text + "s"
  }
}
