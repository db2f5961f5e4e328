internal import FileSystem
internal import Systemd
internal import Testing
internal import TestKit
internal import Values
internal import Workflow

@testable internal import Actions

/// What holds for every action that is registered.
@Suite("Every action")
struct ActionContractTests {
  static let keywords = ActionRegistry.schemas.map(\.keyword)

  private static func schema(_ keyword: String) throws -> ActionSchema {
    try #require(ActionRegistry.action(keyword)).schema
  }

  @Test("has a keyword of its own and a case in this contract")
  func registry() {
    #expect(Set(Self.keywords).count == ActionRegistry.all.count)
    #expect(Set(ContractCase.all.map { $0.action.schema.keyword }) == Set(Self.keywords))
    #expect(ActionRegistry.action("no-such-action") == nil)
  }

  @Test("is described in whole sentences, with parameters of distinct names", arguments: keywords)
  func schema(keyword: String) throws {
    let schema = try Self.schema(keyword)
    #expect(keyword.wholeMatch(of: #/[a-z]+(-[a-z]+)*/#) != nil)
    let parameters = (schema.main.map { [$0] } ?? []) + schema.parameters
    #expect(Set(parameters.map(\.name)).count == parameters.count)
    for text in [schema.summary, schema.resultSummary] + parameters.map(\.summary) {
      #expect(text.hasSuffix("."), "\(text)")
      #expect(!text.contains("\n"))
    }
    for parameter in parameters {
      #expect(parameter.name.wholeMatch(of: #/[a-z]+(-[a-z]+)*/#) != nil)
      #expect(!parameter.isRequired || parameter.defaultText == nil)
      if case .oneOf(let words) = parameter.type, let fallback = parameter.defaultText {
        #expect(words.contains(fallback))
      }
    }
  }

  @Test(
    "has an example that uses its keyword and no key that it does not know", arguments: keywords)
  func example(keyword: String) throws {
    let schema = try Self.schema(keyword)
    let lines = schema.example.split(separator: "\n")
    #expect(lines.first?.hasPrefix("- \(keyword): ") == true)
    let stepKeys: Set = ["save", "if", "timeout", "retry", "on-error"]
    var given: Set<String> = []
    for line in lines.dropFirst() {
      guard let match = line.wholeMatch(of: #/  ([a-z-]+): .+/#) else { continue }
      let key = String(match.1)
      given.insert(key)
      #expect(schema.parameters.contains { $0.name == key } || stepKeys.contains(key), "\(key)")
    }
    for parameter in schema.parameters where parameter.isRequired {
      #expect(given.contains(parameter.name), "\(parameter.name)")
    }
  }

  @Test("does what it is asked to, and announces whatever it changes", arguments: keywords)
  func success(keyword: String) async throws {
    let world = try World()
    let contract = try #require(ContractCase.find(keyword))
    let report = try await world.perform(contract.action, try contract.good(world))
    let outcome = try report.result.get()
    #expect(Set(outcome.touched).isSubset(of: report.announced))
    #expect(outcome.touched.isEmpty != contract.action.schema.effects.contains(.writes))
    let value = outcome.value
    switch contract.action.schema.result {
    case .null: #expect(value == .null)
    case .string: #expect(value.typeName == "string")
    case .bool: #expect(value.typeName == "bool")
    case .entity(let name): #expect(value.typeName == name)
    case .dynamic: break
    case let other: Issue.record("a result of type \(other) is new here")
    }
  }

  @Test("fails with a reason and a sentence that names what is wrong", arguments: keywords)
  func failure(keyword: String) async throws {
    let world = try World()
    let contract = try #require(ContractCase.find(keyword))
    let report = try await world.perform(contract.action, contract.bad)
    let failure = try #require(report.failure)
    #expect(failure.reason == contract.reason, "\(failure.message)")
    #expect(failure.message.contains(contract.named), "\(failure.message)")
    #expect(!failure.message.contains("\n"))
    #expect(try world.home.names().isEmpty)
  }

  @Test(
    "refuses a step without its arguments, or with one that it does not have", arguments: keywords)
  func arguments(keyword: String) async throws {
    let world = try World()
    let contract = try #require(ContractCase.find(keyword))
    let schema = contract.action.schema
    let good = try contract.good(world)
    for parameter in (schema.main.map { [$0] } ?? []) + schema.parameters
    where parameter.isRequired {
      let report = try await world.perform(
        contract.action, good.filter { $0.key != parameter.name })
      #expect(report.failure?.reason == .badArgument)
      #expect(report.failure?.message.contains("`\(parameter.name)` of `\(keyword)`") == true)
    }
    let more = try await world.perform(
      contract.action, good.merging(["no-such-argument": text("x")]) { $1 })
    #expect(more.failure?.reason == .badArgument)
    #expect(more.failure?.message.contains("`no-such-argument`") == true)
    #expect(more.announced.isEmpty)
  }

  @Test("does nothing where the run was cancelled before", arguments: keywords)
  func cancelled(keyword: String) async throws {
    let world = try World()
    let contract = try #require(ContractCase.find(keyword))
    let arguments = try contract.good(world)
    let before = try world.home.names()
    let report = try await world.perform(contract.action, arguments, cancelledBefore: true)
    #expect(report.failure?.reason == .cancelled)
    #expect(report.announced.isEmpty && report.log.isEmpty)
    #expect(try world.home.names() == before)
  }

  @Test("lists what it would do on single lines, by kinds of its schema", arguments: keywords)
  func plan(keyword: String) async throws {
    let world = try World()
    let contract = try #require(ContractCase.find(keyword))
    let before = try world.home.names()
    for arguments in [[:], try contract.good(world), ["file": text("two\nlines")]] {
      let names = try world.home.names()
      let invocation = Invocation(
        run: RunID(1), step: "1", keyword: keyword, arguments: arguments)
      let effects = contract.action.plan(invocation)
      #expect(effects.isEmpty == contract.action.schema.effects.isEmpty)
      for effect in effects {
        #expect(contract.action.schema.effects.contains(effect.effect))
        #expect(!effect.text.contains("\n") && !effect.text.isEmpty)
      }
      #expect(try world.home.names() == names)
    }
    #expect(before.isEmpty)
  }
}

@Suite("A step that takes too long or is cancelled")
struct InterruptionTests {
  /// Adds a line to a file whose lock the test holds, so that the step waits.
  private static func waiting(
    in world: World, timeout: Duration? = nil
  ) async throws -> Report {
    try await world.perform(
      AppendFile.self, ["path": text("log.txt"), "text": text("b")], timeout: timeout)
  }

