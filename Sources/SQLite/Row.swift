internal import CSQLite

/// The row a statement stands on, which can't outlive the closure that got it.
///
/// Columns count from 0. A column is read as the type that is asked for, converted as the library does;
/// null reads as 0, an empty text or no bytes unless asked for as optional.
@safe package struct Row: ~Copyable {
  private let handle: OpaquePointer
  private let statement: Statement

  @unsafe init(_ handle: OpaquePointer, of statement: Statement) {
    unsafe self.handle = handle
    self.statement = statement
  }

  /// The number of columns.
  package var count: Int {
    Int(unsafe sqlite3_column_count(handle))
  }

  /// Whether the cell is null.
  package func isNull(_ column: Int) -> Bool {
    unsafe sqlite3_column_type(handle, Int32(clamping: column)) == SQLITE_NULL
  }

  /// The cell as an integer.
  package func integer(_ column: Int) -> Int64 {
    unsafe sqlite3_column_int64(handle, Int32(clamping: column))
  }

  /// The cell as a floating-point number.
  package func real(_ column: Int) -> Double {
    unsafe sqlite3_column_double(handle, Int32(clamping: column))
  }

  /// The cell as a truth value: any integer but 0 is true.
  package func boolean(_ column: Int) -> Bool {
    integer(column) != 0
  }

  /// The cell as text, NUL characters included; what is not UTF-8 is repaired.
  package func text(_ column: Int) -> String {
    let index = Int32(clamping: column)
    // The text has to be asked for before its size, since asking may convert it.
    guard let start = unsafe sqlite3_column_text(handle, index) else { return "" }
    let size = Int(unsafe sqlite3_column_bytes(handle, index))
    return unsafe String(decoding: UnsafeBufferPointer(start: start, count: size), as: UTF8.self)
  }

  /// The cell as bytes.
  package func blob(_ column: Int) -> [UInt8] {
    let index = Int32(clamping: column)
    guard let start = unsafe sqlite3_column_blob(handle, index) else { return [] }
    let size = Int(unsafe sqlite3_column_bytes(handle, index))
    return unsafe [UInt8](UnsafeRawBufferPointer(start: start, count: size))
  }

  /// The cell as an integer, or nil for null.
  package func optionalInteger(_ column: Int) -> Int64? {
    isNull(column) ? nil : integer(column)
  }

  /// The cell as text, or nil for null.
  package func optionalText(_ column: Int) -> String? {
    isNull(column) ? nil : text(column)
  }

  /// The cell as bytes, or nil for null.
  package func optionalBlob(_ column: Int) -> [UInt8]? {
    isNull(column) ? nil : blob(column)
  }

  /// The cell as it is stored.
  package func value(_ column: Int) -> SQLValue {
    switch unsafe sqlite3_column_type(handle, Int32(clamping: column)) {
    case SQLITE_INTEGER: .integer(integer(column))
    case SQLITE_FLOAT: .real(real(column))
    case SQLITE_TEXT: .text(text(column))
    case SQLITE_BLOB: .blob(blob(column))
    default: .null
    }
  }
}
