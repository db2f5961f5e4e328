internal import FileSystem
internal import Values
internal import Workflow

/// Adds bytes at the end of a file: whole or not at all, and never mixed with those of others.
///
/// The file is locked (flock(2)) meanwhile, so that other runs and other programs that lock it wait
/// their turn, and all bytes go out in one write at the end of the file.
struct Appending: Sendable {
  let path: FilePath

  /// Works out what to add from what the file holds; gets its size, 0 for a new file.
  typealias Composer =
    @Sendable (
      borrowing OpenFile, _ size: Int64
    ) throws(ActionFailure) -> [UInt8]

  /// How often the file is opened anew because it was replaced while its lock was waited for.
  private static let mostReopenings = 100

  func perform(
    in step: StepContext, _ composer: @escaping Composer
  ) async throws(ActionFailure) -> Outcome {
    let path = path
    let patience = step.limits.fileLock
    let touched = try await step.fileWork(at: path) { _ throws(FileError) in
      try check()
    }
    step.willTouch(touched)
    let value = try await step.work(at: path) {
      (interruption) throws(ActionFailure) in
      try append(interruption, patience, composer)
      return try attempt { () throws(FileError) in try FileEntity.value(at: path) }
    }
    return Outcome(value, touched: touched)
  }

  /// Refuses what is no file to write to before it is opened: opening a pipe would wait for a reader.
  private func check() throws(FileError) -> [FilePath] {
    guard let status = try FileStatus.ifPresent(path, followingLinks: true) else { return [path] }
    if status.kind == .folder { throw FileError(.system(.isAFolder), "write", path) }
    guard status.kind == .regular else { throw FileError(.special(status.kind), "write", path) }
    // Through a link the file changes under its own name, where others may watch it.
    let real = try FileOperations.realPath(path)
    return real == path ? [path] : [path, real]
  }

  private func append(
    _ interruption: Interruption, _ patience: Duration, _ composer: Composer
  ) throws(ActionFailure) {
    for _ in 0..<Self.mostReopenings {
      try interruption.check()
      if try appendOnce(interruption, patience, composer) { return }
    }
    throw ActionFailure(
      .system,
      "\(LineText.oneLine(path.text)) is replaced by another program again and again: try later.")
  }

  /// False where the file was replaced by another one meanwhile.
  private func appendOnce(
    _ interruption: Interruption, _ patience: Duration, _ composer: Composer
  ) throws(ActionFailure) -> Bool {
    let file = try attempt { () throws(FileError) in
      try OpenFile(path, .appending(mode: 0o666))
    }
    let status = try attempt { () throws(FileError) in
      try file.lock(patience: patience) { interruption.isInterrupted }
      return try FileStatus(of: file)
    }
    let present = try attempt { () throws(FileError) in
      try FileStatus.ifPresent(path, followingLinks: true)
    }
    guard let present, present.isSameFile(as: status) else { return false }
    let bytes = try composer(file, status.size)
    try attempt { () throws(FileError) in try write(bytes, to: file, size: status.size) }
    return true
  }

  /// Writes everything, or takes back what was written.
  private func write(
    _ bytes: [UInt8], to file: borrowing OpenFile, size: Int64
  ) throws(FileError) {
    do throws(FileError) {
      try file.writeAll(bytes)
    } catch {
      // A disk that is full may have taken a part; without it the file is as it was.
      try? file.truncate(to: size)
      throw error
    }
  }
}
