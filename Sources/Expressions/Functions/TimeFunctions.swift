internal import Values

/// Parts of points in time and of spans.
enum TimeFunctions {
  static let all: [FunctionDefinition] =
    [
      part("getFullYear") { $0.year },
      part("getMonth") { Int64($0.month - 1) },
      part("getDate") { Int64($0.day) },
      part("getDayOfMonth") { Int64($0.day - 1) },
      part("getDayOfWeek") { date in
        let days = date.daysSinceEpoch
        return ((days + 4) % 7 + 7) % 7
      },
      part("getDayOfYear") { date in
        date.daysSinceEpoch - CivilDate(year: date.year, month: 1, day: 1).daysSinceEpoch
      },
      part("getHours", span: { $0.components.seconds / 3600 }) { Int64($0.hour) },
      part("getMinutes", span: { $0.components.seconds / 60 }) { Int64($0.minute) },
      part("getSeconds", span: { $0.components.seconds }) { Int64($0.second) },
      part(
        "getMilliseconds", span: { $0.components.attoseconds / 1_000_000_000_000_000 },
        { Int64($0.nanosecond / 1_000_000) }),
    ]

  private static func part(
    _ name: String, span: (@Sendable (Duration) -> Int64)? = nil,
    _ date: @escaping @Sendable (CivilDate) -> Int64
  ) -> FunctionDefinition {
    var overloads: [Overload] = [
      .member([.timestamp], .int), .member([.timestamp, .string], .int),
    ]
    if span != nil { overloads.append(.member([.duration], .int)) }
    return FunctionDefinition(name, overloads, isPure: false) {
      arguments, frame throws(EvaluationError.Reason) in
      switch (arguments.first, arguments.count) {
      case (.timestamp(let instant), 1): return .int(date(CivilDate(instant)))
      case (.timestamp(let instant), 2):
        guard case .string(let zone) = arguments[1] else { break }
        let offset = try ZoneName.offset(zone, at: instant, frame)
        return .int(date(CivilDate(instant, offsetSeconds: offset)))
      case (.duration(let duration), 1):
        if let span { return .int(span(duration)) }
      default: break
      }
      throw FunctionDefinition.noOverload(name, arguments)
    }
  }
}

/// Zones by name or by their distance from UTC.
enum ZoneName {
  /// Seconds that the local time of a zone is ahead of UTC at a point in time.
  static func offset(
    _ name: String, at instant: Instant, _ frame: Frame
  ) throws(EvaluationError.Reason) -> Int64 {
    if name == "UTC" || name == "Z" || name.isEmpty { return 0 }
    if let fixed = fixed(name) { return fixed }
    guard let rules = frame.world.zone(named: name) else {
      throw .invalid("there is no time zone \"\(name.prefix(60))\"")
    }
    return rules.offset(at: instant)
  }

  /// `+05:30`, `-09:30` or `02:00`.
  static func fixed(_ name: String) -> Int64? {
    var rest = Substring(name)
    let isNegative = rest.hasPrefix("-")
    if isNegative || rest.hasPrefix("+") { rest.removeFirst() }
    let parts = rest.split(separator: ":", omittingEmptySubsequences: false)
    guard parts.count == 2, parts.allSatisfy({ $0.count == 2 && $0.allSatisfy(\.isNumber) }),
      let hours = Int64(parts[0]), let minutes = Int64(parts[1]), hours < 24, minutes < 60
    else { return nil }
    let seconds = hours * 3600 + minutes * 60
    return isNegative ? -seconds : seconds
  }
}
