import Automation
import FileSystem
import SQLite
import Systemd
import TestKit
import Testing
import Values

@testable import Storage

@Suite("The history of a running service")
struct HistoryTests {
  let state: StateOfTest
  let loop: EventLoop
  let history: History

  init() throws {
    state = try StateOfTest()
    loop = EventLoop()
    try loop.startThread(name: "storage")
    history = try History.open(
      StateLock(state.folder), on: loop, now: .at(0),
      retention: Retention(age: .seconds(50), size: .max)
    ).history
  }

  private func other() throws -> Database {
    try Database(path: state.folder.database.bytes, access: .readWrite)
  }

  private func reason(_ body: () async throws(HistoryError) -> Void) async -> HistoryError.Reason? {
    do throws(HistoryError) {
      try await body()
      return nil
    } catch {
      return error.reason
    }
  }

  @Test("It writes on the thread of its loop and reads back")
  func roundTrip() async throws {
    defer { loop.stop() }
    try await history.append(
      Record(
        .observed(.added(1)), .queued(.of(1, event: 1)),
        marks: [Mark(owner: "folder", key: [1], value: [2])]))
    #expect(try await history.resumption(now: .at(2)).openRuns.map(\.event) == [.added(1)])
    #expect(try await history.recall("folder") == [[1]: [2]])
    #expect(try await history.recall("other") == nil)
    #expect(try await history.checkpoint())
    #expect(try await history.damage() == [])
    try await history.close()
    #expect(
      await reason { () throws(HistoryError) in try await history.append(Record(.queued(.of(2)))) }
        == .cannotOpen)
    // A clean end leaves one file.
    #expect(try state.temporary.names(in: "state") == ["hob.db", "hob.lock"])
  }

  @Test("What is remembered can be forgotten, and a known owner stays known")
  func forgetting() async throws {
    defer { loop.stop() }
    let marks = [
      Mark(owner: "folder", key: [1], value: [2]), Mark(owner: "folder", key: [], value: []),
    ]
    try await history.append(Record(marks: marks))
    #expect(try await history.recall("folder") == [[1]: [2], []: []])
    let forget = marks.map { Mark(owner: $0.owner, key: $0.key, value: nil) }
    try await history.append(
      Record(marks: forget + [Mark(owner: "new", key: [1], value: nil)]))
    #expect(try await history.recall("folder") == [:])
    #expect(try await history.recall("new") == [:])
  }

  @Test("While another process holds the database, records wait in order, and then are written")
  func locked() async throws {
    defer { loop.stop() }
    let other = try other()
    try other.run("BEGIN IMMEDIATE")
    for number in 1...3 as ClosedRange<Int64> {
      let reason = await reason { () throws(HistoryError) in
        try await history.append(Record(.observed(.added(number))))
      }
      #expect(reason == .locked)
    }
    #expect(await history.waitingRecords == 3)
    #expect(try state.reader().lastEvents(limit: 9) == [])
    #expect(await reason { () throws(HistoryError) in try await history.retry() } == .locked)
    try other.run("ROLLBACK")
    try await history.append(Record(.queued(.of(1, event: 3))))
    #expect(await history.waitingRecords == 0)
    #expect(try state.reader().lastEvents(limit: 9).map(\.id.value) == [3, 2, 1])
    #expect(try state.reader().runs().count == 1)
  }

  @Test("A full database is told as full, and writing goes on once there is room")
  func full() async throws {
    defer { loop.stop() }
    try await history.limitPages(40)
    var event = Event.added(1)
    event.fields["text"] = .string(String(repeating: "x", count: 200_000))
    let record = Record(.queued(.of(1, event: 1)), .observed(event))
    #expect(await reason { () throws(HistoryError) in try await history.append(record) } == .full)
    #expect(try state.reader().runs() == [])
    try await history.limitPages(1_000_000)
    try await history.retry()
    #expect(try state.reader().runs().map(\.event) == [event])
    #expect(try await history.damage() == [])
  }

  @Test("A record that can never be written is left out, and those around it are kept")
  func refused() async throws {
    defer { loop.stop() }
    try await history.append(Record(.observed(.added(1))))
    let other = try other()
    try other.run("BEGIN IMMEDIATE")
    for number in [1, 2] as [Int64] {
      _ = await reason { () throws(HistoryError) in
        try await history.append(Record(.observed(.added(number))))
      }
    }
    try other.run("ROLLBACK")
    #expect(await reason { () throws(HistoryError) in try await history.retry() } == .refused)
    #expect(await history.waitingRecords == 0)
    #expect(try state.reader().lastEvents(limit: 9).map(\.id.value) == [2, 1])
  }

  @Test("Only so much waits; what comes then is refused as too much")
  func overfull() async throws {
    defer { loop.stop() }
    let other = try other()
    try other.run("BEGIN IMMEDIATE")
    var record = Record()
    record.entries = Array(
      repeating: .paused(nil, isPaused: false, at: .at(1)), count: History.mostWaiting)
    let most = record
    #expect(await reason { () throws(HistoryError) in try await history.append(most) } == .locked)
    let more = Record(.observed(.added(1)))
    #expect(await reason { () throws(HistoryError) in try await history.append(more) } == .overfull)
    #expect(await history.waitingRecords == 1)
    try other.run("ROLLBACK")
    try await history.retry()
    try await history.append(more)
    #expect(try state.reader().lastEvents(limit: 9).count == 1)
  }

  @Test("A history found damaged while running is put aside, and what waits goes into the new one")
  func replaced() async throws {
    defer { loop.stop() }
    try await history.append(Record(.observed(.added(1)), .queued(.of(1, event: 1))))
    try await history.checkpoint()
    let record = Record(.observed(.added(2)), .started(RunID(1), at: .at(2)))
    let loss = try await history.replace(
      now: .at(3), cause: HistoryError(.damaged, "page 7 is bad", file: "hob.db"))
    #expect(loss.cause == "page 7 is bad")
    #expect(FileOperations.exists(loss.keptAs))
    try await history.append(record)
    #expect(try state.reader().lastEvents(limit: 9).map(\.id.value) == [2])
  }

  @Test("Pruning goes on until it is complete, and appends pass in between")
  func pruning() async throws {
    defer { loop.stop() }
    var record = Record()
    for number in 1...HistoryWriter.pruningBatch * 2 + 1 {
      record.entries.append(.observed(.added(number, at: .at(number))))
    }
    try await history.append(record)
    let end = HistoryWriter.pruningBatch * 2 + 1
    async let pruned = history.prune(now: .at(end))
    try await history.append(Record(.observed(.added(end + 1, at: .at(end)))))
    #expect(try await pruned.events == Int(end) - 51)
    #expect(try state.reader().lastEvents(limit: 999).count == 52)
  }
}

extension History {
  /// Limits the size of the database, so that it is full.
  func limitPages(_ count: Int) throws {
    try database?.execute("PRAGMA max_page_count = \(count)")
  }
}
