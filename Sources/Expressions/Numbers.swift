/// Floating-point numbers as text.
enum Numbers {
  /// The shortest text that reads back as the number; large and small ones with an exponent.
  static func shortest(_ number: Double) -> String {
    guard number.isFinite else { return special(number) }
    let (digits, point) = decimal(number.magnitude)
    let sign = number.sign == .minus ? "-" : ""
    let exponent = point - 1
    guard exponent < -4 || exponent >= 21 else { return sign + plain(digits, point) }
    let rest = digits.dropFirst()
    let mantissa = String(digits[digits.startIndex]) + (rest.isEmpty ? "" : "." + rest)
    let places = String(exponent.magnitude)
    return sign + mantissa + (exponent < 0 ? "e-" : "e+") + (places.count < 2 ? "0" : "") + places
  }

  /// The shortest digits that read back as the number, without an exponent.
  static func plain(_ number: Double) -> String {
    guard number.isFinite else { return special(number) }
    let (digits, point) = decimal(number.magnitude)
    return (number.sign == .minus ? "-" : "") + plain(digits, point)
  }

  static func special(_ number: Double) -> String {
    number.isNaN ? "NaN" : (number < 0 ? "-Infinity" : "Infinity")
  }

  private static func plain(_ digits: String, _ point: Int) -> String {
    if point <= 0 { return "0." + String(repeating: "0", count: -point) + digits }
    guard digits.count > point else {
      return digits + String(repeating: "0", count: point - digits.count)
    }
    return digits.prefix(point) + "." + digits.dropFirst(point)
  }

  /// The digits of a number without zeros around them, and how many stand before the point.
  private static func decimal(_ number: Double) -> (digits: String, point: Int) {
    guard number != 0 else { return ("0", 1) }
    let text = "\(number)"
    let parts = text.split(separator: "e")
    let exponent = parts.count > 1 ? Int(parts[1]) ?? 0 : 0
    let halves = parts[0].split(separator: ".", omittingEmptySubsequences: false)
    let fraction = halves.count > 1 ? String(halves[1]) : ""
    var digits = halves[0] + fraction
    var point = halves[0].count + exponent
    while digits.hasPrefix("0"), digits.count > 1 {
      digits.removeFirst()
      point -= 1
    }
    while digits.hasSuffix("0"), digits.count > 1 { digits.removeLast() }
    return (String(digits), point)
  }
}
