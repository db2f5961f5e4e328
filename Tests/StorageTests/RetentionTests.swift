import Automation
import SQLite
import Testing
import Values
import Workflow

@testable import Storage

@Suite("Removing what is old")
struct RetentionTests {
  let state: StateOfTest
  let writer: HistoryWriter

  init() throws {
    state = try StateOfTest()
    writer = try state.writer()
  }

  /// Writes one whole run with its event, a refusal and two steps.
  private func write(_ number: Int64, at: Instant, ending: Bool = true) throws {
    var record = Record(
      .observed(.added(number, at: at)), .queued(.of(number, event: number, at: at)),
      .declined(
        Refusal(
          event: EventID(number), rule: RuleID("other"), reason: .condition, explanation: "",
          at: at)), .started(RunID(number), at: at), .stepBegan(.of(number, "1", at: at)),
      .stepPassed(.of(number, "2", at: at), result: .null))
    if ending { record.entries.append(.ended(RunID(number), RunEnding(.succeeded), at: at)) }
    try writer.append(record)
  }

  private func pruneAll(_ retention: Retention, now: Instant) throws -> Pruned {
    var pruned = try writer.prune(now: now, retention)
    while !pruned.isComplete { pruned.add(try writer.prune(now: now, retention)) }
    return pruned
  }

  private func count(_ table: String) throws -> Int64? {
    try writer.database.first("SELECT count(*) FROM \(table)") { $0.integer(0) }
  }

  @Test("What is older than the age goes, in batches, and the rest stays")
  func byAge() throws {
    let many = HistoryWriter.pruningBatch + 5
    for number in 1...many { try write(number, at: .at(number)) }
    let retention = Retention(age: .seconds(10), size: .max)
    let pruned = try pruneAll(retention, now: .at(many))
    #expect(pruned.runs == Int(many - 11))
    #expect(pruned.refusals == Int(many - 11))
    #expect(pruned.events == Int(many - 11))
    #expect([try count("runs"), try count("steps"), try count("events")] == [11, 22, 11])
    #expect(try state.reader().runs().last?.run == RunID(many - 10))
    #expect(try pruneAll(retention, now: .at(many)) == Pruned())
  }

  @Test("Numbers are not given again after all rows have gone")
  func numbersStay() throws {
    for number in 1...3 as ClosedRange<Int64> { try write(number, at: .at(number)) }
    _ = try pruneAll(Retention(age: .zero, size: .max), now: .at(1_000))
    #expect(try count("events") == 0)
    let resumption = try state.writer().resumption(now: .at(1_000))
    #expect(resumption.nextEvent == EventID(4))
    #expect(resumption.nextRun == RunID(4))
  }

  @Test("Open runs, their events and what is remembered stay, whatever their age")
  func openRunsStay() throws {
    try write(1, at: .at(1), ending: false)
    try write(2, at: .at(2))
    try writer.append(
      Record(
        .switched(RuleID("a"), isEnabled: false, at: .at(1)), .queued(.of(3, event: 2)),
        marks: [Mark(owner: "folder", key: [1], value: [2])]))
    let before = try writer.resumption(now: .at(3))
    _ = try pruneAll(Retention(age: .zero, size: 0), now: .at(100_000_000))
    let after = try writer.resumption(now: .at(3))
    #expect(after.openRuns == before.openRuns)
    #expect(after.openRuns.map(\.ticket.run) == [RunID(1), RunID(3)])
    #expect(after.openRuns.allSatisfy { $0.event != nil })
    #expect(after.switches == before.switches)
    #expect(try writer.recall("folder") == [[1]: [2]])
    #expect(try state.reader().run(RunID(1))?.steps.count == 2)
    #expect(try state.reader().run(RunID(2)) == nil)
  }

  @Test("Above the size the oldest goes, down to nine tenths of it")
  func bySize() throws {
    try write(1, at: .at(1), ending: false)
    for number in 2...400 as ClosedRange<Int64> { try write(number, at: .at(number)) }
    let size = try writer.usedSize()
    let limit = size - 1
    _ = try pruneAll(Retention(age: .seconds(1_000_000), size: limit), now: .at(500))
    #expect(try writer.usedSize() <= limit / 10 * 9)
    #expect(try writer.usedSize() > size / 2)
    var query = RunQuery()
    query.limit = 1_000
    let kept = try state.reader().runs(matching: query).compactMap { $0.run?.value }
    // The newest and the one that has not ended.
    #expect(kept.last == 1)
    #expect(kept.dropLast() == Array((400 - Int64(kept.count) + 2)...400).reversed()[...])
    // Just under the limit nothing happens.
    let calm = Retention(age: .seconds(1_000_000), size: try writer.usedSize())
    #expect(try pruneAll(calm, now: .at(500)) == Pruned())
  }

  /// Writes events of a size in bytes, a second apart; by the database, which is quicker at it.
  private func writeEvents(_ count: Int64, size: Int) throws {
    for number in 1...count {
      try writer.append(Record(.observed(.added(number, at: .at(number)))))
    }
    try writer.database.run("UPDATE events SET fields = printf('%.*c', \(size), 'x')")
  }

  @Test("A few large events make room as well")
  func largeEvents() throws {
    try writeEvents(8, size: 200_000)
    _ = try pruneAll(Retention(age: .seconds(1_000_000), size: 1_000_000), now: .at(500))
    #expect(try count("events") == 3)
  }

  @Test("Space that is free is given back to the file system")
  func shrinks() throws {
    try writeEvents(12, size: 1_000_000)
    let before = try writer.database.size()
    _ = try pruneAll(Retention(age: .zero, size: .max), now: .at(1_000))
    #expect(try writer.database.size() < before / 2)
    #expect(try writer.damage() == [])
  }

  @Test("Names without use go once there are many")
  func idleNames() throws {
    var record = Record()
    for number in 1...HistoryWriter.mostIdleNames + 1 {
      record.entries.append(.observed(.added(number, origin: "origin-\(number)", at: .at(number))))
    }
    try writer.append(record)
    let now = Instant.at(HistoryWriter.mostIdleNames + 1)
    _ = try pruneAll(Retention(age: .zero, size: .max), now: now)
    #expect(try count("names") == 1)
    // The writer must not use a number that it remembers of a name that has gone.
    try writer.append(
      Record(.observed(.added(HistoryWriter.mostIdleNames + 2, origin: "origin-1"))))
    #expect(try state.reader().lastEvents(limit: 1).first?.origin == ArmingKey("origin-1"))
  }
}
