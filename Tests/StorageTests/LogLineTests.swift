import Automation
import Testing
import Values

@testable import Storage

@Suite("A line of the log")
struct LogLineTests {
  @Test("has the keys that the manual lists, in their order")
  func keys() throws {
    let state = try StateOfTest()
    let writer = try state.writer()
    try writer.append(
      Record(
        .observed(.added(1)), .queued(.of(1, event: 1)), .started(RunID(1), at: .at(2)),
        .ended(RunID(1), RunEnding(.failed, reason: "No."), at: .at(3)),
        .declined(
          Refusal(
            event: EventID(1), rule: RuleID("other"), reason: .full, explanation: "Full.",
            at: .at(4)))))
    let lines = try state.reader().runs().reversed().map { JSON.encode(LogLine.value(of: $0)) }
    let event =
      #"{"id":1,"type":"folder.added","fields":{"event":"added","file":{"name":"a.pdf","path":"/in/a.pdf","size":12}},"at":"2027-01-15T08:00:00Z","caught_up":false}"#
    #expect(
      lines == [
        #"{"id":1,"rule":"invoices","shortcut":"process-invoice","status":"failed","reason":"No.","event":\#(event),"queued":"2027-01-15T08:00:01Z","started":"2027-01-15T08:00:02Z","ended":"2027-01-15T08:00:03Z"}"#,
        #"{"id":null,"rule":"other","shortcut":null,"status":"dropped","reason":"Full.","event":\#(event),"queued":"2027-01-15T08:00:04Z","started":null,"ended":"2027-01-15T08:00:04Z","refusal":"full"}"#,
      ])
  }
}
