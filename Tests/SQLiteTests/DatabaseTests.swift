import TestKit
import Testing

@testable import SQLite

@Suite("A database")
struct DatabaseTests {
  private func memory() throws -> Database {
    try Database(path: ":memory:", access: .create)
  }

  @Test("Values of every kind come back as they went in")
  func valuesComeBack() throws {
    let database = try memory()
    try database.execute("CREATE TABLE t (position INTEGER PRIMARY KEY, v)")
    let values: [SQLValue] = [
      .null, .integer(.min), .integer(.max), .real(0.1), .text(""), .text("a\0b ü"), .blob([]),
      .blob([0, 255]), 1, 1.5, "text", true, nil,
    ]
    for value in values {
      try database.run("INSERT INTO t (v) VALUES (?)", [value])
    }
    let read = try database.rows("SELECT v FROM t ORDER BY position") { $0.value(0) }
    #expect(read.count == values.count)
    #expect(read == values)
    #expect(database.lastInsertedRow == Int64(values.count))
  }

  @Test("A row is read by the types that are asked for, null as nil where that is asked for")
  func rowReaders() throws {
    let row = try memory().first("SELECT 7, 2.5, 'text', x'00FF', NULL, 0") { row in
      #expect(row.count == 6)
      #expect(row.integer(0) == 7)
      #expect(row.real(1) == 2.5)
      #expect(row.text(2) == "text")
      #expect(row.blob(3) == [0, 0xFF])
      #expect(row.isNull(4) && !row.isNull(5))
      #expect(row.boolean(0) && !row.boolean(5))
      #expect(row.optionalInteger(0) == 7 && row.optionalInteger(4) == nil)
      #expect(row.optionalText(2) == "text" && row.optionalText(4) == nil)
      #expect(row.optionalBlob(3) == [0, 0xFF] && row.optionalBlob(4) == nil)
      #expect(row.integer(99) == 0, "a column that is not there reads as null")
      return true
    }
    #expect(row == true)
  }

  @Test("A query without rows gives none, and the first of many ends the reading")
  func first() throws {
    let database = try memory()
    #expect(try database.first("SELECT 1 WHERE 0") { $0.integer(0) } == nil)
    try database.execute("CREATE TABLE t (v); INSERT INTO t VALUES (1), (2), (3)")
    #expect(try database.first("SELECT v FROM t") { $0.integer(0) } == 1)
    // The reading has ended: the table can be changed as a whole.
    try database.execute("DROP TABLE t")
  }

  @Test("Reading stops where the body says so, and where it throws")
  func stop() throws {
    let database = try memory()
    try database.execute("CREATE TABLE t (v); INSERT INTO t VALUES (1), (2), (3)")
    var seen: [Int64] = []
    try database.forEachRow("SELECT v FROM t") { row in
      seen.append(row.integer(0))
      return seen.count < 2
    }
    #expect(seen == [1, 2])
    let error = #expect(throws: StorageError.self) {
      try database.rows("SELECT v FROM t") { _ throws(StorageError) -> Int in
        throw StorageError(.other, "enough")
      }
    }
    #expect(error?.message == "enough")
    try database.execute("DROP TABLE t")
  }

  @Test("The same text can be run again inside its own reading")
  func nested() throws {
    let database = try memory()
    try database.execute("CREATE TABLE t (v); INSERT INTO t VALUES (1), (2)")
    let sums = try database.rows("SELECT v FROM t ORDER BY v") { outer throws(StorageError) in
      try database.rows("SELECT v FROM t ORDER BY v") { $0.integer(0) }.reduce(outer.integer(0), +)
    }
    #expect(sums == [4, 5])
  }

  @Test("A kept statement is used again, with no value left over from before")
  func keptStatements() throws {
    let database = try memory()
    try database.execute("CREATE TABLE t (a, b)")
    let statement = try database.prepare("INSERT INTO t VALUES (?1, ?2)")
    #expect(statement.parameterCount == 2)
    try statement.run([1, "a"])
    try statement.bind(Int64(2), at: 1)
    #expect(!(try statement.step()))
    let rows = try database.rows("SELECT a, b FROM t ORDER BY a") { [$0.value(0), $0.value(1)] }
    #expect(rows == [[1, "a"], [2, .null]])
  }

  @Test("More texts than are kept still work")
  func manyStatements() throws {
    var options = Database.Options()
    options.keptStatements = 3
    let database = try Database(path: ":memory:", access: .create, options: options)
    for number in 0..<10 {
      #expect(try database.first("SELECT \(number)") { $0.integer(0) } == Int64(number))
    }
  }

  @Test("A wrong number of values, of statements or of parameters is an error")
  func misuse() throws {
    let database = try memory()
    #expect(throws: StorageError.self) { try database.run("SELECT ?", []) }
    #expect(throws: StorageError.self) { try database.run("SELECT 1", [1]) }
    #expect(throws: StorageError.self) { try database.run("SELECT 1; SELECT 2") }
    #expect(throws: StorageError.self) { try database.run("  ") }
    let syntax = try #require(throws: StorageError.self) { try database.run("SELEKT 1") }
    #expect(syntax.reason == .other && syntax.message.contains("SELEKT"))
    #expect(syntax.sql == "SELEKT 1")
    try database.run("SELECT 1 ; \n")
  }

  @Test("A value at the limit of its size is taken, one over it is too big")
  func largestValue() throws {
    var options = Database.Options()
    options.largestValue = 1000
    let database = try Database(path: ":memory:", access: .create, options: options)
    #expect(
      try database.first("SELECT length(?)", [.blob([UInt8](repeating: 1, count: 1000))]) {
        $0.integer(0)
      } == 1000)
    let error = #expect(throws: StorageError.self) {
      try database.run("SELECT ?", [.blob([UInt8](repeating: 1, count: 1001))])
    }
    #expect(error?.reason == .tooBig)
  }

  @Test("The number of changed rows is told")
  func changes() throws {
    let database = try memory()
    try database.execute("CREATE TABLE t (v); INSERT INTO t VALUES (1), (2), (3)")
    #expect(try database.run("UPDATE t SET v = v + 1 WHERE v > ?", [1]) == 2)
    #expect(try database.run("DELETE FROM t WHERE v = 99") == 0)
  }
}
