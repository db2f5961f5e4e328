import Automation
import FileSystem
import SQLite
import Testing
import Values
import Workflow

@testable import Storage

@Suite("Writing and reading a run")
struct WritingTests {
  let state: StateOfTest

  init() throws { state = try StateOfTest() }

  @Test("A run comes back with its event, its steps in order and their results")
  func wholeRun() throws {
    let path = FilePath(bytes: [0x2F, 0x62, 0xFF])
    let outcome = Outcome(
      .string("moved"), details: ["code": .int(0), "$odd": .uint(7)], touched: [path])
    let failure = ActionFailure(.programFailed, "It ended with 3.", details: ["code": .int(3)])
    let writer = try state.writer()
    try writer.append(
      Record(.observed(.added(1)), .queued(.of(1, event: 1)), .started(RunID(1), at: .at(2))))
    try writer.append(
      Record(
        .stepBegan(.of(1, "1", ["path": .string("/in/a.pdf")], at: .at(3))),
        .stepEnded(RunID(1), step: "1", .succeeded(outcome), at: .at(4)),
        .stepPassed(.of(1, "2", at: .at(5)), result: .bool(true)),
        .stepBegan(.of(1, "2.then.1", at: .at(6))),
        .stepEnded(RunID(1), step: "2.then.1", .failed(failure), at: .at(7)),
        .stepBegan(.of(1, "3", at: .at(8))),
        .ended(RunID(1), RunEnding(.failed, reason: "No.", result: .int(5)), at: .at(9))))

    let run = try #require(try state.reader().run(RunID(1)))
    #expect(run.summary.event == .added(1))
    #expect(run.summary.rule == RuleID("invoices"))
    #expect(run.summary.shortcut == "process-invoice")
    #expect(run.summary.status == .failed)
    #expect(run.summary.reason == "No.")
    #expect(run.result == .int(5))
    #expect(
      [run.summary.queued, run.summary.started, run.summary.ended] == [.at(1), .at(2), .at(9)])
    #expect(run.steps.map(\.place) == ["1", "2", "2.then.1", "3"])
    #expect(
      run.steps.map(\.state) == [.succeeded, .passed, .failed("program-failed"), .begun])
    #expect(run.steps[0].arguments == ["path": .string("/in/a.pdf")])
    #expect(run.steps[0].result == .string("moved"))
    #expect(run.steps[0].details == ["code": .int(0), "$odd": .uint(7)])
    #expect(run.steps[0].touched == [path])
    #expect([run.steps[0].began, run.steps[0].ended] == [.at(3), .at(4)])
    #expect(run.steps[1].result == .bool(true))
    #expect(run.steps[2].message == "It ended with 3.")
    #expect(run.steps[3].ended == nil)
    #expect(run.stepCount == 4)
    #expect(try state.reader().run(RunID(2)) == nil)
  }

  @Test("An event comes back whole: values of every kind, its causes, whom it concerns")
  func wholeEvent() throws {
    let event = Event(
      id: EventID(7), source: "custom", origin: ArmingKey("custom:ping"),
      fields: [
        "null": .null, "bool": .bool(true), "int": .int(.min), "uint": .uint(.max),
        "double": .double(0.1), "text": .string("a\u{0}\n\u{2028}é\u{10FFFF}"),
        "bytes": .bytes([0, 255]), "list": .list([.int(1), .list([])]), "type": .type("int"),
        "map": .map(ValueMap(pairs: [(.int(1), .string("x"))]) ?? ValueMap()),
        "time": .timestamp(.at(1) + .nanoseconds(5)), "span": .duration(.milliseconds(-1_500)),
        "optional": .optional(.int(3)), "none": .optional(nil),
        "$time": .string("no tag"), "disk": .entity(Entity(type: "disk", fields: [:])),
      ], at: .at(5), cause: Cause(links: [Cause.Link(rule: RuleID("a"), run: RunID(3))]),
      audience: [RuleID("b"), RuleID("a")], isCaughtUp: true)
    try state.writer().append(Record(.observed(event)))
    #expect(try state.reader().event(EventID(7)) == event)
    #expect(try state.reader().event(EventID(8)) == nil)
  }

  @Test("A record that breaks the schema leaves nothing behind, and the next one is written")
  func allOrNothing() throws {
    let writer = try state.writer()
    try writer.append(Record(.observed(.added(1))))
    let broken = Record(
      .observed(.added(2, origin: "new")), .queued(.of(1, rule: "new", event: 2)),
      .observed(.added(1)), marks: [Mark(owner: "new", key: [1], value: [1])])
    #expect { try writer.append(broken) } throws: { ($0 as? HistoryError)?.reason == .refused }
    #expect(try writer.recall("new") == nil)
    #expect(try writer.resumption(now: .at(9)).openRuns == [])
    // The names that were made with it are forgotten too: a wrong number would show here.
    try writer.append(
      Record(.observed(.added(2, origin: "other")), .queued(.of(1, rule: "other", event: 2))))
    #expect(try state.reader().runs().map(\.rule) == [RuleID("other")])
    #expect(try state.reader().event(EventID(2))?.origin == ArmingKey("other"))
  }

  @Test("A step that ends without having begun is no error: its beginning was lost with its file")
  func lostBeginning() throws {
    try state.writer().append(
      Record(
        .stepEnded(RunID(4), step: "1", .succeeded(Outcome()), at: .at(1)),
        .started(RunID(4), at: .at(1)), .ended(RunID(4), RunEnding(.succeeded), at: .at(1))))
    #expect(try state.reader().runs() == [])
  }

  @Test("A step repeated at the same place is kept each time")
  func repeatedPlace() throws {
    let writer = try state.writer()
    try writer.append(Record(.queued(.of(1)), .started(RunID(1), at: .at(1))))
    for second in 2..<5 as Range<Int64> {
      try writer.append(Record(.stepBegan(.of(1, "1", at: .at(second)))))
      let end = StepResult.succeeded(Outcome(.int(second)))
      try writer.append(Record(.stepEnded(RunID(1), step: "1", end, at: .at(second))))
    }
    let run = try #require(try state.reader().run(RunID(1)))
    #expect(run.steps.map(\.result) == [.int(2), .int(3), .int(4)])
  }

  @Test("A step that another process began is found and ended")
  func stepOfEarlierProcess() throws {
    try state.writer().append(
      Record(.queued(.of(1)), .started(RunID(1), at: .at(1)), .stepBegan(.of(1, "1"))))
    try state.writer().append(
      Record(
        .stepEnded(RunID(1), step: "1", .succeeded(Outcome(.int(1))), at: .at(3)),
        .stepBegan(.of(1, "2"))))
    let run = try #require(try state.reader().run(RunID(1)))
    #expect(run.steps.map(\.state) == [.succeeded, .begun])
    #expect(run.steps.map(\.place) == ["1", "2"])
  }

  @Test("Past the most steps of a run, each later one takes the last place")
  func mostSteps() throws {
    let writer = try state.writer()
    try writer.append(Record(.queued(.of(1)), .queued(.of(2)), .stepBegan(.of(1, "first"))))
    let last = StepNumbers.range(of: RunID(1)).upperBound
    try writer.database.run("UPDATE steps SET id = ?1", [.integer(last - 1)])
    let later = try state.writer()
    for place in ["a", "b", "c"] { try later.append(Record(.stepBegan(.of(1, place)))) }
    try later.append(Record(.stepBegan(.of(2, "other"))))
    #expect(try state.reader().run(RunID(1))?.steps.map(\.place) == ["first", "c"])
    #expect(try state.reader().run(RunID(2))?.steps.map(\.place) == ["other"])
  }

  @Test("Durable records are synced, others are not")
  func durable() throws {
    let writer = try state.writer()
    #expect(try writer.database.synchronous() == .normal)
    try writer.append(Record(.observed(.added(1)), isDurable: true))
    #expect(try writer.database.synchronous() == .full)
    try writer.append(Record(.observed(.added(2))))
    #expect(try writer.database.synchronous() == .normal)
  }

  @Test("Files are for the user alone")
  func modes() throws {
    let writer = try HistoryWriter.open(state.folder, now: .at(0), wait: .zero).writer
    try writer.append(Record(.observed(.added(1))))
    for name in ["hob.db", "hob.db-wal", "hob.db-shm"] {
      #expect(try FileStatus(of: state.folder.path.appending(name)).mode == 0o600, "\(name)")
    }
    #expect(try FileStatus(of: state.folder.path).mode == 0o700)
  }
}
