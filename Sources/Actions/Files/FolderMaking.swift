internal import FileSystem
internal import Values
internal import Workflow

/// Makes folders together with those above them.
enum FolderMaking {
  /// Makes a folder where there is none, and gives the folders that were missing, outermost first.
  static func make(
    _ folder: FilePath, in step: StepContext
  ) async throws(ActionFailure) -> [FilePath] {
    let missing = try await step.fileWork(at: folder) { _ throws(FileError) in
      try missingFolders(folder)
    }
    guard !missing.isEmpty else { return [] }
    step.willTouch(missing)
    try await step.fileWork(at: folder) { _ throws(FileError) in
      try FileOperations.makeFolder(folder)
    }
    return missing
  }

  /// The folders on the way to a path, itself included, that are not there.
  private static func missingFolders(_ folder: FilePath) throws(FileError) -> [FilePath] {
    var missing: [FilePath] = []
    var next = folder
    while true {
      if let status = try FileStatus.ifPresent(next, followingLinks: true) {
        guard status.kind == .folder else {
          throw FileError(.refused("a \(status.kind.words) stands there"), "make the folder", next)
        }
        return withRealPlaces(missing.reversed(), below: next)
      }
      missing.append(next)
      next = next.parent
    }
  }

  /// The folders together with their places in the real folder, where links lead to it.
  private static func withRealPlaces(
    _ folders: [FilePath], below folder: FilePath
  ) -> [FilePath] {
    guard let real = try? FileOperations.realPath(folder), real != folder else { return folders }
    return folders.flatMap { path in
      [path] + (path.relative(to: folder).map { [real.appending($0)] } ?? [])
    }
  }
}
