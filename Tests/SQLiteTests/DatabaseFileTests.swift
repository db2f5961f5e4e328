import FileSystem
import TestKit
import Testing
import Values

@testable import SQLite

@Suite("A database file")
struct DatabaseFileTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
  }

  private func open(
    _ name: String = "db", _ access: Database.Access = .create, wait: Duration = .zero
  ) throws(StorageError) -> Database {
    var options = Database.Options()
    options.busyTimeout = wait
    return try Database(path: folder[name].bytes, access: access, options: options)
  }

  @Test("It keeps rows and the application's number, also under a name that is no UTF-8")
  func keeps() throws {
    let name = FilePath.text(of: [0x64, 0xFF])
    do {
      let database = try open(name)
      #expect(try database.setJournalMode(.wal) == "wal")
      #expect(try database.userVersion() == 0)
      try database.transaction { () throws(StorageError) in
        try database.execute("CREATE TABLE t (v); INSERT INTO t VALUES (1)")
        try database.setUserVersion(42)
      }
      #expect(try database.checkpoint())
      #expect(try database.size() > 0)
    }
    let database = try open(name, .readOnly)
    #expect(try database.userVersion() == 42)
    #expect(try database.first("SELECT v FROM t") { $0.integer(0) } == 1)
    #expect(try database.damage() == [])
    #expect(try database.damage(quick: true) == [])
  }

  @Test("The level of syncing is set and told", arguments: [Database.Synchronous.normal, .full])
  func synchronous(level: Database.Synchronous) throws {
    let database = try open()
    try database.setSynchronous(level)
    #expect(try database.synchronous() == level)
  }

  @Test(
    "A missing file or folder can't be opened, and the error says so", arguments: ["db", "x/db"])
  func missing(name: String) throws {
    let error = try #require(throws: StorageError.self) {
      try open(name, name == "db" ? .readWrite : .create)
    }
    #expect(error.reason == .cannotOpen)
    #expect(error.description.contains(folder[name].text))
    #expect(!FileOperations.exists(folder[name]))
  }

  @Test("A database opened for reading refuses to be written")
  func readOnly() throws {
    try open().execute("CREATE TABLE t (v)")
    let database = try open("db", .readOnly)
    let error = #expect(throws: StorageError.self) {
      try database.run("INSERT INTO t VALUES (1)")
    }
    #expect(error?.reason == .readOnly)
  }

  @Test("A lock that another holds is busy, and free again after it")
  func busy() throws {
    let first = try open()
    try first.execute("CREATE TABLE t (v)")
    let second = try open()
    try first.transaction { () throws(StorageError) in
      let error = #expect(throws: StorageError.self) {
        try second.transaction { () throws(StorageError) in }
      }
      #expect(error?.reason == .busy)
      #expect(!second.isInTransaction)
    }
    try second.transaction { () throws(StorageError) in
      try second.run("INSERT INTO t VALUES (1)")
    }
    #expect(try first.first("SELECT count(*) FROM t") { $0.integer(0) } == 1)
  }

  @Test("Noise instead of a database is corrupt")
  func noise() throws {
    let noise = (0..<4096).map { UInt8(truncatingIfNeeded: $0 &* 37 &+ 11) }
    try folder.write(bytes: noise, to: "db")
    let error = try #require(throws: StorageError.self) {
      try open().first("SELECT count(*) FROM sqlite_schema") { $0.integer(0) }
    }
    #expect(error.reason == .corrupt)
    #expect(error.description.contains("keep the file aside"))
  }

  @Test("A file cut to half is found damaged")
  func half() throws {
    do {
      let database = try open()
      try database.execute("CREATE TABLE t (v)")
      for number in 0..<50 {
        try database.run(
          "INSERT INTO t VALUES (?)", [.text(String(repeating: "\(number)", count: 500))])
      }
    }
    let size = try FileStatus(of: folder["db"]).size
    let file = try OpenFile(folder["db"], .readingAndWriting)
    try file.truncate(to: size / 2)
    do throws(StorageError) {
      let database = try open()
      #expect(try database.damage() != [])
    } catch {
      #expect(error.reason == .corrupt)
    }
  }

  @Test(
    "A database that may not grow is full, the transaction is undone, and it works on with more room"
  )
  func full() throws {
    let database = try open()
    try database.execute("CREATE TABLE t (v); PRAGMA max_page_count = 10")
    let error = #expect(throws: StorageError.self) {
      try database.transaction { () throws(StorageError) in
        for _ in 0..<100 {
          try database.run("INSERT INTO t VALUES (zeroblob(1000))")
        }
      }
    }
    #expect(error?.reason == .full)
    #expect(!database.isInTransaction)
    #expect(try database.first("SELECT count(*) FROM t") { $0.integer(0) } == 0)
    try database.execute("PRAGMA max_page_count = 1000")
    try database.run("INSERT INTO t VALUES (zeroblob(100000))")
    #expect(try database.damage() == [])
  }

  @Test("An error shows the statement, but not all of a long one")
  func description() {
    let error = StorageError(
      .full, "database or disk is full", database: "/db", sql: String(repeating: "x", count: 500))
    #expect(error.description.hasPrefix("database /db: database or disk is full; free space"))
    #expect(error.description.hasSuffix("at: " + String(repeating: "x", count: 200)))
  }
}
