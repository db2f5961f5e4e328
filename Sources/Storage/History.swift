package import Automation
internal import FileSystem
internal import SQLite
package import Systemd
package import Values

/// The history as the running service keeps it: an actor on a thread of its own.
///
/// Records are written in the order in which they come. What can't be written now is kept in memory
/// up to a limit and written before anything newer, so that the file always holds a beginning of
/// what happened.
package actor History: LoopBound {
  /// How many entries and marks may wait to be written.
  package static let mostWaiting = 100_000
  /// After how many entries the size of the database is looked at.
  private static let entriesPerLook = 10_000
  /// How many times in a row room is made then: for more than came since.
  private static let mostReliefs = 40

  package nonisolated let loop: EventLoop
  private let lock: StateLock
  private let retention: Retention
  /// Nil after the history was closed, or while a new one can't be made.
  private var writer: HistoryWriter?
  private var isClosed = false
  private var waiting: [Record] = []
  private var waitingCount = 0
  private var sinceLook = 0

  /// Opens the history whose lock is given; blocks the calling thread meanwhile.
  ///
  /// - Returns: The history, and what happened to the one before where that could not be read.
  package static func open(
    _ lock: StateLock, on loop: EventLoop, now: Instant, retention: Retention = Retention()
  ) throws(HistoryError) -> (history: History, loss: HistoryLoss?) {
    let opened = try HistoryWriter.open(lock, now: now)
    let loss = opened.loss
    return (History(opened.writer, lock, loop, retention), loss)
  }

  init(
    _ writer: sending HistoryWriter, _ lock: StateLock, _ loop: EventLoop, _ retention: Retention
  ) {
    (self.writer, self.lock, self.loop, self.retention) = (writer, lock, loop, retention)
  }

  /// How many records wait because they could not be written.
  package var waitingRecords: Int { waiting.count }

  /// Writes a record after all that wait; when it returns, all are kept.
  ///
  /// Where it throws an error that passes, or `damaged`, the record waits, and this or another append
  /// or `retry` writes it later. After `refused` it is left out, as it can never be written; so it is
  /// after `overfull`, where too much waits already.
  package func append(_ record: Record) throws(HistoryError) {
    guard !record.isEmpty else { return }
    let count = record.entries.count + record.marks.count
    guard waitingCount == 0 || waitingCount + count <= Self.mostWaiting else {
      throw HistoryError(
        .overfull, "\(waitingCount) entries wait to be written", file: lock.folder.database.text)
    }
    waiting.append(record)
    waitingCount += count
    try writeWaiting()
    keepSize(count)
  }

  /// Tries again to write what waits.
  package func retry() throws(HistoryError) { try writeWaiting() }

  /// Puts a history that turned out to be damaged aside, begins a new one and writes what waits.
  package func replace(now: Instant, cause: HistoryError) throws(HistoryError) -> HistoryLoss {
    writer = nil
    let folder = lock.folder
    let loss = try HistoryLoss.putAside(folder, cause: cause, now: now)
    try writeWaiting()
    return loss
  }

  /// What an owner has remembered; nil where it was never known, empty where it remembers nothing.
  package func recall(_ owner: String) throws(HistoryError) -> [[UInt8]: [UInt8]]? {
    try open().recall(owner)
  }

  /// The state to go on from after a start.
  ///
  /// - Parameter throttled: The rules whose admissions are wanted; nil for all.
  package func resumption(
    now: Instant, throttled: Set<RuleID>? = nil
  ) throws(HistoryError) -> Resumption {
    try open().resumption(now: now, throttled: throttled)
  }

  /// Removes what is too old or too much; lets what is to be written pass in between.
  @discardableResult
  package func prune(now: Instant) async throws(HistoryError) -> Pruned {
    var pruned = try open().prune(now: now, retention)
    while !pruned.isComplete {
      await Task.yield()
      pruned.add(try open().prune(now: now, retention))
    }
    return pruned
  }

  /// Moves the log into the file; false where a reader was in the way, which is no harm.
  @discardableResult
  package func checkpoint() throws(HistoryError) -> Bool { try open().checkpoint() }

  /// Checks every page of the file and gives what is wrong with it: nothing if it is whole.
  package func damage() throws(HistoryError) -> [String] { try open().damage() }

  /// Writes what waits and closes the database; what follows fails.
  package func close() throws(HistoryError) {
    defer { (writer, isClosed) = (nil, true) }
    try writeWaiting()
  }

  /// The open database, for tests.
  var database: Database? { writer?.database }

  private func open() throws(HistoryError) -> HistoryWriter {
    if let writer { return writer }
    guard !isClosed else {
      throw HistoryError(.cannotOpen, "it is closed", file: lock.folder.database.text)
    }
    let opened = try HistoryWriter.open(
      lock.folder, now: WallClock.now(), wait: HistoryFile.writingWait)
    writer = opened.writer
    return opened.writer
  }

  /// Writes in order; what can never be written is left out, and told of at the end.
  private func writeWaiting() throws(HistoryError) {
    var refusal: HistoryError?
    var written = 0
    defer { forget(written) }
    let writer = try open()
    for record in waiting {
      do throws(HistoryError) {
        try writer.append(record)
      } catch {
        guard error.reason == .refused else { throw error }
        refusal = error
      }
      written += 1
    }
    if let refusal { throw refusal }
  }

  private func forget(_ written: Int) {
    for record in waiting.prefix(written) {
      waitingCount -= record.entries.count + record.marks.count
    }
    waiting.removeFirst(written)
  }

  /// Makes room in a long burst too, when nobody has time to ask for it.
  private func keepSize(_ count: Int) {
    sinceLook += count
    guard sinceLook >= Self.entriesPerLook, let writer else { return }
    sinceLook = 0
    for _ in 0..<Self.mostReliefs {
      // What is in the way of removing is also in the way of the next append, which tells of it.
      guard let removed = try? writer.relieve(retention), !removed.isEmpty else { return }
    }
  }
}
