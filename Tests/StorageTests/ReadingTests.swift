import Automation
import SQLite
import TestKit
import Testing
import Values
import Workflow

@testable import Storage

@Suite("Reading the log")
struct ReadingTests {
  let state: StateOfTest

  init() throws { state = try StateOfTest() }

  /// Writes runs 1 to the given number, a second apart, every third of rule `b` and failed; after every
  /// fifth a drop, after every run a refusal that is no loss.
  private func fill(_ count: Int64) throws {
    let writer = try state.writer()
    for number in 1...count {
      let at = Instant.at(number)
      let isThird = number % 3 == 0
      var record = Record(
        .observed(.added(number, origin: isThird ? "b" : "a", at: at)),
        .queued(.of(number, rule: isThird ? "b" : "a", event: number, at: at)),
        .declined(refusal(number, "a", .condition, at)))
      if number % 5 == 0 { record.entries.append(.declined(refusal(number, "b", .throttled, at))) }
      let status = isThird ? RunStatus.failed : .succeeded
      record.entries.append(.ended(RunID(number), RunEnding(status), at: at))
      try writer.append(record)
    }
  }

  private func refusal(
    _ event: Int64, _ rule: String, _ reason: Refusal.Reason, _ at: Instant
  ) -> Refusal {
    Refusal(
      event: EventID(event), rule: RuleID(rule), reason: reason, explanation: "\(reason)", at: at)
  }

  private func numbers(_ lines: [RunSummary]) -> [Int64?] { lines.map { $0.run?.value } }

  @Test("The newest come first, drops among them, a false condition not")
  func newestFirst() throws {
    try fill(6)
    let lines = try state.reader().runs()
    #expect(numbers(lines) == [6, 5, nil, 4, 3, 2, 1])
    #expect(lines[2].status == .dropped)
    #expect(lines[2].refusal == .throttled)
    #expect(lines[2].reason == "throttled")
    #expect(lines[2].event?.id == EventID(5))
    #expect(lines[2].rule == RuleID("b"))
  }

  @Test("Rule, status and time narrow the log")
  func filters() throws {
    try fill(12)
    let reader = try state.reader()
    var query = RunQuery()
    query.rule = RuleID("b")
    #expect(numbers(try reader.runs(matching: query)) == [12, nil, 9, 6, nil, 3])
    query.statuses = [.failed]
    #expect(numbers(try reader.runs(matching: query)) == [12, 9, 6, 3])
    query.since = .at(9)
    #expect(numbers(try reader.runs(matching: query)) == [12, 9])
    query.statuses = [.dropped]
    query.since = .at(6)
    #expect(numbers(try reader.runs(matching: query)) == [nil])
    query.rule = RuleID("nobody")
    #expect(try reader.runs(matching: query) == [])
    query = RunQuery()
    query.since = .at(100)
    #expect(try reader.runs(matching: query) == [])
    query.since = .epoch
    query.limit = 2
    #expect(numbers(try reader.runs(matching: query)) == [12, 11])
    query.limit = 0
    #expect(try reader.runs(matching: query) == [])
  }

  @Test("Pages join without a gap and without a repetition", arguments: [1, 2, 3, 7])
  func pages(size: Int) throws {
    try fill(20)
    let reader = try state.reader()
    var query = RunQuery()
    query.includesQuietRefusals = true
    let whole = try reader.runs(matching: query)
    #expect(whole.count == 20 + 20 + 4)
    query.limit = size
    var pages: [RunSummary] = []
    while true {
      let page = try reader.runs(matching: query)
      guard let last = page.last else { break }
      pages += page
      query.before = last.place
    }
    #expect(pages == whole)
  }

  @Test("The last run of a rule is its newest, drops aside")
  func lastRun() throws {
    try fill(10)
    let reader = try state.reader()
    #expect(try reader.lastRun(of: RuleID("b"))?.run == RunID(9))
    #expect(try reader.lastRun(of: RuleID("nobody")) == nil)
  }

  @Test("An event tells what became of it")
  func outcomes() throws {
    try fill(5)
    let outcomes = try state.reader().outcomes(of: EventID(5))
    #expect(outcomes.map(\.run) == [RunID(5), nil, nil])
    #expect(outcomes.map(\.refusal) == [nil, .condition, .throttled])
  }

