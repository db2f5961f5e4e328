internal import CSQLite

/// A call to the database that failed: why, in which file, at which statement.
package struct StorageError: Error, Hashable, Sendable {
  /// What kind of trouble it is, as far as it decides what to do next.
  package enum Reason: String, Hashable, Sendable, CaseIterable {
    /// The disk, the quota or the largest size of the database is used up; free space and try again.
    case full
    /// Another connection holds the lock; try again later.
    case busy
    /// The file is damaged or no database at all; keep it aside and make a new one.
    case corrupt
    /// The file, its folder or the connection may not be written.
    case readOnly
    /// Reading or writing the file failed in the operating system.
    case inputOutput
    /// The file can't be opened or made.
    case cannotOpen
    /// A row breaks a rule of the schema such as a unique key.
    case constraint
    /// A value or a statement is over its limit.
    case tooBig
    /// Anything else, most often a wrong statement.
    case other
  }

  package let reason: Reason
  /// The primary result code of the library, such as 13 for a full disk; 0 for an error of the caller's own.
  package let code: Int32
  /// The extended result code of the library, such as 2067 for a broken unique key.
  package let extendedCode: Int32
  /// What the library says, in English.
  package let message: String
  /// The database file as text, or an empty text where none is known.
  package let database: String
  /// The statement at which it happened, if there was one.
  package let sql: String?

  /// Makes an error of the caller's own, such as a row that can't be understood.
  package init(_ reason: Reason, _ message: String, database: String = "", sql: String? = nil) {
    self.reason = reason
    self.code = 0
    self.extendedCode = 0
    self.message = message
    self.database = database
    self.sql = sql
  }

  /// Makes an error from an extended result code of the library, which tells the reason unless one is given.
  init(
    extendedCode: Int32, reason: Reason? = nil, message: String, database: String, sql: String?
  ) {
    self.code = extendedCode & 0xFF
    self.extendedCode = extendedCode
    self.reason = reason ?? Reason(code: extendedCode & 0xFF)
    self.message = message
    self.database = database
    self.sql = sql
  }
}

extension StorageError.Reason {
  /// Sorts a primary result code as listed at sqlite.org/rescode.html.
  init(code: Int32) {
    switch code {
    case SQLITE_FULL: self = .full
    case SQLITE_BUSY, SQLITE_LOCKED: self = .busy
    case SQLITE_CORRUPT, SQLITE_NOTADB: self = .corrupt
    case SQLITE_READONLY, SQLITE_PERM: self = .readOnly
    case SQLITE_IOERR: self = .inputOutput
    case SQLITE_CANTOPEN: self = .cannotOpen
    case SQLITE_CONSTRAINT: self = .constraint
    case SQLITE_TOOBIG: self = .tooBig
    default: self = .other
    }
  }

  /// What can be done about it, as half a sentence, or nil where nothing general can be said.
  package var advice: String? {
    switch self {
    case .full: "free space on its file system"
    case .busy: "another program holds it; try again"
    case .corrupt: "keep the file aside under another name and start with a new one"
    case .readOnly: "check who owns the file and its folder and their permissions"
    case .inputOutput: "check the disk"
    case .cannotOpen: "check that its folder exists and may be written"
    case .constraint, .tooBig, .other: nil
    }
  }
}

extension StorageError: CustomStringConvertible {
  package var description: String {
    var text = database.isEmpty ? "database: " : "database \(database): "
    text += message
    if extendedCode != 0 { text += " (SQLite code \(extendedCode))" }
    if let advice = reason.advice { text += "; \(advice)" }
    if let sql { text += "; at: \(sql.prefix(Self.longestShownStatement))" }
    return text
  }

  /// How many characters of a statement are shown.
  private static let longestShownStatement = 200
}
