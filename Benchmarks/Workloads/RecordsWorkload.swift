internal import Automation
internal import Storage
internal import Values

/// Writes durable records to a new history: the counterpart of the floor program for records.
struct RecordsWorkload {
  let folder: String
  let rows: Int
  /// How many rows share a transaction.
  let group: Int

  /// Records per second, the opening of the history not counted.
  func rate() throws -> Int {
    let writer = try HistoryWriter(path: FilePath(folder).appending("history.db"))
    let elapsed = try ContinuousClock().measure {
      for start in stride(from: 0, to: rows, by: group) {
        var record = Record()
        record.isDurable = true
        for row in start..<min(start + group, rows) {
          record.entries.append(.observed(SampleEvent.event(Int64(row + 1))))
        }
        try writer.append(record)
      }
    }
    return Int(Double(rows) / (elapsed / .seconds(1)))
  }
}

/// Events as the folder trigger makes them.
enum SampleEvent {
  static func event(_ number: Int64) -> Event {
    Event(
      id: EventID(number), source: "folder", origin: ArmingKey("/home/user/Invoices"),
      fields: [
        "event": .string("added"), "folder": .string("/home/user/Invoices"),
        "name": .string("invoice-\(number).pdf"), "size": .int(64_000 + number),
      ],
      at: Instant(seconds: 1_700_000_000 + number))
  }
}
