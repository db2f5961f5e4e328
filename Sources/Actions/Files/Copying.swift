internal import FileSystem
internal import Values

/// Copies and moves for the file actions, with what has to be done around it.
struct Copying: Sendable {
  let sweep: LeftoverSweep

  /// Copies to a free name; fails with `exists` where it is taken.
  func copy(
    _ source: FilePath, to target: FilePath, _ interruption: Interruption
  ) throws(FileError) -> FileTransfer.Outcome {
    sweep.sweep(target.parent)
    return try transfer(interruption).copy(source, to: target, .fail)
  }

  /// Moves to a free name; fails with `exists` where it is taken.
  func move(
    _ source: FilePath, to target: FilePath, _ interruption: Interruption
  ) throws(FileError) -> FileTransfer.Outcome {
    // A rename leaves nothing half done, so only a copy to another file system is looked after.
    let folder = try FileStatus(of: target.parent, followingLinks: true)
    if try FileStatus(of: source).device != folder.device { sweep.sweep(target.parent) }
    return try transfer(interruption).move(source, to: target, .fail)
  }

  private func transfer(_ interruption: Interruption) -> FileTransfer {
    FileTransfer(isCancelled: { interruption.isInterrupted })
  }
}
