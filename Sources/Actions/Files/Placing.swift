internal import FileSystem
internal import Values
internal import Workflow

/// Gives a new name to what an action makes or moves, and never replaces what has that name.
///
/// A name that looks free may be taken a moment later by somebody else, so the work itself must
/// refuse a taken name; then the next one is announced and tried.
struct Placing: Sendable {
  /// What is done at the name that was found to be free; gives what history shows of it.
  typealias Work =
    @Sendable (_ target: FilePath, Interruption) throws(FileError) -> [String: Value]

  /// The path that is wanted.
  let wanted: FilePath
  let existing: ExistingTarget
  /// What is to stand there, so that a folder and a file of the same name are told apart.
  let kind: FileStatus.Kind
  /// Whether the wanted name counts as free although something answers to it.
  var isFree = false
  /// The paths that change beside the target.
  var alsoTouched: [FilePath] = []

  /// How it came out.
  enum Result: Sendable {
    case placed(Value, details: [String: Value], touched: [FilePath])
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
        try freeName(from: first, upTo: most)
      }
      guard let free else { return .skipped }
      let touched = alsoTouched + free.places
      step.willTouch(touched)
      let result = try await step.fileWork(at: wanted) { (interruption) throws(FileError) in
        try tryOut(free.path, touched, interruption, work)
      }
      if let result { return result }
      number = free.number
    }
  }

  /// Nil where the name was taken in the meantime.
  private func tryOut(
    _ target: FilePath, _ touched: [FilePath], _ interruption: Interruption, _ work: Work
  ) throws(FileError) -> Result? {
    let details: [String: Value]
    do throws(FileError) {
      details = try work(target, interruption)
    } catch {
      guard error.errno == .exists, FileOperations.exists(target) else { throw error }
      return nil
    }
    return .placed(try FileEntity.value(at: target), details: details, touched: touched)
  }

  private struct FreeName: Sendable {
    let number: Int
    let path: FilePath
    /// The path, and where links lead to it.
    let places: [FilePath]
  }

  private func candidate(_ number: Int) -> FilePath {
    let name = KeepBoth.name(wanted.name, number: number, isFolder: kind == .folder)
    return wanted.parent.appending(name)
  }

  /// The first name from a number on that is free; nil where the step is to be skipped.
  private func freeName(from first: Int, upTo most: Int) throws(ActionFailure) -> FreeName? {
    guard let number = try freeNumber(from: first, upTo: most) else { return nil }
    let path = candidate(number)
    return FreeName(number: number, path: path, places: path.andRealPlace())
  }

  private func freeNumber(from first: Int, upTo most: Int) throws(ActionFailure) -> Int? {
    if isFree { return 1 }
    for number in first...max(first, most) {
      let status = try attempt { () throws(FileError) in
        try FileStatus.ifPresent(candidate(number))
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
      "\(LineText.oneLine(wanted.text)) and \(most) names with a number are taken: tidy the folder up.",
      details: ["target": .string(wanted.text)])
  }

  /// A file where a folder of that name stands, or the other way round, is a mistake more likely than a wish.
  private func checkKind(of status: FileStatus) throws(ActionFailure) {
    guard (status.kind == .folder) != (kind == .folder) else { return }
    throw taken("It is a \(status.kind.words). Nothing was changed.")
  }

  private func taken(_ advice: String) -> ActionFailure {
    ActionFailure(
      .exists, "\(LineText.oneLine(wanted.text)) is there already. \(advice)",
      details: ["target": .string(wanted.text)])
  }
}
