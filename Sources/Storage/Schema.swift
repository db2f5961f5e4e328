/// The shape of the history, version 1.
///
/// Points in time are nanoseconds since 1970, values are JSON in the lossless form, names of rules,
/// shortcuts and what is armed are numbers of the table of names. Events and runs have the
/// numbers that the machine gave them. A step's number is that of its run, shifted, plus its place in
/// the order of beginning, so that a run's steps lie together without an index.
enum Schema {
  /// Marks a database as Hob's own: "Hob1" (sqlite.org/pragma.html#pragma_application_id).
  static let applicationID: Int32 = 0x486F_6231

  static let version1 = """
    CREATE TABLE names (
      id INTEGER PRIMARY KEY,
      name TEXT NOT NULL UNIQUE
    );

    CREATE TABLE events (
      id INTEGER PRIMARY KEY,
      source TEXT NOT NULL,
      origin INTEGER NOT NULL,
      fields TEXT NOT NULL,
      at INTEGER NOT NULL,
      causes TEXT,
      audience TEXT,
      is_caught_up INTEGER NOT NULL,
      is_cut INTEGER NOT NULL
    );

    CREATE TABLE refusals (
      id INTEGER PRIMARY KEY,
      event INTEGER NOT NULL,
      rule INTEGER NOT NULL,
      reason TEXT NOT NULL,
      explanation TEXT NOT NULL,
      at INTEGER NOT NULL,
      is_drop INTEGER NOT NULL
    );
    CREATE INDEX refusals_by_rule ON refusals (rule);
    CREATE INDEX refusals_by_event ON refusals (event);
    CREATE INDEX refusals_that_drop ON refusals (id) WHERE is_drop;

    CREATE TABLE runs (
      id INTEGER PRIMARY KEY,
      rule INTEGER,
      shortcut INTEGER,
      event INTEGER,
      trigger INTEGER NOT NULL,
      slot TEXT NOT NULL,
      status TEXT NOT NULL,
      reason TEXT NOT NULL DEFAULT '',
      result TEXT,
      is_cut INTEGER NOT NULL DEFAULT 0,
      queued INTEGER NOT NULL,
      started INTEGER,
      ended INTEGER
    );
    CREATE INDEX runs_by_rule ON runs (rule);
    CREATE INDEX runs_by_event ON runs (event) WHERE event IS NOT NULL;
    CREATE INDEX runs_open ON runs (id) WHERE ended IS NULL;

    CREATE TABLE steps (
      id INTEGER PRIMARY KEY,
      place TEXT NOT NULL,
      keyword TEXT NOT NULL,
      arguments TEXT NOT NULL,
      began INTEGER NOT NULL,
      ended INTEGER,
      status TEXT,
      result TEXT,
      details TEXT,
      message TEXT,
      touched TEXT,
      is_cut INTEGER NOT NULL
    );

    CREATE TABLE owners (
      id INTEGER PRIMARY KEY,
      name TEXT NOT NULL UNIQUE
    );
    CREATE TABLE memory (
      owner INTEGER NOT NULL,
      key BLOB NOT NULL,
      value BLOB NOT NULL,
      PRIMARY KEY (owner, key)
    ) WITHOUT ROWID;

    CREATE TABLE switches (
      rule TEXT PRIMARY KEY,
      is_enabled INTEGER NOT NULL,
      at INTEGER NOT NULL
    ) WITHOUT ROWID;
    CREATE TABLE pauses (
      scope TEXT PRIMARY KEY,
      at INTEGER NOT NULL
    ) WITHOUT ROWID;

    CREATE TABLE counters (
      name TEXT PRIMARY KEY,
      next INTEGER NOT NULL
    ) WITHOUT ROWID;
    """
}

/// The words that the tables hold beside those of the entries.
enum Stored {
  /// The scope of a pause of everything; rules have the scope `rule:` and their name.
  static let everything = "all"
  static let rulePrefix = "rule:"
  /// The status of a step that was worked out without an effect.
  static let passed = "passed"
  static let succeeded = "succeeded"
  /// Names of counters.
  static let events = "events"
  static let runs = "runs"
}
