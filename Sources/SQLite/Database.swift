internal import CSQLite

/// A SQLite database file, open.
///
/// It belongs to whoever opened it: it is not Sendable, and the library is told so (no mutexes).
/// Statements given as text are prepared once and kept, so that the same text is cheap the next time.
package final class Database {
  /// What may be done with the file.
  package enum Access: Hashable, Sendable {
    /// Only reading; the file has to be there.
    case readOnly
    /// Reading and writing; the file has to be there.
    case readWrite
    /// Reading and writing; a missing file is made.
    case create
  }

  /// How a database is opened.
  package struct Options: Hashable, Sendable {
    /// How long a call waits for the lock of another connection before it fails as busy.
    package var busyTimeout: Duration = .seconds(5)
    /// The largest size in bytes of a row, a text or a blob.
    package var largestValue = Database.defaultLargestValue
    /// The number of prepared statements kept for the next use.
    package var keptStatements = Database.defaultKeptStatements

    package init() {}
  }

  /// The largest row, text or blob unless set otherwise: 64 MiB.
  package static let defaultLargestValue = 64 << 20
  /// The number of statements kept unless set otherwise.
  package static let defaultKeptStatements = 64

  let connection: Connection
  private let options: Options
  private var kept: [String: Statement] = [:]

  /// Opens a file by the bytes of its path, as it may not be UTF-8.
  package init(
    path: [UInt8], access: Access, options: Options = Options()
  ) throws(StorageError) {
    let mode =
      switch access {
      case .readOnly: SQLITE_OPEN_READONLY
      case .readWrite: SQLITE_OPEN_READWRITE
      case .create: SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE
      }
    let connection = try Connection(
      path: path, name: String(decoding: path, as: UTF8.self),
      flags: mode | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_EXRESCODE)
    self.connection = connection
    self.options = options
    let wait = options.busyTimeout / .milliseconds(1)
    unsafe sqlite3_busy_timeout(connection.handle, Int32(wait.rounded(.up)))
    unsafe sqlite3_limit(
      connection.handle, SQLITE_LIMIT_LENGTH, Int32(clamping: options.largestValue))
    // A damaged or planted file shall not make the library run functions or trust broken pages.
    try execute("PRAGMA trusted_schema = OFF; PRAGMA cell_size_check = ON;")
  }

  /// Opens a file by its path as text; `:memory:` is a database that is gone when closed.
  package convenience init(
    path: String, access: Access, options: Options = Options()
  ) throws(StorageError) {
    try self.init(path: Array(path.utf8), access: access, options: options)
  }

  /// The file as text, for messages.
  package var name: String { connection.name }

  /// Prepares a statement for the caller to keep.
  package func prepare(_ sql: String) throws(StorageError) -> Statement {
    try Statement(sql, on: connection)
  }

  /// Runs a script of several statements, ignoring rows, up to the first that fails.
  package func execute(_ script: String) throws(StorageError) {
    let code = unsafe sqlite3_exec(connection.handle, script, nil, nil, nil)
    if code != SQLITE_OK { throw connection.error(sql: script) }
  }

  /// Runs one statement with its parameters and gives the number of rows changed.
  @discardableResult
  package func run(_ sql: String, _ values: [SQLValue] = []) throws(StorageError) -> Int {
    try cached(sql).run(values)
    return changedRows
  }

  /// Calls the body with each row of a query until it says false.
  package func forEachRow(
    _ sql: String, _ values: [SQLValue] = [],
    _ body: (borrowing Row) throws(StorageError) -> Bool
  ) throws(StorageError) {
    try cached(sql).forEachRow(values, body)
  }

  /// Collects what the body makes of each row of a query.
  package func rows<Element>(
    _ sql: String, _ values: [SQLValue] = [],
    _ make: (borrowing Row) throws(StorageError) -> Element
  ) throws(StorageError) -> [Element] {
    var elements: [Element] = []
    try forEachRow(sql, values) { row throws(StorageError) in
      elements.append(try make(row))
      return true
    }
    return elements
  }

  /// What the body makes of the first row of a query, or nil without rows.
  package func first<Element>(
    _ sql: String, _ values: [SQLValue] = [],
    _ make: (borrowing Row) throws(StorageError) -> Element
  ) throws(StorageError) -> Element? {
    var element: Element?
    try forEachRow(sql, values) { row throws(StorageError) in
      element = try make(row)
      return false
    }
    return element
  }

  /// The number of rows that the last insert, update or delete changed.
  package var changedRows: Int {
    Int(unsafe sqlite3_changes64(connection.handle))
  }

  /// The row number of the last insert.
  package var lastInsertedRow: Int64 {
    unsafe sqlite3_last_insert_rowid(connection.handle)
  }

  /// Whether a transaction is open.
  package var isInTransaction: Bool {
    unsafe sqlite3_get_autocommit(connection.handle) == 0
  }

  /// Finds a kept statement that is not being stepped, or prepares one.
  private func cached(_ sql: String) throws(StorageError) -> Statement {
    if let statement = kept[sql], !statement.isRunning { return statement }
    let statement = try prepare(sql)
    // Texts are constants of the program: the limit is only reached by a mistake, then starting over is enough.
    if kept.count >= options.keptStatements { kept.removeAll() }
    kept[sql] = statement
    return statement
  }
}
