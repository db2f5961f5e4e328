package import Automation
internal import SQLite
internal import Values
internal import Workflow

/// Writes records to the history, one transaction each.
///
/// It is synchronous and belongs to one thread; the actor around it is what others use. Where an
/// append throws, nothing of the record was written.
package final class HistoryWriter {
  let database: Database
  let names: Interning
  let owners: Interning
  private let statements: WriterStatements
  private var steps: [RunID: StepNumbers] = [:]
  private var level = Database.Synchronous.normal
  /// Whether room is being made, which goes on below the size at which it began.
  var wantsRelief = false

  /// Takes over a database that has the newest schema and is set up for writing.
  init(_ database: Database) throws(StorageError) {
    self.database = database
    names = try Interning("names", in: database, limit: StorageLimits.mostNamesAtHand)
    owners = try Interning("owners", in: database, limit: StorageLimits.mostNamesAtHand)
    statements = try WriterStatements(database)
  }

  /// Writes a record whole or not at all; a durable one is on the disk when this returns.
  package func append(_ record: Record) throws(HistoryError) {
    guard !record.isEmpty else { return }
    try write(durable: record.isDurable) { () throws(StorageError) in
      for entry in record.entries { try self.write(entry) }
      for mark in record.marks { try self.write(mark) }
    }
  }

  /// Runs the body in a transaction; where it throws, what is kept at hand is read anew.
  func write<Result>(
    durable: Bool = false, _ body: () throws(StorageError) -> Result
  ) throws(HistoryError) -> Result {
    do throws(StorageError) {
      try setLevel(durable ? .full : .normal)
      return try database.transaction(.immediate, body)
    } catch {
      names.forget()
      owners.forget()
      steps.removeAll()
      throw HistoryError(error)
    }
  }

  /// Only changes of the level cost a statement: most records follow one of their kind.
  private func setLevel(_ wanted: Database.Synchronous) throws(StorageError) {
    guard wanted != level else { return }
    try database.setSynchronous(wanted)
    level = wanted
  }

  private func write(_ entry: Entry) throws(StorageError) {
    switch entry {
    case .observed(let event): try write(event)
    case .declined(let refusal): try write(refusal)
    case .queued(let ticket): try write(ticket)
    case .started(let run, let at): try start(run, at)
    case .stepBegan(let start): try begin(start)
    case .stepEnded(let run, let place, let result, let at): try end(run, place, result, at)
    case .stepPassed(let start, let result): try pass(start, result)
    case .ended(let run, let ending, let at): try end(run, ending, at)
    case .switched(let rule, let isEnabled, let at):
      try statements.setSwitch.run([
        .text(rule.name), .boolean(isEnabled), .integer(at.totalNanoseconds),
      ])
    case .paused(let rule, let isPaused, let at): try pause(rule, isPaused, at)
    }
  }

  private func pause(_ rule: RuleID?, _ isPaused: Bool, _ at: Instant) throws(StorageError) {
    let scope = rule.map { Stored.rulePrefix + $0.name } ?? Stored.everything
    if isPaused {
      try statements.setPause.run([.text(scope), .integer(at.totalNanoseconds)])
    } else {
      try statements.endPause.run([.text(scope)])
    }
  }

  private func write(_ mark: Mark) throws(StorageError) {
    let owner = try owners.number(of: mark.owner)
    if let value = mark.value {
      let statement = statements.setMemory
      try statement.bind(owner, at: 1)
      try statement.bind(mark.key, at: 2)
      try statement.bind(value, at: 3)
      try statement.perform()
    } else {
      try statements.forgetMemory.run([.integer(owner), .blob(mark.key)])
    }
  }
}

// What happened and what was not done about it.
extension HistoryWriter {
  private func write(_ event: Event) throws(StorageError) {
    let fields = StoredText(event.fields, limit: StorageLimits.largestEvent)
    let statement = statements.insertEvent
    try statement.bind(event.id.value, at: 1)
    try statement.bind(event.source, at: 2)
    try statement.bind(try names.number(of: event.origin.text), at: 3)
    try statement.bind(fields.text, at: 4)
    try statement.bind(event.at.totalNanoseconds, at: 5)
    try statement.bind(optional: event.cause.map(StoredEvent.text(of:)), at: 6)
    try statement.bind(optional: event.audience.map(StoredEvent.text(of:)), at: 7)
    try statement.bind(flag: event.isCaughtUp, at: 8)
    try statement.bind(flag: fields.isCut, at: 9)
    try statement.perform()
  }

  private func write(_ refusal: Refusal) throws(StorageError) {
    let statement = statements.insertRefusal
    try statement.bind(refusal.event.value, at: 1)
    try statement.bind(try names.number(of: refusal.rule.name), at: 2)
    try statement.bind(refusal.reason.rawValue, at: 3)
    try statement.bind(shortened(refusal.explanation), at: 4)
    try statement.bind(refusal.at.totalNanoseconds, at: 5)
    try statement.bind(flag: refusal.reason.isDrop, at: 6)
    try statement.perform()
  }
}

