import TestKit
import Testing

@testable import SQLite

@Suite("A transaction")
struct TransactionTests {
  private let database: Database

  init() throws {
    database = try Database(path: ":memory:", access: .create)
    try database.execute("CREATE TABLE t (v UNIQUE)")
  }

  private func values() throws -> [Int64] {
    try database.rows("SELECT v FROM t ORDER BY v") { $0.integer(0) }
  }

  private func insert(_ value: Int64) throws(StorageError) {
    try database.run("INSERT INTO t VALUES (?)", [.integer(value)])
  }

  @Test("It is kept if the body returns, and gives what that gives")
  func kept() throws {
    let result = try database.transaction { () throws(StorageError) in
      try insert(1)
      try insert(2)
      return database.isInTransaction
    }
    #expect(result && !database.isInTransaction)
    #expect(try values() == [1, 2])
  }

  @Test(
    "It is undone if the body throws", arguments: [Database.TransactionKind.immediate, .deferred])
  func undone(kind: Database.TransactionKind) throws {
    let error = #expect(throws: StorageError.self) {
      try database.transaction(kind) { () throws(StorageError) in
        try insert(1)
        try insert(1)
      }
    }
    #expect(error?.reason == .constraint)
    #expect(error?.extendedCode == 2067)
    #expect(!database.isInTransaction)
    #expect(try values() == [])
  }

  @Test("Inside another only the inner part is undone")
  func nested() throws {
    try database.transaction { () throws(StorageError) in
      try insert(1)
      do throws(StorageError) {
        try database.transaction { () throws(StorageError) in
          try insert(2)
          throw StorageError(.other, "no")
        }
      } catch {
        try insert(3)
      }
      try database.transaction { () throws(StorageError) in try insert(4) }
    }
    #expect(try values() == [1, 3, 4])
  }

  @Test("A commit that fails undoes all")
  func failingCommit() throws {
    try database.setForeignKeys(true)
    try database.execute(
      """
      CREATE TABLE parent (id INTEGER PRIMARY KEY);
      CREATE TABLE child (id REFERENCES parent DEFERRABLE INITIALLY DEFERRED);
      """)
    let error = #expect(throws: StorageError.self) {
      try database.transaction { () throws(StorageError) in
        try database.run("INSERT INTO child VALUES (7)")
      }
    }
    #expect(error?.reason == .constraint)
    #expect(!database.isInTransaction)
    #expect(try database.first("SELECT count(*) FROM child") { $0.integer(0) } == 0)
  }
}
