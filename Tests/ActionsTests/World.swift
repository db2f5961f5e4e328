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

  init() throws { home = try TemporaryFolder() }

  var environment: Environment {
    var all = ["HOME": home.path.text, "PATH": "/usr/bin:/bin", "LANG": "C.UTF-8"]
    all.merge(variables) { $1 }
    return Environment(all)
  }

  /// Does one step.
  func perform(
    _ action: any Action.Type, _ arguments: [String: Value], timeout: Duration? = nil
  ) async throws -> Report {
    let invocation = Invocation(
      run: RunID(7), step: "2", keyword: action.schema.keyword, arguments: arguments,
      timeout: timeout)
    let world = self
    return try await onLoop { tenant in
      let announced = Collected<FilePath>()
      let lines = Collected<String>()
      let host = Host(
        reactor: tenant.reactor, workers: Workers(),
        environment: world.environment, limits: world.limits,
        log: { level, message in lines.add("\(level): \(message)") },
        willTouch: { paths, _ in for path in paths { announced.add(path) } })
      let result: Result<Outcome, ActionFailure>
      do throws(ActionFailure) {
        result = .success(try await ActionRegistry.perform(invocation, on: host))
      } catch {
        result = .failure(error)
      }
      return Report(result: result, announced: announced.items, log: lines.items)
    }
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
