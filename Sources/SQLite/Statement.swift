internal import CSQLite

/// A prepared statement that is bound, stepped and reset many times.
///
/// Parameters count from 1 as in SQL, columns from 0 as in the library.
@safe package final class Statement {
  package let sql: String
  private let connection: Connection
  /// Finalized in deinit, before the connection that it holds can close.
  private let handle: OpaquePointer
  /// Whether rows are being read, so that the cache does not hand it out a second time.
  private(set) var isRunning = false

  /// Compiles the text; what follows the first statement in it is an error.
  init(_ sql: String, on connection: Connection) throws(StorageError) {
    var text = sql
    var compiled: OpaquePointer?
    var hasMore = false
    let code = text.withUTF8 { utf8 -> Int32 in
      unsafe utf8.withMemoryRebound(to: CChar.self) { bytes -> Int32 in
        var tail: UnsafePointer<CChar>?
        let code = unsafe sqlite3_prepare_v3(
          connection.handle, bytes.baseAddress, Int32(clamping: bytes.count),
          UInt32(SQLITE_PREPARE_PERSISTENT), &compiled, &tail)
        if code == SQLITE_OK, let start = bytes.baseAddress, let tail = unsafe tail {
          let used = unsafe start.distance(to: tail)
          hasMore = unsafe bytes.dropFirst(used).contains { !Statement.isFiller($0) }
        }
        return code
      }
    }
    guard code == SQLITE_OK else { throw connection.error(sql: sql) }
    guard let compiled = unsafe compiled else {
      throw StorageError(.other, "no statement in the text", database: connection.name, sql: sql)
    }
    self.sql = sql
    self.connection = connection
    unsafe self.handle = compiled
    if hasMore {
      throw StorageError(
        .other, "more than one statement in the text", database: connection.name, sql: sql)
    }
  }

  deinit {
    unsafe sqlite3_finalize(handle)
  }

  private static func isFiller(_ byte: CChar) -> Bool {
    byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 || byte == 0x3B
  }

  /// The number of parameters the statement wants.
  package var parameterCount: Int {
    Int(unsafe sqlite3_bind_parameter_count(handle))
  }

  /// Binds an integer to a parameter.
  package func bind(_ value: Int64, at index: Int) throws(StorageError) {
    try check(unsafe sqlite3_bind_int64(handle, Int32(clamping: index), value))
  }

  /// Binds a floating-point number to a parameter; the library stores NaN as null.
  package func bind(_ value: Double, at index: Int) throws(StorageError) {
    try check(unsafe sqlite3_bind_double(handle, Int32(clamping: index), value))
  }

  /// Binds a copy of a text to a parameter.
  package func bind(_ value: String, at index: Int) throws(StorageError) {
    var text = value
    let code = text.withUTF8 { utf8 in
      unsafe utf8.withMemoryRebound(to: CChar.self) { bytes in
        // An empty buffer may have no address, and no address would bind null.
        if let base = bytes.baseAddress {
          unsafe hob_bind_text(handle, Int32(clamping: index), base, UInt64(bytes.count))
        } else {
          unsafe hob_bind_text(handle, Int32(clamping: index), "", 0)
        }
      }
    }
    try check(code)
  }

  /// Binds a copy of some bytes to a parameter.
  package func bind(_ value: [UInt8], at index: Int) throws(StorageError) {
    let code = unsafe value.withUnsafeBytes { bytes in
      value.isEmpty
        ? unsafe sqlite3_bind_zeroblob(handle, Int32(clamping: index), 0)
        : unsafe hob_bind_blob(
          handle, Int32(clamping: index), bytes.baseAddress, UInt64(bytes.count))
    }
    try check(code)
  }

  /// Binds null to a parameter.
  package func bindNull(at index: Int) throws(StorageError) {
    try check(unsafe sqlite3_bind_null(handle, Int32(clamping: index)))
  }

  /// Binds a value of any kind to a parameter.
  package func bind(_ value: SQLValue, at index: Int) throws(StorageError) {
    switch value {
    case .null: try bindNull(at: index)
    case .integer(let number): try bind(number, at: index)
    case .real(let number): try bind(number, at: index)
    case .text(let text): try bind(text, at: index)
    case .blob(let bytes): try bind(bytes, at: index)
    }
  }

  /// Binds all parameters in order; their number has to be the statement's own.
  package func bind(_ values: [SQLValue]) throws(StorageError) {
    guard values.count == parameterCount else {
      throw StorageError(
        .other, "\(values.count) values for \(parameterCount) parameters",
        database: connection.name, sql: sql)
    }
    for (offset, value) in values.enumerated() { try bind(value, at: offset + 1) }
  }

  /// Advances to the next row; false when there is none, after which the statement is reset.
  package func step() throws(StorageError) -> Bool {
    isRunning = true
    let code = unsafe sqlite3_step(handle)
    if code == SQLITE_ROW { return true }
    let failure = code == SQLITE_DONE ? nil : connection.error(sql: sql)
    reset()
    if let failure { throw failure }
    return false
  }

  /// Ends the reading of rows and lets go of what was bound, so that the next use starts afresh.
  package func reset() {
    unsafe sqlite3_reset(handle)
    unsafe sqlite3_clear_bindings(handle)
    isRunning = false
  }

  /// Runs the statement to its end, ignoring rows.
  package func run(_ values: [SQLValue]) throws(StorageError) {
    defer { reset() }
    try bind(values)
    while try step() {}
  }

  /// Calls the body with each row until it says false.
  package func forEachRow(
    _ values: [SQLValue], _ body: (borrowing Row) throws(StorageError) -> Bool
  ) throws(StorageError) {
    defer { reset() }
    try bind(values)
    let row = unsafe Row(handle, of: self)
    while try step() {
      guard try body(row) else { return }
    }
  }

  private func check(_ code: Int32) throws(StorageError) {
    if code != SQLITE_OK { throw connection.error(sql: sql) }
  }
}
