internal import Actions
internal import FileSystem
internal import Synchronization
internal import Systemd
internal import TestKit
internal import Values
internal import Workflow

/// What a step did, and whom it told.
struct Report: Sendable {
  let result: Result<Outcome, ActionFailure>
  /// The paths that were announced before they were changed.
  let announced: [FilePath]
  let log: [String]

  var failure: ActionFailure? {
    if case .failure(let failure) = result { failure } else { nil }
  }

  /// The text that `save` would keep; nil where it is none, or where the step failed.
  var text: String? {
    if case .success(let outcome) = result, case .string(let text) = outcome.value {
      text
    } else {
      nil
    }
  }

  /// The path of the file that `save` would keep.
  var path: FilePath? {
    if case .success(let outcome) = result, case .string(let text)? = outcome.value.member("path") {
      FilePath(text)
    } else {
      nil
    }
  }
}

/// A home folder in which steps are done, one loop for each step.
struct World: Sendable {
  let home: TemporaryFolder
  var limits = ActionLimits()
  var variables: [String: String] = [:]
  /// Called when a step announces what it will change.
  var onTouch: @Sendable () -> Void = {}
  /// The bus of the session; nil for none.
  var busAddress: BusAddress?

  init() throws { home = try TemporaryFolder() }

  var environment: Environment {
    var all = ["HOME": home.path.text, "PATH": "/usr/bin:/bin", "LANG": "C.UTF-8"]
    all.merge(variables) { $1 }
    return Environment(all)
  }

  /// Does one step; `cancelledBefore` cancels its task before it begins.
  func perform(
    _ action: any Action.Type, _ arguments: [String: Value], timeout: Duration? = nil,
    cancelledBefore: Bool = false
  ) async throws -> Report {
    let invocation = Invocation(
      run: RunID(7), step: "2", keyword: action.schema.keyword, arguments: arguments,
      timeout: timeout)
    let world = self
    return try await onLoop { tenant in
      let task = Task(executorPreference: tenant.loop) {
        try await tenant.run { tenant in try await world.perform(invocation, on: tenant.reactor) }
      }
      if cancelledBefore { task.cancel() }
      return try await withTaskCancellationHandler {
        try await task.value
      } onCancel: {
        task.cancel()
      }
    }
  }

  private func perform(_ invocation: Invocation, on reactor: Reactor) async throws -> Report {
    let announced = Collected<FilePath>()
    let lines = Collected<String>()
    let host = try host(
      on: reactor, log: { lines.add($0) }, announce: { announced.add($0) })
    let result: Result<Outcome, ActionFailure>
    do throws(ActionFailure) {
      result = .success(try await ActionRegistry.perform(invocation, on: host))
    } catch {
      result = .failure(error)
    }
    return Report(result: result, announced: announced.items, log: lines.items)
  }
}

extension World {
  /// The host of a step, on the loop of that reactor.
  func host(
    on reactor: Reactor, log: @escaping (String) -> Void = { _ in },
    announce: @escaping (FilePath) -> Void = { _ in }
  ) throws -> Host {
    let onTouch = onTouch
    return Host(
      reactor: reactor, workers: Workers(), bus: try bus(on: reactor), environment: environment,
      limits: limits, log: { log("\($0): \($1)") },
      willTouch: { paths, _ in
        for path in paths { announce(path) }
        onTouch()
      })
  }

  private func bus(on reactor: Reactor) throws -> Bus? {
    try busAddress.map { try Bus($0, on: reactor) }
  }
}

/// What closures leave for the test.
final class Collected<Item: Sendable>: Sendable {
  private let storage = Mutex<[Item]>([])

  var items: [Item] { storage.withLock { $0 } }

  func add(_ item: Item) { storage.withLock { $0.append(item) } }
}

/// Text as the value of an argument.
func text(_ text: String) -> Value { .string(text) }

/// A path as the value of an argument.
func path(_ path: FilePath) -> Value { .string(path.text) }

/// Texts as the value of an argument.
func texts(_ texts: String...) -> Value { .list(texts.map { .string($0) }) }
