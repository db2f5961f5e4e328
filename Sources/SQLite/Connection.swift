internal import CSQLite

/// The open handle of a database, shared by the database and its statements, closed by the last of them.
@safe final class Connection {
  /// Open from init to deinit; never handed out.
  let handle: OpaquePointer
  /// The file as text, for messages.
  let name: String

  /// Opens a file given by its bytes, without the terminating NUL.
  init(path: [UInt8], name: String, flags: Int32) throws(StorageError) {
    var opened: OpaquePointer?
    let code = unsafe (path + [0]).withUnsafeBytes { bytes in
      unsafe sqlite3_open_v2(
        bytes.assumingMemoryBound(to: CChar.self).baseAddress, &opened, flags, nil)
    }
    guard let opened = unsafe opened else {
      throw StorageError(
        extendedCode: SQLITE_NOMEM, message: "out of memory", database: name, sql: nil)
    }
    unsafe self.handle = opened
    self.name = name
    // A handle is given even where opening failed, so that it can be asked why; deinit closes it.
    if code != SQLITE_OK { throw error(sql: nil) }
    unsafe sqlite3_extended_result_codes(opened, 1)
  }

  deinit {
    // The v2 form may be called while statements are left; they hold on to this object, so there are none.
    unsafe sqlite3_close_v2(handle)
  }

  /// Describes the last failure on this connection.
  func error(sql: String?) -> StorageError {
    let code = unsafe sqlite3_extended_errcode(handle)
    let message = unsafe sqlite3_errmsg(handle).map { unsafe String(cString: $0) }
    // Only a failed write of pages has a code of its own; that of the log's index has not.
    let isInputOutput = code & 0xFF == SQLITE_IOERR || code & 0xFF == SQLITE_CANTOPEN
    let isDiskFull = unsafe hob_is_disk_full(handle) != 0
    return StorageError(
      extendedCode: code, reason: isInputOutput && isDiskFull ? .full : nil,
      message: message ?? "unknown error",
      database: name, sql: sql)
  }
}
