import Diagnostics
import Storage
import Terminal

/// Why a command was not done: one line, what to do, and the code to end with.
struct Failure: Error {
  let code: ExitCode
  /// What is wrong, without a full stop.
  let message: String
  /// What to do, without a full stop.
  let help: String?

  init(_ code: ExitCode, _ message: String, help: String? = nil) {
    (self.code, self.message, self.help) = (code, message, help)
  }

  init(_ error: UsageError) {
    self.init(
      .usage, error.message,
      help: error.help ?? error.verb.map { "see `hob \($0) --help`" } ?? "see `hob help`")
  }

  init(_ error: HistoryError) {
    self.init(.noState, "the history \(error.file): \(error.message)", help: error.advice)
  }

  /// Something that is not there, with the name that was probably meant.
  static func notFound(
    _ kind: String, _ name: String, among names: some Sequence<String>, listedBy command: String
  ) -> Failure {
    let nearest = NearestName.find(name, in: names)
    return Failure(
      .notFound, "there is no \(kind) `\(name)`",
      help: nearest.map { "did you mean `\($0)`?" } ?? "`\(command)` lists them")
  }
}
