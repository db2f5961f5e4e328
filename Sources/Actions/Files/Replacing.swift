internal import FileSystem
internal import Values
internal import Workflow

/// Puts a new content in the place of a file, and the old file into the trash.
///
/// The old file first gets a second, hidden name beside its own. Then the new one takes its name in
/// one step, so that there is a whole file under it at every moment; last the hidden one goes to
/// the trash. A crash in between leaves both, the old one under the hidden name.
struct Replacing: Sendable {
  let path: FilePath
  let bytes: [UInt8]

  private struct Finding: Sendable {
    /// The file itself, where the path is a link to it.
    let real: FilePath
    let hidden: FilePath
    /// Where the old file will be.
    let slot: Trash.Slot
  }

  /// Nil where there is no file to replace.
  func perform(in step: StepContext) async throws(ActionFailure) -> Outcome? {
    let replacing = self
    let trash = Trash(step.host.environment)
    let found = try await step.fileWork(at: path) { _ throws(FileError) in
      try replacing.look(trash)
    }
    guard let found else { return nil }
    let touched =
      (found.real == path ? [path] : [path, found.real])
      + [found.hidden, found.slot.note, found.slot.file]
    step.willTouch(touched)
    let value = try await step.fileWork(at: path) { (interruption) throws(FileError) in
      try replacing.replace(found, trash, interruption)
      return try FileEntity.value(at: replacing.path)
    }
    return Outcome(
      value, details: ["old": .string(found.slot.file.text)], touched: touched)
  }

  private func look(_ trash: Trash) throws(FileError) -> Finding? {
    guard try FileStatus.ifPresent(path) != nil else { return nil }
    let real = try FileOperations.realPath(path)
    let kind = try FileStatus(of: real).kind
    if kind == .folder { throw FileError(.system(.isAFolder), "replace", path) }
    guard kind == .regular else { throw FileError(.special(kind), "replace", path) }
    return Finding(
      real: real, hidden: Self.hiddenName(beside: real), slot: try trash.slot(for: real))
  }

  private static func hiddenName(beside path: FilePath) -> FilePath {
    let number = String(UInt32.random(in: 0...UInt32.max), radix: 36)
    let name = Array(".".utf8) + path.name.prefix(200) + Array(".old-\(number)".utf8)
    return path.parent.appending(name)
  }

  private func replace(
    _ found: Finding, _ trash: Trash, _ interruption: Interruption
  ) throws(FileError) {
    do throws(FileError) {
      try FileOperations.link(found.real, to: found.hidden)
    } catch {
      guard error.errno == .notPermitted || error.errno == .notSupported else { throw error }
      return try replaceWithoutLinks(found, trash, interruption)
    }
    do throws(FileError) {
      try AtomicWrite.replace(found.real, with: bytes)
    } catch {
      try? FileOperations.remove(found.hidden)
      throw error
    }
    do throws(FileError) {
      try trash.put(found.hidden, in: found.slot, as: found.real, interruption)
    } catch {
      // What can't be kept in the trash is not replaced.
      try? FileOperations.rename(found.hidden, to: found.real)
      throw error
    }
  }

  /// For file systems without second names: there the old one leaves before the new one comes.
  private func replaceWithoutLinks(
    _ found: Finding, _ trash: Trash, _ interruption: Interruption
  ) throws(FileError) {
    _ = try AtomicWrite.create(found.hidden, with: bytes, .fail)
    do throws(FileError) {
      try trash.put(found.real, in: found.slot, interruption)
    } catch {
      try? FileOperations.remove(found.hidden)
      throw error
    }
    try FileOperations.renameNoReplace(found.hidden, to: found.real)
  }
}
