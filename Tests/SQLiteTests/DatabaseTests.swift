import Testing

@testable import SQLite

@Suite("A database")
struct DatabaseTests {
  @Test("Values of every kind come back as they went in")
  func valuesComeBack() throws {
    let database = try Database(path: ":memory:", access: .create)
    try database.execute("CREATE TABLE t (position INTEGER PRIMARY KEY, v)")
    let values: [SQLValue] = [
      .null, .integer(.min), .integer(.max), .real(0.1), .text(""), .text("a\0b ü"), .blob([]),
      .blob([0, 255]),
    ]
    for value in values {
      try database.run("INSERT INTO t (v) VALUES (?)", [value])
    }
    let read = try database.rows("SELECT v FROM t ORDER BY position") { $0.value(0) }
    #expect(read == values)
  }
}
