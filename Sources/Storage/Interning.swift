internal import SQLite

/// Gives texts that come again and again a number in a table, and keeps the latest at hand.
final class Interning {
  private let find: Statement
  private let insert: Statement
  private let database: Database
  private let limit: Int
  private var known: [String: Int64] = [:]

  /// The table has the columns `id` and `name`.
  init(_ table: String, in database: Database, limit: Int) throws(StorageError) {
    self.database = database
    self.limit = limit
    find = try database.prepare("SELECT id FROM \(table) WHERE name = ?1")
    insert = try database.prepare("INSERT INTO \(table) (name) VALUES (?1)")
  }

  /// The number of a text, which is given one if it has none.
  func number(of name: String) throws(StorageError) -> Int64 {
    if let number = known[name] { return number }
    let number: Int64
    if let found = try existing(name) {
      number = found
    } else {
      try insert.bind(name, at: 1)
      try insert.perform()
      number = database.lastInsertedRow
    }
    if known.count >= limit { forget() }
    known[name] = number
    return number
  }

  /// The number of a text that has one.
  func existing(_ name: String) throws(StorageError) -> Int64? {
    var number: Int64?
    try find.forEachRow([.text(name)]) { row in
      number = row.integer(0)
      return false
    }
    return number
  }

  /// Lets go of what is at hand: after a transaction that was undone, or rows that were removed.
  func forget() { known.removeAll(keepingCapacity: true) }
}
