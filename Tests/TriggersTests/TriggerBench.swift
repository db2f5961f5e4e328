import FileSystem
import Rules
import Synchronization
import Systemd
import TestKit
import Testing
import Triggers
import Values

/// A rule as these tests need one: a name, a trigger and its options.
struct BenchRule: Sendable {
  var name: String
  var keyword: String
  var options: [String: Value]

  /// A rule on a folder; files settle in no time that a test would notice.
  static func folder(
    _ name: String, _ path: FilePath, event: String = "added",
    settle: Duration = TriggerBench.settle, _ more: [String: Value] = [:]
  ) -> BenchRule {
    var options: [String: Value] = [
      "folder": .string(path.text), "event": .string(event), "settle": .duration(settle),
    ]
    options.merge(more) { $1 }
    return BenchRule(name: name, keyword: "folder", options: options)
  }

  static func file(
    _ name: String, _ path: FilePath, event: String,
    settle: Duration = TriggerBench.settle
  ) -> BenchRule {
    BenchRule(
      name: name, keyword: "file",
      options: [
        "file": .string(path.text), "event": .string(event), "settle": .duration(settle),
      ])
  }
}

/// One event that one rule would run for.
struct BenchRun: Sendable {
  let rule: String
  let event: Event

  var path: FilePath { FilePath(text(["file", "path"])) }
  var size: Int64 {
    if case .int(let size)? = event.value(at: ["file", "size"]) { size } else { -1 }
  }
  var kind: String { text(["event"]) }
  var from: FilePath { FilePath(text(["from"])) }

  private func text(_ field: [String]) -> String {
    if case .string(let text)? = event.value(at: field) { text } else { "" }
  }
}

/// What triggers remember, kept as a database would; it outlives the benches that use it.
final class BenchMemory: Sendable {
  private let owners = Mutex<[String: [[UInt8]: [UInt8]]]>([:])

  func apply(_ marks: [Mark]) {
    owners.withLock { owners in
      for mark in marks { owners[mark.owner, default: [:]][mark.key] = mark.value }
    }
  }

  func recall(_ owner: String) -> [[UInt8]: [UInt8]]? { owners.withLock { $0[owner] } }

  var ownerTexts: [String] { owners.withLock { $0.keys.sorted() } }
}

/// Arms triggers for rules on a test's loop, as the engine does, and collects what they would run for.
final class TriggerBench {
  static let settle = Duration.milliseconds(40)

  let reactor: Reactor
  let watching: SharedWatching
  let memory: BenchMemory
  private var adapters: [ArmingKey: any TriggerAdapter] = [:]
  private var rules: [(BenchRule, TriggerSpec)] = []
  private(set) var runs: [BenchRun] = []
  private(set) var events: [Event] = []
  private(set) var health: [ArmingKey: TriggerHealth] = [:]
  private var waiting: [(condition: () -> Bool, continuation: CheckedContinuation<Void, Never>)] =
    []
  private var pauses: [Timer] = []
  /// What the triggers are told of our own actions.
  var ownHand: (FilePath) -> OwnHand = { _ in .none }
  var isStarting = false

  init(
    _ reactor: Reactor, memory: BenchMemory = BenchMemory(),
    patience: SharedWatching.Patience = SharedWatching.Patience(first: .milliseconds(50)),
    limits: FolderLimits = FolderLimits()
  ) {
    self.reactor = reactor
    self.memory = memory
    watching = SharedWatching(
      on: reactor, workers: Workers(threadLimit: 2), patience: patience, limits: limits)
  }

  /// Arms what these rules need and disarms the rest, as a reload does.
  func arm(_ rules: BenchRule...) throws { try arm(rules) }

  func arm(_ rules: [BenchRule]) throws {
    self.rules = try rules.map { rule in
      guard let type = TriggerRegistry.adapter(for: rule.keyword) else { throw NoSuchTrigger() }
      return (rule, try type.plan(rule.options))
    }
    let wanted = Dictionary(grouping: self.rules) { $0.1.armingKey }
    adapters = adapters.filter { wanted[$0.key] != nil }
    for (key, group) in wanted.sorted(by: { $0.key < $1.key }) {
      if adapters[key] == nil, let (rule, spec) = group.first {
        guard let type = TriggerRegistry.adapter(for: rule.keyword) else { throw NoSuchTrigger() }
        adapters[key] = try type.init(spec, in: context(key))
      }
      adapters[key]?.update(
        subscribers: group.map { rule, spec in
          Subscriber(rule: RuleID(rule.name), ordinal: 0, options: spec.options)
        })
    }
  }

