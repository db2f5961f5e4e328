import Automation
import FileSystem
import SQLite
import TestKit
import Testing
import Values

@testable import Storage

@Suite("A history that can't be read")
struct RecoveryTests {
  let state: StateOfTest

  init() throws {
    state = try StateOfTest()
    try state.writer().append(Record(.observed(.added(1)), .queued(.of(1, event: 1))))
  }

  private func open(_ second: Int64 = 0) throws -> OpenedHistory {
    try HistoryWriter.open(state.folder, now: .at(second), wait: .zero)
  }

  private func contents(_ path: FilePath) throws -> [UInt8] {
    try OpenFile.contents(of: path, limit: 64 << 20)
  }

  private func overwrite(_ bytes: [UInt8], at offset: Int = 0) throws {
    var whole = try contents(state.folder.database)
    whole.replaceSubrange(offset..<min(offset + bytes.count, whole.count), with: bytes)
    try state.temporary.write(bytes: whole, to: "state/hob.db")
  }

  private func noise(_ count: Int) -> [UInt8] {
    var numbers = SeededGenerator(seed: 1)
    return (0..<count).map { _ in UInt8.random(in: 0...255, using: &numbers) }
  }

  /// Opens, and checks that the old file was put aside as it was and the new history works.
  private func expectReplaced(_ comment: Comment) throws {
    let old = try contents(state.folder.database)
    let opened = try open()
    let loss = try #require(opened.loss, comment)
    #expect(try contents(loss.keptAs) == old, comment)
    #expect(loss.size == Int64(old.count), comment)
    #expect(loss.description.contains(loss.keptAs.text))
    #expect(try opened.writer.resumption(now: .at(1)) == Resumption(), comment)
    try opened.writer.append(Record(.observed(.added(1))))
    #expect(try state.reader().lastEvents(limit: 9).count == 1, comment)
    #expect(try opened.writer.damage() == [], comment)
  }

  @Test("A sound history is opened as it is")
  func sound() throws {
    let opened = try open()
    #expect(opened.loss == nil)
    #expect(try opened.writer.resumption(now: .at(1)).openRuns.count == 1)
    #expect(try state.temporary.names(in: "state").allSatisfy { !$0.contains("broken") })
  }

  @Test("Noise over the whole file")
  func noiseOverAll() throws {
    try overwrite(noise(try contents(state.folder.database).count))
    try expectReplaced("noise")
  }

  @Test("Noise over a page in the middle")
  func noiseInTheMiddle() throws {
    try overwrite(noise(3 * 4_096), at: 4_096)
    try expectReplaced("noise in the middle")
  }

  @Test("Half of the file", arguments: [0, 1, 100])
  func half(more: Int) throws {
    let whole = try contents(state.folder.database)
    try state.temporary.write(
      bytes: Array(whole.prefix(whole.count / 2 + more)), to: "state/hob.db")
    try expectReplaced("half")
  }

  @Test("A file that is no database, or that of another program")
  func otherFiles() throws {
    try state.temporary.write(String(repeating: "Dear diary\n", count: 500), to: "state/hob.db")
    try expectReplaced("text")
    try FileOperations.remove(state.folder.database)
    let other = try Database(path: state.folder.database.bytes, access: .create)
    try other.execute("CREATE TABLE songs (id INTEGER PRIMARY KEY)")
    try expectReplaced("songs")
  }

  @Test("A large file without its end is noticed without reading it whole")
  func largeHalf() throws {
    let large = [UInt8](repeating: 1, count: Int(HistoryFile.mostCheckedAtStart))
    try state.writer().append(Record(marks: [Mark(owner: "folder", key: [1], value: large)]))
    let whole = try contents(state.folder.database)
    #expect(whole.count > HistoryFile.mostCheckedAtStart)
    #expect(try open().loss == nil)
    try state.temporary.write(bytes: Array(whole.dropLast(4_096)), to: "state/hob.db")
    #expect(try open().loss != nil)
  }

  @Test("An empty file becomes a new history, for nothing is lost")
  func emptyFile() throws {
    try state.temporary.write("", to: "state/hob.db")
    let opened = try open()
    #expect(opened.loss == nil)
    try opened.writer.append(Record(.observed(.added(1))))
  }

  @Test("The log that belongs to the file is put aside with it")
  func companions() throws {
    // A writer that is not closed leaves a log, as a kill would.
    let unclosed = try state.writer()
    try unclosed.append(Record(.observed(.added(2))))
    try state.temporary.write("no database", to: "state/hob.db")
    let kept = try #require(try open().loss).keptAs
    #expect(FileOperations.exists(kept.appendingSuffix("-wal")))
    #expect(try state.reader().lastEvents(limit: 9) == [])
  }

  @Test("Several are kept, up to a limit, after which the oldest go")
  func severalKept() throws {
    var kept: [FilePath] = []
    for second in 0...Int64(HistoryLoss.mostKept) {
      try state.temporary.write("noise \(second)", to: "state/hob.db")
      kept.append(try #require(try open(second).loss).keptAs)
    }
    #expect(Set(kept).count == HistoryLoss.mostKept + 1)
    #expect(kept.filter { FileOperations.exists($0) } == Array(kept.dropFirst()))
    // Two in the same second do not replace each other.
    try state.temporary.write("noise", to: "state/hob.db")
    let again = try #require(try open(Int64(HistoryLoss.mostKept)).loss).keptAs
    #expect(!kept.contains(again))
    #expect(try contents(again) == Array("noise".utf8))
  }

  @Test("The history of a newer program is refused and left alone")
  func newer() throws {
    try state.writer().database.setUserVersion(Migration.newest + 1)
    let before = try contents(state.folder.database)
    #expect { try open() } throws: { ($0 as? HistoryError)?.reason == .tooNew }
    #expect { try state.reader() } throws: { ($0 as? HistoryError)?.reason == .tooNew }
    #expect(try contents(state.folder.database) == before)
    #expect(try state.temporary.names(in: "state").allSatisfy { !$0.contains("broken") })
  }

  @Test("A database that another process holds for itself is no damage, and opens when it is free")
  func heldByAnother() throws {
    do {
      let other = try Database(path: state.folder.database.bytes, access: .readWrite)
      try other.execute("PRAGMA locking_mode = EXCLUSIVE")
      try other.run("UPDATE counters SET next = next")
      try other.run("INSERT INTO counters VALUES ('other', 1)")
      #expect { try open() } throws: { ($0 as? HistoryError)?.reason == .locked }
    }
    let opened = try open()
    #expect(opened.loss == nil)
    #expect(try opened.writer.resumption(now: .at(1)).openRuns.count == 1)
  }

  @Test("A damaged page that is met while running is told as damage")
  func metLater() throws {
    let writer = try open().writer
    try writer.checkpoint()
    try overwrite(noise(40_000), at: 4_096)
    let other = try state.reader()
    #expect { try other.runs() } throws: { ($0 as? HistoryError)?.reason == .damaged }
  }
}
