internal import FileSystem
internal import Values
internal import Workflow

/// What moving, renaming and copying have in common: finding the place, its folder and a free name.
struct Transfer: Sendable {
  /// What is done from the source to a name that looked free, and fails with `exists` if it is not.
  typealias Work =
    @Sendable (_ source: FilePath, _ target: FilePath, Interruption) throws(FileError) ->
    FileTransfer.Outcome

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
    let transfer = self
    let (kind, places) = try await step.fileWork(at: source) { _ throws(FileError) in
      (try FileStatus(of: transfer.source).kind, transfer.source.andRealPlace())
    }
    let finding = try await step.work(at: destination.to) { _ throws(ActionFailure) in
      try transfer.look(kind)
    }
    if case .same = finding.relation {
      let value = try await step.fileWork(at: source) { _ throws(FileError) in
        try FileEntity.value(at: transfer.source)
      }
      return Outcome(value, details: ["unchanged": .bool(true)])
    }
    let made =
      destination.makesFolder
      ? try await FolderMaking.make(finding.wanted.parent, in: step) : []
    let placing = Placing(
      wanted: finding.wanted, existing: existing, kind: kind,
      isFree: finding.relation == .sameUnderOtherName,
      alsoTouched: removesSource ? places : [])
    let result = try await placing.perform(in: step) { (target, interruption) throws(FileError) in
      Self.details(of: try work(transfer.source, target, interruption))
    }
    return try await outcome(of: result, placing, made: made, in: step)
  }

  private func outcome(
    of result: Placing.Result, _ placing: Placing, made: [FilePath], in step: StepContext
  ) async throws(ActionFailure) -> Outcome {
    switch result {
    case .placed(let value, var details, let touched):
      details["from"] = .string(source.text)
      return Outcome(value, details: details, touched: made + touched)
    case .skipped:
      let stays = removesSource ? source : placing.wanted
      let value = try await step.fileWork(at: stays) { _ throws(FileError) in
        try FileEntity.value(at: stays)
      }
      return Outcome(value, details: ["skipped": .bool(true)], touched: made)
    }
  }

  private static func details(of outcome: FileTransfer.Outcome) -> [String: Value] {
    var details: [String: Value] = ["copied_bytes": .int(outcome.copiedBytes)]
    if !outcome.lostAttributes.isEmpty {
      details["lost_attributes"] = .list(outcome.lostAttributes.map { .string($0) })
    }
    return details
  }
}

/// What is found out on the disk before anything is changed.
extension Transfer {
  /// How the wanted place is related to where the source is now.
  private enum Relation: Sendable {
    case different
    /// It is the very place: nothing is to be done.
    case same
    /// The same file answers to both names, as where upper and lower case count as one.
    case sameUnderOtherName
  }

  private struct Finding: Sendable {
    let wanted: FilePath
    let relation: Relation
  }

  private func look(_ kind: FileStatus.Kind) throws(ActionFailure) -> Finding {
    let wanted = try attempt { () throws(FileError) in
      try destination.place(of: source, kind: kind)
    }
    let folder = wanted.parent
    let status = try attempt { () throws(FileError) in
      try FileStatus.ifPresent(folder, followingLinks: true)
    }
    guard let status else {
      if destination.makesFolder { return Finding(wanted: wanted, relation: .different) }
      throw missing(folder)
    }
    guard status.kind == .folder else {
      throw ActionFailure(
        .exists,
        "\(LineText.oneLine(folder.text)) is a \(status.kind.words), so nothing can be put into it.",
        details: ["target": .string(folder.text)])
    }
    guard removesSource else { return Finding(wanted: wanted, relation: .different) }
    return try attempt { () throws(FileError) in
      Finding(wanted: wanted, relation: try relation(to: wanted, in: status))
    }
  }

  private func missing(_ folder: FilePath) -> ActionFailure {
    ActionFailure(
      .notFound,
      "There is no folder \(LineText.oneLine(folder.text)): make it with a step `make-folder`, "
        + "or set `make-folder: true`.",
      details: ["target": .string(folder.text)])
  }

  private func relation(
    to wanted: FilePath, in folder: FileStatus
  ) throws(FileError) -> Relation {
    guard try FileStatus(of: source.parent, followingLinks: true).isSameFile(as: folder) else {
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
