package import Workflow

// Actions whose work is still to come; their schemas are complete.

extension CopyFile {
  package func perform(
    _ invocation: Invocation, on host: Host
  ) async throws(ActionFailure) -> Outcome {
    throw ActionFailure(.unavailable, "`\(Self.schema.keyword)` can't be done yet.")
  }
}

extension TrashFile {
  package func perform(
    _ invocation: Invocation, on host: Host
  ) async throws(ActionFailure) -> Outcome {
    throw ActionFailure(.unavailable, "`\(Self.schema.keyword)` can't be done yet.")
  }
}

extension WriteFile {
  package func perform(
    _ invocation: Invocation, on host: Host
  ) async throws(ActionFailure) -> Outcome {
    throw ActionFailure(.unavailable, "`\(Self.schema.keyword)` can't be done yet.")
  }
}

extension Notify {
  package func perform(
    _ invocation: Invocation, on host: Host
  ) async throws(ActionFailure) -> Outcome {
    throw ActionFailure(.unavailable, "`\(Self.schema.keyword)` can't be done yet.")
  }
}
