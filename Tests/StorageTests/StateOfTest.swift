import Automation
import FileSystem
import TestKit
import Values

@testable import Storage

/// A state folder of a test's own.
struct StateOfTest {
  let temporary: TemporaryFolder
  let folder: StateFolder

  init() throws {
    temporary = try TemporaryFolder()
    folder = StateFolder(temporary["state"])
    try folder.make()
  }

  func writer() throws(HistoryError) -> HistoryWriter { try HistoryWriter(path: folder.database) }
  func reader() throws(HistoryError) -> HistoryReader { try HistoryReader(folder) }
}

extension Record {
  /// A record of entries and marks.
  init(_ entries: Entry..., marks: [Mark] = [], isDurable: Bool = false) {
    self.init()
    (self.entries, self.marks, self.isDurable) = (entries, marks, isDurable)
  }
}

extension Instant {
  /// Seconds after a fixed point in time.
  static func at(_ seconds: Int64) -> Instant { Instant(seconds: 1_800_000_000 + seconds) }
}

extension Event {
  /// A file that was added to a folder.
  static func added(
    _ id: Int64, _ name: String = "a.pdf", origin: String = "folder:/in", at: Instant = .at(0)
  ) -> Event {
    Event(
      id: EventID(id), source: "folder", origin: ArmingKey(origin),
      fields: [
        "event": .string("added"),
        "file": .entity(
          Entity(
            type: "file",
            fields: ["path": .string("/in/" + name), "name": .string(name), "size": .int(12)])),
      ], at: at)
  }
}

extension RunTicket {
  static func of(
    _ run: Int64, rule: String = "invoices", event: Int64? = nil, at: Instant = .at(1)
  ) -> RunTicket {
    RunTicket(
      run: RunID(run), rule: RuleID(rule), shortcut: "process-invoice",
      event: event.map(EventID.init), at: at)
  }
}

extension StepStart {
  static func of(
    _ run: Int64, _ step: String, _ arguments: [String: Value] = [:], at: Instant = .at(2)
  ) -> StepStart {
    StepStart(
      run: RunID(run), step: step, keyword: "run-program", arguments: arguments, at: at)
  }
}
