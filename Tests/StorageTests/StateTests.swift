import FileSystem
import Glibc
import SQLite
import TestKit
import Testing
import Values

@testable import Storage

@Suite("The state folder and its lock")
struct StateTests {
  @Test("The folder is the one given, else the service manager's, else the user's")
  func locate() {
    func path(_ variables: [String: String], _ explicit: String? = nil) -> String {
      StateFolder.locate(
        explicit: explicit.map { FilePath($0) }, environment: Environment(variables)
      ).path.text
    }
    let all = ["STATE_DIRECTORY": "/s/one:/s/two", "XDG_STATE_HOME": "/x", "HOME": "/h"]
    #expect(path(all, "/given") == "/given")
    #expect(path(all) == "/s/one")
    #expect(path(["STATE_DIRECTORY": "relative", "XDG_STATE_HOME": "/x"]) == "/x/hob")
    #expect(
      path(["STATE_DIRECTORY": "", "XDG_STATE_HOME": "rel", "HOME": "/h"]) == "/h/.local/state/hob")
    #expect(path(["HOME": "/h"]) == "/h/.local/state/hob")
  }

  @Test("A new folder is for the user alone, one that exists is left as it is")
  func folderMode() throws {
    let temporary = try TemporaryFolder()
    let folder = StateFolder(temporary["a"].appending("b").appending("hob"))
    try folder.make()
    #expect(try FileStatus(of: folder.path).mode == 0o700)
    try FileOperations.setMode(0o750, of: folder.path)
    try folder.make()
    #expect(try FileStatus(of: folder.path).mode == 0o750)
  }

  @Test("A file in the folder's place is told with its name")
  func fileInTheWay() throws {
    let temporary = try TemporaryFolder()
    let path = try temporary.write("", to: "hob")
    #expect {
      try StateLock(StateFolder(path))
    } throws: { error in
      guard let error = error as? HistoryError else { return false }
      return error.reason == .cannotOpen && "\(error)".contains(path.text)
    }
  }

  @Test("A second holder is told who has the lock, and gets it when it is free")
  func lock() throws {
    let temporary = try TemporaryFolder()
    let folder = StateFolder(temporary["state"])
    do {
      let first = try StateLock(folder)
      #expect {
        try StateLock(folder)
      } throws: { error in
        guard let error = error as? HistoryError else { return false }
        return error.reason == .inUse && error.holder == getpid()
          && "\(error)".contains("\(getpid())")
      }
      #expect(first.folder == folder)
      #expect(try temporary.text("state/hob.lock") == "\(getpid())\n")
    }
    #expect(try temporary.text("state/hob.lock") == "")
    let second = try StateLock(folder)
    #expect(second.folder == folder)
  }

  @Test("The lock of a process that was killed is free")
  func killedHolder() async throws {
    let temporary = try TemporaryFolder()
    let folder = StateFolder(temporary["state"])
    let path = folder.path.bytes
    await #expect(processExitsWith: .signal(SIGKILL)) { [path = path as [UInt8]] in
      let lock = try StateLock(StateFolder(FilePath(bytes: path)))
      kill(getpid(), SIGKILL)
      withExtendedLifetime(lock) {}
    }
    // The number that it left is replaced.
    #expect(try temporary.text("state/hob.lock").isEmpty == false)
    let lock = try StateLock(folder)
    #expect(try temporary.text("state/hob.lock") == "\(getpid())\n")
    withExtendedLifetime(lock) {}
  }
}

@Suite("Bringing the schema up to date")
struct MigrationTests {
  private let steps = [
    Migration(version: 1, name: "one", script: "CREATE TABLE a (x)"),
    Migration(
      version: 2, name: "two", script: "ALTER TABLE a ADD COLUMN y; INSERT INTO a VALUES (1, 2)"),
    Migration(version: 3, name: "three", script: "CREATE TABLE b (x)"),
  ]

  @Test("Each step is made once, whatever the version it starts from", arguments: 0...3)
  func fromAnyVersion(start: Int) throws {
    let database = try Database(path: ":memory:", access: .create)
    try Migration.apply(Array(steps.prefix(start)), to: database)
    try Migration.apply(steps, to: database)
    try Migration.apply(steps, to: database)
    #expect(try database.userVersion() == 3)
    #expect(try database.rows("SELECT y FROM a") { $0.integer(0) } == [2])
  }

  @Test("A step that fails leaves the version before it whole")
  func failure() throws {
    let database = try Database(path: ":memory:", access: .create)
    let broken =
      steps.prefix(1) + [
        Migration(version: 2, name: "two", script: "CREATE TABLE c (x); CREATE TABLE a (x)")
      ]
    #expect(throws: HistoryError.self) { try Migration.apply(Array(broken), to: database) }
    #expect(try database.userVersion() == 1)
    let tables = try database.rows("SELECT name FROM sqlite_schema") { $0.text(0) }
    #expect(tables == ["a"])
  }

  @Test("Versions count up from 1 without a gap")
  func versions() {
    #expect(Migration.all.map(\.version) == Array(1...Int32(Migration.all.count)))
  }

  @Test("What was released does not change: a new form needs a new step")
  func released() throws {
    let database = try Database(path: ":memory:", access: .create)
    try Migration.apply(to: database)
    let lines = try database.rows(
      "SELECT sql FROM sqlite_schema WHERE sql IS NOT NULL ORDER BY name"
    ) {
      $0.text(0)
    }
    let sum = lines.joined().unicodeScalars.filter { $0 != " " && $0 != "\n" }
      .reduce(into: UInt64(14_695_981_039_346_656_037)) { sum, scalar in
        sum = (sum ^ UInt64(scalar.value)) &* 1_099_511_628_211
      }
    #expect(sum == 14_217_677_482_213_094_038)
  }
}
