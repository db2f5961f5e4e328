internal import FileSystem
internal import Values
internal import Workflow

/// Gives a new name to what an action makes or moves, and never replaces what has that name.
///
/// A name that looks free may be taken a moment later by somebody else, so the work itself must
/// refuse a taken name; then the next one is tried.
struct Placing {
  /// What is done at the name that was found to be free.
  typealias Work = @Sendable (_ target: FilePath, Interruption) throws(FileError) -> Void

  /// The path that is wanted.
  let wanted: FilePath
  let existing: ExistingTarget
  /// What is to stand there, so that a folder and a file of the same name are told apart.
  let kind: FileStatus.Kind
  /// The paths that change beside the target.
  let alsoTouched: [FilePath]

  /// How it came out.
  enum Result: Sendable {
    case placed(FilePath)
    /// Something of that name stands there, and the step is to leave it at that.
    case skipped
  }

  func perform(
    in step: StepContext, work: @escaping Work
  ) async throws(ActionFailure) -> Result {
    var number = 1
    while true {
      let first = number
      let most = step.limits.freeNames
      let free = try await step.work(at: wanted) { _ throws(ActionFailure) in
        try freeNumber(from: first, upTo: most)
      }
      guard let free else { return .skipped }
      let target = candidate(free)
      step.willTouch(alsoTouched + [target])
      let isDone = try await step.fileWork(at: target) {
        (interruption) throws(FileError) in
        do throws(FileError) {
          try work(target, interruption)
          return true
        } catch {
          guard error.errno == .exists else { throw error }
          return false
        }
      }
      if isDone { return .placed(target) }
      number = free
    }
  }

  private func candidate(_ number: Int) -> FilePath {
    wanted.parent.appending(FreeName.name(wanted.name, number: number))
  }

  /// The first number whose name is free; nil where the step is to be skipped.
  private func freeNumber(from first: Int, upTo most: Int) throws(ActionFailure) -> Int? {
    for number in first...max(first, most) {
      let status: FileStatus?
      do throws(FileError) {
        status = try FileStatus.ifPresent(candidate(number))
      } catch {
        throw ActionFailure(error)
      }
      guard let status else { return number }
      if number == 1 { try checkKind(of: status) }
      switch existing {
      case .keepBoth: continue
      case .skip: return nil
      case .fail: throw taken("Nothing was replaced: choose another name, or set `if-exists`.")
      }
    }
    throw ActionFailure(
      .limit,
      "\(shown(wanted)) and \(most) names with a number are taken: tidy the folder up.",
      details: ["target": .string(wanted.text)])
  }

  /// A file where a folder of that name stands, or the other way round, is a mistake more likely than a wish.
  private func checkKind(of status: FileStatus) throws(ActionFailure) {
    guard (status.kind == .folder) != (kind == .folder) else { return }
    throw taken("It is a \(status.kind.words). Nothing was changed.")
  }

  private func taken(_ advice: String) -> ActionFailure {
    ActionFailure(
      .exists, "\(shown(wanted)) is there already. \(advice)",
      details: ["target": .string(wanted.text)])
  }

  private func shown(_ path: FilePath) -> String { LineText.oneLine(path.text) }
}