  /// Arms, and waits until the triggers have looked at what is there.
  func start(
    _ rules: BenchRule..., isolation: isolated (any Actor)? = #isolation
  ) async throws {
    try await start(rules)
  }

  func start(_ rules: [BenchRule], isolation: isolated (any Actor)? = #isolation) async throws {
    try arm(rules)
    await wait { [unowned self] in rules.allSatisfy { isKept($0) } }
  }

  /// Whether what a rule listens to is remembered, which is the end of the first look.
  private func isKept(_ rule: BenchRule) -> Bool {
    memory.ownerTexts.contains { owner in
      memory.recall(owner)?.keys.contains(Array("r0 \(rule.name)".utf8)) ?? false
    }
  }

  func disarm() { adapters = [:] }

  func reconsider(_ paths: [FilePath]) {
    for adapter in adapters.values { adapter.reconsider(paths) }
  }

  private func context(_ key: ArmingKey) -> TriggerContext {
    TriggerContext(
      reactor: reactor, watching: watching, isStarting: isStarting,
      deliver: { [unowned self] in take($0) },
      recall: { [reactor, memory] owner, then in
        reactor.afterTurn { then(memory.recall(owner)) }
      },
      report: { [unowned self] in
        health[key] = $0
        check()
      },
      ownHand: { [unowned self] in ownHand($0) })
  }

  private func take(_ observations: [Observation]) {
    for observation in observations {
      memory.apply(observation.marks)
      guard let event = observation.event else { continue }
      events.append(event)
      for (rule, spec) in rules
      where spec.armingKey == event.origin && spec.tests.allSatisfy({ $0.holds(for: event) })
        && event.audience?.contains(RuleID(rule.name)) != false
      {
        runs.append(BenchRun(rule: rule.name, event: event))
      }
    }
    check()
  }

  private func check() {
    let ready = waiting.filter { $0.condition() }
    waiting.removeAll { $0.condition() }
    for entry in ready { entry.continuation.resume() }
  }

  /// The health of the only trigger.
  var onlyHealth: TriggerHealth? { health.count == 1 ? health.values.first : nil }
}

private struct NoSuchTrigger: Error {}

/// Waiting.
extension TriggerBench {
  /// Waits until a condition holds that changes with what is delivered or reported.
  func wait(isolation: isolated (any Actor)? = #isolation, until condition: @escaping () -> Bool)
    async
  {
    guard !condition() else { return }
    // A test that waits in vain says so and goes on, and so ends.
    let patience = reactor.timer { [unowned self] in
      Issue.record("Waited in vain; health: \(health); runs: \(words(below: FilePath("/")))")
      let stuck = waiting
      waiting = []
      for entry in stuck { entry.continuation.resume() }
    }
    patience.arm(after: .seconds(40))
    await withCheckedContinuation { continuation in
      guard !condition() else { return continuation.resume() }
      waiting.append((condition, continuation))
    }
    patience.cancel()
  }

  /// Waits until there were so many runs.
  func runs(_ count: Int, isolation: isolated (any Actor)? = #isolation) async -> [BenchRun] {
    await wait { [unowned self] in runs.count >= count }
    return runs
  }

  /// Lets time pass as someone does who writes slowly.
  func pause(_ time: Duration, isolation: isolated (any Actor)? = #isolation) async {
    await withCheckedContinuation { continuation in
      let timer = reactor.timer { continuation.resume() }
      timer.arm(after: time)
      pauses.append(timer)
    }
  }

  /// The runs in words: rule, what happened, the path below a folder, the size.
  func words(below folder: FilePath) -> [String] {
    runs.map { run in
      let path = FilePath.text(of: run.path.relative(to: folder) ?? run.path.bytes)
      return "\(run.rule): \(run.kind) \(path) \(run.size)"
    }
  }
}
