internal import SQLite

/// The statements that the writer keeps prepared.
struct WriterStatements {
  let insertEvent: Statement
  let insertRefusal: Statement
  let insertRun: Statement
  let startRun: Statement
  let endRun: Statement
  let insertStep: Statement
  let endStep: Statement
  let openSteps: Statement
  let lastStep: Statement
  let setMemory: Statement
  let forgetMemory: Statement
  let setSwitch: Statement
  let setPause: Statement
  let endPause: Statement

  init(_ database: Database) throws(StorageError) {
    insertEvent = try database.prepare(
      """
      INSERT INTO events (id, source, origin, fields, at, causes, audience, is_caught_up, is_cut)
      VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9)
      """)
    insertRefusal = try database.prepare(
      """
      INSERT INTO refusals (event, rule, reason, explanation, at, is_drop)
      VALUES (?1, ?2, ?3, ?4, ?5, ?6)
      """)
    insertRun = try database.prepare(
      """
      INSERT INTO runs (id, rule, shortcut, event, trigger, slot, status, queued)
      VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)
      """)
    startRun = try database.prepare(
      "UPDATE runs SET status = ?2, started = ?3 WHERE id = ?1 AND ended IS NULL")
    endRun = try database.prepare(
      """
      UPDATE runs SET status = ?2, reason = ?3, result = ?4, is_cut = ?5, ended = ?6
      WHERE id = ?1
      """)
    // Past the most steps of a run each takes the place of the one before.
    insertStep = try database.prepare(
      """
      INSERT OR REPLACE INTO steps (id, place, keyword, arguments, began, ended, status, result, is_cut)
      VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9)
      """)
    endStep = try database.prepare(
      """
      UPDATE steps SET ended = ?2, status = ?3, result = ?4, details = ?5, message = ?6,
        touched = ?7, is_cut = is_cut OR ?8
      WHERE id = ?1
      """)
    openSteps = try database.prepare(
      "SELECT id, place FROM steps WHERE id BETWEEN ?1 AND ?2 AND ended IS NULL ORDER BY id")
    lastStep = try database.prepare("SELECT max(id) FROM steps WHERE id BETWEEN ?1 AND ?2")
    setMemory = try database.prepare(
      """
      INSERT INTO memory (owner, key, value) VALUES (?1, ?2, ?3)
      ON CONFLICT (owner, key) DO UPDATE SET value = excluded.value
      """)
    forgetMemory = try database.prepare("DELETE FROM memory WHERE owner = ?1 AND key = ?2")
    setSwitch = try database.prepare(
      """
      INSERT INTO switches (rule, is_enabled, at) VALUES (?1, ?2, ?3)
      ON CONFLICT (rule) DO UPDATE SET is_enabled = excluded.is_enabled, at = excluded.at
      """)
    setPause = try database.prepare(
      """
      INSERT INTO pauses (scope, at) VALUES (?1, ?2)
      ON CONFLICT (scope) DO UPDATE SET at = excluded.at
      """)
    endPause = try database.prepare("DELETE FROM pauses WHERE scope = ?1")
  }
}

extension Statement {
  /// Runs the statement with what is bound, ignoring rows.
  func perform() throws(StorageError) {
    while try step() {}
  }

  func bind(flag: Bool, at index: Int) throws(StorageError) {
    try bind(Int64(flag ? 1 : 0), at: index)
  }

  func bind(optional text: String?, at index: Int) throws(StorageError) {
    if let text { try bind(text, at: index) } else { try bindNull(at: index) }
  }

  func bind(optional number: Int64?, at index: Int) throws(StorageError) {
    if let number { try bind(number, at: index) } else { try bindNull(at: index) }
  }
}