  @Test("ends when its time is over")
  func timeout() async throws {
    let world = try World()
    let file = try OpenFile(try world.home.write("a\n", to: "log.txt"), .readingAndWriting)
    #expect(try file.tryLock())
    let report = try await Self.waiting(in: world, timeout: .milliseconds(30))
    #expect(report.failure?.reason == .timedOut)
    #expect(try world.home.text("log.txt") == "a\n")
  }

  @Test("ends when the run is cancelled")
  func cancel() async throws {
    let world = try World()
    let file = try OpenFile(try world.home.write("a\n", to: "log.txt"), .readingAndWriting)
    #expect(try file.tryLock())
    var noticing = world
    let gate = AsyncStream<Void>.makeStream()
    // It is announced on the loop just before it begins to wait for the lock.
    noticing.onTouch = { gate.continuation.finish() }
    let prepared = noticing
    let task = Task { try await Self.waiting(in: prepared) }
    for await _ in gate.stream {}
    task.cancel()
    let report = try await task.value
    #expect(report.failure?.reason == .cancelled)
    #expect(try world.home.text("log.txt") == "a\n")
  }

  @Test("gives up a disk that does not answer, and says that its work may go on")
  func giveUp() async throws {
    var world = try World()
    world.limits.answerAfterInterruption = .milliseconds(20)
    let file = try world.home.write("", to: "stuck")
    let held = try OpenFile(file, .readingAndWriting)
    #expect(try held.tryLock())
    let prepared = world
    let begun = AsyncStream<Void>.makeStream()
    let task = Task {
      try await onLoop { tenant in
        try await Self.stuckStep(on: prepared.host(on: tenant.reactor), file) {
          begun.continuation.finish()
        }
      }
    }
    for await _ in begun.stream {}
    task.cancel()
    let failure = try await task.value
    #expect(failure?.reason == .cancelled)
    #expect(failure?.message.contains("does not answer") == true)
    withExtendedLifetime(world) {}
  }

  /// Waits for a lock that the test holds, deaf to the interruption as a disk is that hangs.
  private static func stuckStep(
    on host: Host, _ file: FilePath, begun: @escaping @Sendable () -> Void
  ) async throws -> ActionFailure? {
    let invocation = Invocation(run: RunID(1), step: "1", keyword: "log", arguments: [:])
    let step = StepContext(invocation, of: LogText.schema, on: host)
    do throws(ActionFailure) {
      try await step.fileWork(at: file) { _ throws(FileError) in
        begun()
        try OpenFile(file, .readingAndWriting).lock(patience: .seconds(1000))
      }
      return nil
    } catch {
      return error
    }
  }
}
