/// Times of the day as text: `7:30`, `07:30`, `12:30:45`; as a value, the time since midnight.
package enum TimeOfDaySyntax {
  /// Why a text is no time of the day.
  package enum Problem: Error, Hashable {
    case notATime(String)
    case outOfRange(String)
    case endOfDay
  }

  /// The time since midnight that a text stands for.
  ///
  /// `24:00` is the end of the day, where the caller allows it: in a window, not as a start.
  package static func parse(
    _ text: String, allowsEndOfDay: Bool = false
  ) throws(Problem) -> Duration {
    let parts = text.split(separator: ":", omittingEmptySubsequences: false)
    guard parts.count == 2 || parts.count == 3, (1...2).contains(parts[0].utf8.count),
      parts.dropFirst().allSatisfy({ $0.utf8.count == 2 }),
      parts.allSatisfy({ $0.utf8.allSatisfy { (48...57).contains($0) } })
    else { throw .notATime(text) }
    let numbers = parts.compactMap { Int64($0) }
    let total = numbers[0] * 3600 + numbers[1] * 60 + (numbers.count == 3 ? numbers[2] : 0)
    if numbers[0] == 24, total == 86_400 {
      guard allowsEndOfDay else { throw .endOfDay }
      return .seconds(total)
    }
    guard numbers[0] < 24, numbers.dropFirst().allSatisfy({ $0 < 60 }) else {
      throw .outOfRange(text)
    }
    return .seconds(total)
  }

  /// The text of a time of the day: `07:30`, with seconds only where there are any.
  package static func text(_ time: Duration) -> String {
    let seconds = time.components.seconds
    let minutes = padded(seconds / 3600, 2) + ":" + padded(seconds / 60 % 60, 2)
    return seconds % 60 == 0 ? minutes : minutes + ":" + padded(seconds % 60, 2)
  }
}

extension TimeOfDaySyntax.Problem: CustomStringConvertible {
  /// What is wrong, and what would be right.
  package var description: String {
    switch self {
    case .notATime(let text): "`\(text)` is no time of the day; write it as `7:30` or `07:30:15`"
    case .outOfRange(let text): "`\(text)` is no time of the day; the last one is 23:59:59"
    case .endOfDay: "a time of the day begins at `00:00` and ends before `24:00`"
    }
  }
}