  @Test("Refusals of a rule include those that are no loss")
  func refusals() throws {
    try fill(5)
    let reader = try state.reader()
    #expect(
      try reader.refusals(of: RuleID("a"), limit: 2).map(\.refusal) == [.condition, .condition])
    #expect(try reader.refusals(of: RuleID("b"), limit: 2).map(\.refusal) == [.throttled])
  }

  @Test("Events are found by what was armed and by time")
  func events() throws {
    try fill(9)
    let reader = try state.reader()
    #expect(try reader.lastEvents(limit: 2).map(\.id.value) == [9, 8])
    #expect(try reader.lastEvents(of: ArmingKey("b"), limit: 2).map(\.id.value) == [9, 6])
    #expect(try reader.lastEvents(of: ArmingKey("c"), limit: 2) == [])
    var seen: [Int64] = []
    try reader.forEachEvent(since: .at(4)) { event in
      seen.append(event.id.value)
      return seen.count < 3
    }
    #expect(seen == [4, 5, 6])
  }

  @Test("A follower sees what is new and what has changed, once")
  func following() throws {
    let writer = try state.writer()
    try writer.append(Record(.observed(.added(1)), .queued(.of(1, event: 1))))
    let reader = try state.reader()
    var progress = try reader.progress()
    #expect(try reader.changes(since: &progress) == [])
    try writer.append(
      Record(
        .started(RunID(1), at: .at(2)), .queued(.of(2)),
        .declined(refusal(1, "a", .condition, .at(2))), .declined(refusal(1, "a", .loop, .at(2)))))
    var changes = try reader.changes(since: &progress)
    #expect(numbers(changes) == [1, 2, nil])
    #expect(changes.map(\.status) == [.running, .queued, .dropped])
    #expect(try reader.changes(since: &progress) == [])
    try writer.append(
      Record(
        .ended(RunID(1), RunEnding(.succeeded), at: .at(3)),
        .ended(RunID(2), RunEnding(.cancelled), at: .at(3)), .queued(.of(3)),
        .ended(RunID(3), RunEnding(.failed), at: .at(3))))
    changes = try reader.changes(since: &progress)
    #expect(changes.map(\.status) == [.succeeded, .cancelled, .failed])
    #expect(try reader.changes(since: &progress) == [])
  }

  @Test("A follower gets a flood in pieces, all of it")
  func flood() throws {
    let reader = try fillAndRead(1)
    var progress = try reader.progress()
    let count = Int64(HistoryReader.mostChanges) + 1
    var record = Record()
    for number in 2...count + 1 { record.entries.append(.queued(.of(number))) }
    try state.writer().append(record)
    let first = try reader.changes(since: &progress)
    let second = try reader.changes(since: &progress)
    #expect(numbers(first + second) == Array(2...count + 1))
    #expect(second.count == 1)
  }

  private func fillAndRead(_ count: Int64) throws -> HistoryReader {
    try fill(count)
    return try state.reader()
  }

  @Test("Figures count what is open, and what ended since a point in time")
  func figures() throws {
    try fill(10)
    try state.writer().append(
      Record(.queued(.of(11)), .queued(.of(12)), .started(RunID(12), at: .at(12))))
    let figures = try state.reader().figures(since: .at(6))
    #expect(figures.runs == [.failed: 2, .succeeded: 3, .queued: 1, .running: 1])
    #expect(figures.drops == 1)
    #expect(figures.size > 0)
  }

  @Test("Switches and pauses can be read without the service")
  func switches() throws {
    try state.writer().append(
      Record(
        .switched(RuleID("a"), isEnabled: false, at: .at(1)),
        .paused(RuleID("all"), isPaused: true, at: .at(1)), .paused(nil, isPaused: true, at: .at(1))
      ))
    let switches = try state.reader().switches()
    #expect(switches.enabled == [RuleID("a"): false])
    #expect(switches.paused == [RuleID("all"), nil])
  }

  @Test("Where nothing was recorded, the reader says so and makes no file")
  func absent() throws {
    #expect { try state.reader() } throws: { ($0 as? HistoryError)?.reason == .absent }
    #expect(try state.temporary.names(in: "state") == [])
    try state.folder.makeDatabase()
    #expect { try state.reader() } throws: { ($0 as? HistoryError)?.reason == .absent }
  }

  @Test("A reader is not disturbed by the writer, and sees each moment whole")
  func besideTheWriter() throws {
    let writer = try state.writer()
    try writer.append(Record(.queued(.of(1))))
    let reader = try state.reader()
    let seen = try reader.reading { () throws(StorageError) in
      let before = try reader.database.first("SELECT count(*) FROM runs") { $0.integer(0) }
      try? writer.append(Record(.queued(.of(2))))
      let after = try reader.database.first("SELECT count(*) FROM runs") { $0.integer(0) }
      return [before, after]
    }
    #expect(seen == [1, 1])
    #expect(try reader.runs().count == 2)
  }
}
