package import Workflow

/// All actions that a step can name.
package enum ActionRegistry {
  package static let all: [any Action.Type] = [
    RunProgram.self, RunShell.self,
    MoveFile.self, CopyFile.self, RenameFile.self, TrashFile.self, MakeFolder.self,
    ReadFile.self, WriteFile.self, AppendFile.self, AddRow.self,
    ExtractText.self, MatchText.self,
    Notify.self, LogText.self,
  ]

  private static let byKeyword: [String: any Action.Type] = Dictionary(
    uniqueKeysWithValues: all.map { ($0.schema.keyword, $0) })

  /// The action of a keyword.
  package static func action(_ keyword: String) -> (any Action.Type)? { byKeyword[keyword] }

  /// What the checker and the manual know of every action, in the order of the manual.
  package static let schemas: [ActionSchema] = all.map { $0.schema }

  /// Does the step that an invocation describes, once its arguments have been held to the schema.
  package static func perform(
    _ invocation: Invocation, on host: Host
  ) async throws(ActionFailure) -> Outcome {
    guard let action = action(invocation.keyword) else {
      throw ActionFailure(.badArgument, "There is no action `\(invocation.keyword)`.")
    }
    for name in invocation.arguments.keys.sorted() where action.schema.parameter(name) == nil {
      throw ActionFailure(
        .badArgument, "`\(LineText.oneLine(name))` is no argument of `\(invocation.keyword)`.")
    }
    guard !Task.isCancelled else {
      throw ActionFailure(.cancelled, "The run was cancelled before the step began.")
    }
    return try await action.init().perform(invocation, on: host)
  }
}
