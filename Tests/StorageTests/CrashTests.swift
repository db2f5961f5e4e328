import Automation
import FileSystem
import Glibc
import SQLite
import TestKit
import Testing
import Values
import Workflow

@testable import Storage

/// Children that die while they write, and what a start finds then.
@Suite("After a crash")
struct CrashTests {
  /// Counts the records of a life in the life's own memory, in the same transactions.
  static let counter = "records"

  /// Appends the records of a life until something ends the process.
  static func writeForever(_ folder: FilePath, seed: UInt64) throws {
    let writer = try HistoryWriter.open(StateFolder(folder), now: .at(0), wait: .seconds(5)).writer
    var life = RandomHistory(seed: seed)
    var count: UInt32 = 0
    while true {
      count += 1
      try writer.append(counted(life.next(), count))
    }
  }

  private static func counted(_ record: Record, _ count: UInt32) -> Record {
    var record = record
    let bytes = (0..<4).map { UInt8(truncatingIfNeeded: count >> ($0 * 8)) }
    record.marks.append(Mark(owner: counter, key: [0], value: bytes))
    return record
  }

  private func recordCount(_ writer: HistoryWriter) throws -> UInt32 {
    let bytes = try writer.recall(Self.counter)?[[0]] ?? []
    return bytes.reversed().reduce(0) { $0 << 8 | UInt32($1) }
  }

  /// Checks that the history is whole and holds the first records of the life and nothing else.
  private func expectPrefix(_ folder: StateFolder, seed: UInt64) throws {
    let opened = try HistoryWriter.open(folder, now: .at(0), wait: .seconds(5))
    #expect(opened.loss == nil)
    #expect(try opened.writer.damage() == [])
    var life = RandomHistory(seed: seed)
    for _ in 0..<(try recordCount(opened.writer)) { _ = life.next() }
    #expect(try opened.writer.resumption(now: life.now) == life.expected)
  }

  @Test(
    "A kill at any moment leaves a beginning of what was written",
    arguments: 1...4 as ClosedRange<UInt64>)
  func killedAnywhere(seed: UInt64) async throws {
    let state = try StateOfTest()
    let folder = state.folder.path.bytes
    await #expect(processExitsWith: .signal(SIGALRM)) {
      [folder = folder as [UInt8], seed = seed as UInt64] in
      // The timer's signal ends the process wherever it is, as a kill does.
      var timer = itimerval()
      timer.it_value.tv_usec = 40_000 + Int(seed) * 7_001
      unsafe setitimer(__itimer_which_t(0), &timer, nil)
      try CrashTests.writeForever(FilePath(bytes: folder), seed: seed)
    }
    try expectPrefix(state.folder, seed: seed)
  }

  @Test("A kill between the rows of a record leaves none of them")
  func killedWithin() async throws {
    let state = try StateOfTest()
    let folder = state.folder.path.bytes
    await #expect(processExitsWith: .signal(SIGKILL)) { [folder = folder as [UInt8]] in
      let writer = try HistoryWriter(path: StateFolder(FilePath(bytes: folder)).database)
      try writer.append(Record(.queued(.of(1)), .started(RunID(1), at: .at(2))))
      try writer.append(Record(.stepBegan(.of(1, "1"))))
      try writer.append(
        Record(
          .stepEnded(RunID(1), step: "1", .succeeded(.init()), at: .at(3)),
          .stepBegan(.of(1, "2"))))
      try writer.write { () throws(StorageError) in
        try writer.database.run("DELETE FROM runs")
        kill(getpid(), SIGKILL)
      }
    }
    // The reader needs neither the service nor the right to repair.
    #expect(try state.reader().run(RunID(1))?.steps.map(\.state) == [.succeeded, .begun])
    let found = try state.writer().resumption(now: .at(9)).openRuns
    #expect(found.map(\.ticket.run) == [RunID(1)])
    #expect(found.map(\.lastStep) == ["2"])
    #expect(found.map(\.hasStarted) == [true])
  }

  @Test("A write that fails in the middle leaves none of it, and the next goes on")
  func failingWrites() async throws {
    let state = try StateOfTest()
    let folder = state.folder.path.bytes
    await #expect(processExitsWith: .success) { [folder = folder as [UInt8]] in
      let writer = try HistoryWriter(path: StateFolder(FilePath(bytes: folder)).database)
      try writer.append(Record(.queued(.of(1))))
      // No file may grow past this: the log fails within a commit, wherever the limit falls.
      signal(SIGXFSZ, SIG_IGN)
      var failures = 0
      for kilobytes in stride(from: 64, to: 160, by: 3) {
        var limit = rlimit(rlim_cur: rlim_t(kilobytes << 10), rlim_max: rlim_t.max)
        unsafe setrlimit(__rlimit_resource_t(1), &limit)
        var record = Record()
        for number in 1...40 as ClosedRange<Int64> {
          record.entries.append(.observed(.added(Int64(kilobytes) * 100 + number)))
        }
        do throws(HistoryError) {
          try writer.append(record)
        } catch {
          failures += 1
          #expect(error.isPassing)
        }
        limit.rlim_cur = rlim_t.max
        unsafe setrlimit(__rlimit_resource_t(1), &limit)
        #expect(try writer.damage() == [])
        #expect(
          try writer.database.first("SELECT count(*) % 40 FROM events") { $0.integer(0) } == 0)
      }
      #expect(failures > 0)
      try writer.append(Record(.ended(RunID(1), .init(.succeeded), at: .at(9))))
    }
    #expect(try state.reader().runs().map(\.status) == [.succeeded])
  }
}
