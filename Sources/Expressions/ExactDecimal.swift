/// All decimal digits of a floating-point number, so that rounding is right to the last one.
///
/// A double is a whole number times a power of two, which has a finite decimal form.
struct ExactDecimal {
  private let isNegative: Bool
  /// Digits from 0 to 9, the first not zero but where the number is.
  private var digits: [UInt8]
  /// How many digits stand before the point; negative where zeros follow the point.
  private var point: Int

  init(_ number: Double) {
    isNegative = number.sign == .minus
    guard number != 0 else {
      (digits, point) = ([0], 1)
      return
    }
    let significand = number.significandBitPattern | (number.isNormal ? 1 << 52 : 0)
    let exponent = Int(max(1, number.exponentBitPattern)) - 1075
    var whole = BigNumber(significand)
    if exponent >= 0 {
      whole.multiply(by: 2, times: exponent)
    } else {
      whole.multiply(by: 5, times: -exponent)
    }
    digits = whole.digits
    point = digits.count + min(0, exponent)
  }

  /// Digits with a fixed number of places after the point.
  func fixed(_ places: Int) -> String {
    var copy = self
    copy.round(to: point + places)
    var text = copy.isNegative ? "-" : ""
    text += copy.point <= 0 ? "0" : copy.text(0..<copy.point)
    guard places > 0 else { return text }
    return text + "." + copy.text(copy.point..<copy.point + places)
  }

  /// One digit, a point, more digits, and the power of ten.
  func scientific(_ places: Int) -> String {
    var copy = self
    copy.round(to: places + 1)
    let exponent = copy.digits == [0] ? 0 : copy.point - 1
    var text = (copy.isNegative ? "-" : "") + copy.text(0..<1)
    if places > 0 { text += "." + copy.text(1..<1 + places) }
    let magnitude = String(exponent.magnitude)
    return text + (exponent < 0 ? "e-" : "e+") + (magnitude.count < 2 ? "0" : "") + magnitude
  }

  /// The digits at places counted from the first one; zeros where there is none.
  private func text(_ range: Range<Int>) -> String {
    String(
      decoding: range.map { digits.indices.contains($0) ? digits[$0] + 0x30 : 0x30 },
      as: UTF8.self)
  }

  /// Keeps a number of digits, rounding halves to the even neighbour.
  private mutating func round(to count: Int) {
    guard count < digits.count else { return }
    guard count >= 0 else {
      (digits, point) = ([0], 1)
      return
    }
    let rest = digits[count...]
    let half: UInt8 = 5
    let isOdd = count > 0 && digits[count - 1] % 2 == 1
    let isMore = rest.first.map { $0 > half } ?? false
    let isHalf = rest.first == half
    let isAboveHalf = isHalf && rest.dropFirst().contains { $0 != 0 }
    digits.removeLast(digits.count - count)
    if isMore || isAboveHalf || (isHalf && isOdd) { increment() }
    if digits.isEmpty { (digits, point) = ([0], 1) }
  }

  private mutating func increment() {
    var index = digits.count - 1
    while index >= 0 {
      guard digits[index] == 9 else {
        digits[index] += 1
        return
      }
      digits[index] = 0
      index -= 1
    }
    digits.insert(1, at: 0)
    point += 1
  }
}

/// A whole number of any size that can only grow.
private struct BigNumber {
  private static let base: UInt64 = 1_000_000_000
  /// Lowest part first, nine digits each.
  private var parts: [UInt64]

  init(_ number: UInt64) {
    parts = []
    var rest = number
    repeat {
      parts.append(rest % Self.base)
      rest /= Self.base
    } while rest > 0
  }

  mutating func multiply(by factor: UInt64, times count: Int) {
    var rest = count
    while rest > 0 {
      // As many at once as fit beside nine digits into 64 bits.
      let step = min(rest, 12)
      var power: UInt64 = 1
      for _ in 0..<step { power *= factor }
      multiply(by: power)
      rest -= step
    }
  }

  private mutating func multiply(by factor: UInt64) {
    var carry: UInt64 = 0
    for index in parts.indices {
      let product = parts[index] * factor + carry
      parts[index] = product % Self.base
      carry = product / Self.base
    }
    while carry > 0 {
      parts.append(carry % Self.base)
      carry /= Self.base
    }
  }

  var digits: [UInt8] {
    var text: [UInt8] = []
    for (index, part) in parts.reversed().enumerated() {
      let digits = Array(String(part).utf8)
      if index > 0 { text += Array(repeating: 0, count: 9 - digits.count) }
      text += digits.map { $0 - 0x30 }
    }
    return text
  }
}
