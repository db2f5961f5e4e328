package import Values
internal import Automation

/// One line of the log as data, of a form that other programs may rely on.
package enum LogLine {
  /// The line of a run or a drop, as `hob log --json` prints it and the bus tells it.
  package static func value(of summary: RunSummary) -> Value {
    var map = ValueMap()
    map[.string("id")] = summary.run.map { .int($0.value) } ?? .null
    map[.string("rule")] = summary.rule.map { .string($0.name) } ?? .null
    map[.string("shortcut")] = summary.shortcut.map { .string($0) } ?? .null
    map[.string("status")] = .string(summary.status.rawValue)
    map[.string("reason")] = .string(summary.reason)
    map[.string("event")] = summary.event.map(value(of:)) ?? .null
    map[.string("queued")] = .timestamp(summary.queued)
    map[.string("started")] = summary.started.map { .timestamp($0) } ?? .null
    map[.string("ended")] = summary.ended.map { .timestamp($0) } ?? .null
    if let refusal = summary.refusal {
      map[.string("refusal")] = .string(refusal.rawValue)
    }
    return .map(map)
  }

  /// An event with its type, its fields and its number.
  package static func value(of event: Event) -> Value {
    var map = ValueMap()
    map[.string("id")] = .int(event.id.value)
    map[.string("type")] = .string(event.type)
    map[.string("fields")] = .map(ValueMap(event.fields))
    map[.string("at")] = .timestamp(event.at)
    map[.string("caught_up")] = .bool(event.isCaughtUp)
    return .map(map)
  }
}
