internal import FileSystem
internal import Values
internal import Workflow

/// What moving and copying have in common: finding the place, making its folder, choosing the name.
struct Transfer {
  /// What is done from the source to a free name.
  typealias Work =
    @Sendable (
      _ source: FilePath, _ target: FilePath, Interruption
    ) throws(FileError) -> Void

  let source: FilePath
  let destination: Destination
  let existing: ExistingTarget
  /// Whether the source is gone afterwards.
  let removesSource: Bool

  init(_ arguments: ArgumentReader, removesSource: Bool) throws(ActionFailure) {
    self.init(
      source: try arguments.path("file"), destination: try Destination(arguments),
      existing: try arguments.choice("if-exists", default: ExistingTarget.keepBoth),
      removesSource: removesSource)
  }

  init(
    source: FilePath, destination: Destination, existing: ExistingTarget, removesSource: Bool
  ) {
    (self.source, self.destination) = (source, destination)
    (self.existing, self.removesSource) = (existing, removesSource)
  }

  func perform(
    in step: StepContext, work: @escaping Work
  ) async throws(ActionFailure) -> Outcome {
    let (kind, wanted) = try await look(in: step)
    let made = try await prepare(wanted.parent, in: step)
    let placing = Placing(
      wanted: wanted, existing: existing, kind: kind, alsoTouched: removesSource ? [source] : [])
    switch try await relation(to: wanted, in: step) {
    case .different:
      let result = try await placing.perform(in: step) {
        [source] (target, interruption) throws(FileError) in
        try work(source, target, interruption)
      }
      return try await outcome(result, of: placing, made: made, in: step)
    case .same:
      return try await outcome(at: source, details: ["unchanged": .bool(true)], in: step)
    case .sameUnderOtherName:
      step.willTouch([source, wanted])
      try await step.fileWork(at: source) { [source] _ throws(FileError) in
        try FileOperations.rename(source, to: wanted)
      }
      return try await outcome(
        .placed(wanted), of: placing, made: made, in: step)
    }
  }

  /// What the source is and where it is wanted.
  private func look(
    in step: StepContext
  ) async throws(ActionFailure) -> (kind: FileStatus.Kind, wanted: FilePath) {
    let (source, destination) = (source, destination)
    let kind = try await step.fileWork(at: source) { _ throws(FileError) in
      try FileStatus(of: source).kind
    }
    let place = try await step.fileWork(at: destination.to) {
      _ throws(FileError) in
      try destination.place(of: source, kind: kind)
    }
    return (kind, place.folder.appending(place.name))
  }

  /// Makes the target's folder where the step asks for it, and gives what was made.
  private func prepare(
    _ folder: FilePath, in step: StepContext
  ) async throws(ActionFailure) -> [FilePath] {
    if destination.makesFolder {
      return try await FolderMaking.make(folder, in: step)
    }
    let status = try await step.fileWork(at: folder) { _ throws(FileError) in
      try FileStatus.ifPresent(folder, followingLinks: true)
    }
    let name = LineText.oneLine(folder.text)
    guard let status else {
      throw ActionFailure(
        .notFound,
        "There is no folder \(name): make it with a step `make-folder`, or set `make-folder: true`.",
        details: ["target": .string(folder.text)])
    }
    guard status.kind == .folder else {
      throw ActionFailure(
        .exists, "\(name) is a \(status.kind.words), so nothing can be put into it.",
        details: ["target": .string(folder.text)])
    }
    return []
  }

  /// How the wanted place is related to where the source is now.
  private enum Relation: Sendable {
    case different
    /// It is the very place: nothing is to be done.
    case same
    /// The same file answers to both names, as where upper and lower case count as one.
    case sameUnderOtherName
  }

  private func relation(
    to wanted: FilePath, in step: StepContext
  ) async throws(ActionFailure) -> Relation {
    guard removesSource else { return .different }
    let source = source
    return try await step.fileWork(at: wanted) { _ throws(FileError) in
      let folder = try FileStatus(of: source.parent, followingLinks: true)
      guard try FileStatus(of: wanted.parent, followingLinks: true).isSameFile(as: folder) else {
        return .different
      }
      if wanted.name == source.name { return .same }
      let status = try FileStatus(of: source)
      // A second name of the same file makes its number of links 2: that is a taken name.
      guard status.links == 1 || status.kind == .folder,
        let other = try FileStatus.ifPresent(wanted), other.isSameFile(as: status)
      else { return .different }
      return .sameUnderOtherName
    }
  }

  private func outcome(
    _ result: Placing.Result, of placing: Placing, made: [FilePath],
    in step: StepContext
  ) async throws(ActionFailure) -> Outcome {
    var outcome: Outcome
    switch result {
    case .placed(let target):
      outcome = try await self.outcome(
        at: target, details: ["from": .string(source.text)], in: step)
      outcome.touched = made + placing.alsoTouched + [target]
    case .skipped:
      let stays = removesSource ? source : placing.wanted
      outcome = try await self.outcome(
        at: stays, details: ["skipped": .bool(true)], in: step)
      outcome.touched = made
    }
    return outcome
  }

  private func outcome(
    at path: FilePath, details: [String: Value], in step: StepContext
  ) async throws(ActionFailure) -> Outcome {
    let value = try await step.fileWork(at: path) { _ throws(FileError) in
      try FileEntity.value(at: path)
    }
    return Outcome(value, details: details)
  }
}