// Runs.
extension HistoryWriter {
  private func write(_ ticket: RunTicket) throws(StorageError) {
    let statement = statements.insertRun
    try statement.bind(ticket.run.value, at: 1)
    try bind(name: ticket.rule?.name, at: 2, of: statement)
    try bind(name: ticket.shortcut, at: 3, of: statement)
    try statement.bind(optional: ticket.event?.value, at: 4)
    try statement.bind(Int64(ticket.trigger), at: 5)
    try statement.bind(ticket.key, at: 6)
    try statement.bind(RunStatus.queued.rawValue, at: 7)
    try statement.bind(ticket.at.totalNanoseconds, at: 8)
    try statement.perform()
  }

  private func bind(
    name: String?, at index: Int, of statement: Statement
  ) throws(StorageError) {
    if let name {
      try statement.bind(try names.number(of: name), at: index)
    } else {
      try statement.bindNull(at: index)
    }
  }

  private func start(_ run: RunID, _ at: Instant) throws(StorageError) {
    let statement = statements.startRun
    try statement.bind(run.value, at: 1)
    try statement.bind(RunStatus.running.rawValue, at: 2)
    try statement.bind(at.totalNanoseconds, at: 3)
    try statement.perform()
  }

  private func end(_ run: RunID, _ ending: RunEnding, _ at: Instant) throws(StorageError) {
    steps[run] = nil
    let result = StoredText(ending.result, limit: StorageLimits.largestResult)
    let statement = statements.endRun
    try statement.bind(run.value, at: 1)
    try statement.bind(ending.status.rawValue, at: 2)
    try statement.bind(shortened(ending.reason), at: 3)
    if case .null = ending.result {
      try statement.bindNull(at: 4)
    } else {
      try statement.bind(result.text, at: 4)
    }
    try statement.bind(flag: result.isCut, at: 5)
    try statement.bind(at.totalNanoseconds, at: 6)
    try statement.perform()
  }
}

// Steps.
extension HistoryWriter {
  private func begin(_ start: StepStart) throws(StorageError) {
    var numbers = try stepNumbers(of: start.run)
    let number = numbers.next(of: start.run)
    numbers.begin(start.step, number)
    steps[start.run] = numbers
    try insert(start, number, result: nil)
  }

  private func pass(_ start: StepStart, _ result: Value) throws(StorageError) {
    var numbers = try stepNumbers(of: start.run)
    let number = numbers.next(of: start.run)
    steps[start.run] = numbers
    try insert(start, number, result: result)
  }

  /// Takes the numbers out of the table at hand, so that the caller changes them in place.
  private func stepNumbers(of run: RunID) throws(StorageError) -> StepNumbers {
    if let numbers = steps.removeValue(forKey: run) { return numbers }
    return try StepNumbers(of: run, statements)
  }

  private func insert(
    _ start: StepStart, _ number: Int64, result: Value?
  ) throws(StorageError) {
    let arguments = StoredText(start.arguments, limit: StorageLimits.largestArguments)
    let stored = result.map { StoredText($0, limit: StorageLimits.largestResult) }
    let statement = statements.insertStep
    try statement.bind(number, at: 1)
    try statement.bind(shortened(start.step), at: 2)
    try statement.bind(start.keyword, at: 3)
    try statement.bind(arguments.text, at: 4)
    try statement.bind(start.at.totalNanoseconds, at: 5)
    try statement.bind(optional: result == nil ? nil : start.at.totalNanoseconds, at: 6)
    try statement.bind(optional: result == nil ? nil : Stored.passed, at: 7)
    try statement.bind(optional: stored?.text, at: 8)
    try statement.bind(flag: arguments.isCut || stored?.isCut == true, at: 9)
    try statement.perform()
  }

  private func end(
    _ run: RunID, _ place: String, _ result: StepResult, _ at: Instant
  ) throws(StorageError) {
    var numbers = try stepNumbers(of: run)
    let number = numbers.end(shortened(place))
    steps[run] = numbers
    // A step whose beginning is not here stood in a history that was lost.
    guard let number else { return }
    let stored = StoredResult(result)
    let statement = statements.endStep
    try statement.bind(number, at: 1)
    try statement.bind(at.totalNanoseconds, at: 2)
    try statement.bind(stored.status, at: 3)
    try statement.bind(optional: stored.value, at: 4)
    try statement.bind(optional: stored.details, at: 5)
    try statement.bind(optional: stored.message, at: 6)
    try statement.bind(optional: stored.touched, at: 7)
    try statement.bind(flag: stored.isCut, at: 8)
    try statement.perform()
  }
}
