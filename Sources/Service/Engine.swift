internal import Actions
internal import Automation
internal import FileSystem
package import Rules
package import Storage
package import Systemd
internal import Triggers
internal import Values
internal import Workflow

/// The shell around the machine: performs its effects and feeds back what comes of them.
///
/// It lives on the event loop. Between reading the machine's state and writing it nothing is
/// awaited: every input is taken in whole before the next.
package actor Engine: LoopBound {
  package nonisolated let loop: EventLoop
  let reactor: Reactor
  let watching: SharedWatching
  var machine: Machine
  let history: History
  let settings: EngineSettings
  var session: Session?
  let ownHands = OwnHands()

  /// What has not been handed to the storage, in the order of its numbers.
  private var outbox = Record()
  private var outboxNumber = 0
  private var isAppending = false
  private var isFlushDue = false

  /// The actions under way.
  var actions: [RunID: ActionTask] = [:]
  /// The triggers that are armed.
  var armed: [ArmingKey: ArmedTrigger] = [:]
  /// Triggers that could not be armed, with the reason.
  var refused: [ArmingKey: String] = [:]
  var isHolding = false
  var isStarting = true
  lazy var host = makeHost()
  var directory: RuleDirectory?
  var started = Instant.epoch
  /// Calls from the bus that are answered later.
  var openCalls: [Int: BusCall] = [:]
  var nextCall = 0
  /// Triggers that asked what they remember and wait for the answer.
  var recalls: [Int: ([[UInt8]: [UInt8]]?) -> Void] = [:]
  var busRetry: Timer?
  var signals: [Source?] = []
  /// What the log was told about the rule files as they are.
  var toldDiagnostics: Set<String> = []
  private(set) var storageTrouble: String?
  private var retryTimer: Timer?
  /// Whoever waits for a run to end.
  var watchers: [RunID: [CheckedContinuation<RunEnding, Never>]] = [:]
  /// Called once when nothing is left to do.
  var onExit: (() -> Void)?
  var drainTimer: Timer?
  /// Answers over the bus that wait until what they tell of is kept.
  private var recordWaiters: [(number: Int, continuation: CheckedContinuation<Void, Never>)] = []

  package init(
    loop: EventLoop, reactor: sending Reactor, history: History, rules: RuleSet,
    settings: EngineSettings
  ) {
    self.loop = loop
    self.reactor = reactor
    self.history = history
    self.settings = settings
    watching = SharedWatching(on: reactor, workers: Workers())
    machine = Machine(rules: rules, resuming: Resumption(), limits: settings.limits)
  }

  /// Takes in what happened and does what follows from it.
  func receive(_ input: Machine.Input) {
    perform(machine.step(input, at: WallClock.now()))
  }

  func perform(_ effects: [Machine.Effect]) {
    for effect in effects {
      switch effect {
      case .record(let record, let number): keep(record, number)
      case .perform(let run, let invocation): start(run, invocation)
      case .cancel(let run): actions[run]?.cancel()
      case .hold: hold(true)
      case .release: hold(false)
      case .tell(let notice): tell(notice)
      case .exit: leave()
      }
    }
  }

  private func leave() {
    drainTimer = nil
    onExit?()
  }
}

/// Keeping records: one transaction for all that came up while the last one was written.
extension Engine {
  private func keep(_ record: Record, _ number: Int) {
    outbox.add(record)
    outboxNumber = number
    guard !isFlushDue else { return }
    isFlushDue = true
    // At the end of the turn, so that one transaction takes all that the turn brought.
    reactor.afterTurn { self.flush() }
  }

  private func flush() {
    isFlushDue = false
    guard !isAppending, !outbox.isEmpty else { return }
    isAppending = true
    let record = outbox
    let number = outboxNumber
    outbox = Record()
    Task(executorPreference: loop) { await self.append(record, upTo: number) }
  }

  private func append(_ record: Record, upTo number: Int) async {
    do throws(HistoryError) {
      try await history.append(record)
      kept(record, upTo: number)
    } catch {
      guard error.isPassing else { return lost(record, upTo: number, error) }
      // Nothing is done without a record: the history holds it, and it is tried again.
      noteTrouble(error.description)
      let timer = reactor.timer { self.retry(record, upTo: number) }
      timer.arm(after: settings.storageRetry)
      retryTimer = timer
    }
  }

  private func retry(_ record: Record, upTo number: Int) {
    Task(executorPreference: loop) { await self.tryAgain(record, upTo: number) }
  }

  private func tryAgain(_ record: Record, upTo number: Int) async {
    do throws(HistoryError) {
      try await history.retry()
      kept(record, upTo: number)
    } catch {
      guard error.isPassing else { return lost(record, upTo: number, error) }
      retryTimer?.arm(after: settings.storageRetry)
    }
  }

  private func kept(_ record: Record, upTo number: Int) {
    isAppending = false
    retryTimer = nil
    noteTrouble(nil)
    announce(record)
    receive(.recorded(upTo: number))
    wakeWaiters(upTo: number)
    flush()
  }

  /// Goes on after a record that can never be kept: the database is damaged or refuses it.
  private func lost(_ record: Record, upTo number: Int, _ error: HistoryError) {
    settings.log(.error, "A part of the history is lost: \(error)", [])
    guard error.reason == .damaged else { return kept(record, upTo: number) }
    Task(executorPreference: loop) { await self.replaceHistory(error, record, upTo: number) }
  }

  private func replaceHistory(
    _ cause: HistoryError, _ record: Record, upTo number: Int
  ) async {
    do throws(HistoryError) {
      let loss = try await history.replace(now: WallClock.now(), cause: cause)
      settings.log(.error, loss.description, [])
    } catch {
      noteTrouble(error.description)
    }
    kept(record, upTo: number)
  }

  private func noteTrouble(_ trouble: String?) {
    guard trouble != storageTrouble else { return }
    storageTrouble = trouble
    if let trouble {
      settings.log(.warning, "The history can't be written, runs wait: \(trouble)", [])
    } else {
      settings.log(.notice, "The history can be written again.", [])
    }
  }

  /// Returns when all that was decided so far is kept.
  func recorded() async {
    guard isAppending || !outbox.isEmpty else { return }
    let number = outboxNumber
    await withCheckedContinuation { recordWaiters.append((number, $0)) }
  }

  private func wakeWaiters(upTo number: Int) {
    let ready = recordWaiters.filter { $0.number <= number }
    recordWaiters.removeAll { $0.number <= number }
    for waiter in ready { waiter.continuation.resume() }
  }

  private func announce(_ record: Record) {
    for entry in record.entries {
      settings.journal(entry)
      guard case .ended(let run, let ending, _) = entry else { continue }
      for watcher in watchers.removeValue(forKey: run) ?? [] { watcher.resume(returning: ending) }
    }
    session?.announce(record)
  }
}
