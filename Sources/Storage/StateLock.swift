internal import FileSystem
internal import Values

/// The right to write the history in a state folder, which one process has at a time.
///
/// It lasts as long as this value, and ends with the process, however that ends.
package final class StateLock: Sendable {
  package let folder: StateFolder
  private let file: OpenFile

  /// Takes the lock; makes the folder where it does not exist.
  ///
  /// Throws `inUse` with the holder's number where another process has it.
  package init(_ folder: StateFolder) throws(HistoryError) {
    try folder.make()
    let isFree: Bool
    do throws(FileError) {
      file = try OpenFile(folder.lock, .readingAndWritingOrMaking(mode: 0o600))
      isFree = try file.tryLock()
    } catch {
      throw HistoryError(error)
    }
    guard isFree else { throw Self.inUse(folder) }
    self.folder = folder
    // For people and for the message of who comes second; a full disk is no reason not to go on.
    try? file.truncate(to: 0)
    try? file.writeAll(Array("\(CurrentProcess.identifier)\n".utf8))
  }

  deinit {
    // A number that is left behind would name a process that has gone.
    try? file.truncate(to: 0)
  }

  private static func inUse(_ folder: StateFolder) -> HistoryError {
    let holder = holder(folder)
    let who = holder.map { "process \($0)" } ?? "another process"
    return HistoryError(
      .inUse, "\(who) writes the history in this folder", file: folder.path.text, holder: holder)
  }

  /// The number that the holder wrote; nil in the instant before it has.
  private static func holder(_ folder: StateFolder) -> Int32? {
    let bytes = try? OpenFile.contents(of: folder.lock, limit: longestNumber)
    return bytes.flatMap { Int32(String(decoding: $0, as: UTF8.self).prefix { $0 != "\n" }) }
  }

  /// The most bytes that a process's number takes in the file.
  private static let longestNumber = 32
}
