internal import FileSystem
package import Values

/// A folder of a test's own, removed with all it holds when the test lets go of it.
package final class TemporaryFolder: Sendable {
  package let path: FilePath

  /// Makes a new folder in the given place, or else where `TMPDIR` says.
  package init(in place: FilePath? = nil) throws {
    let place = place ?? Environment.current.temporaryFolder
    // A random name that is taken is so unlikely that it may fail the test.
    path = place.appending("hob-test-\(String(UInt64.random(in: 0...UInt64.max), radix: 36))")
    try FileOperations.makeNewFolder(path, mode: 0o700)
  }

  deinit {
    try? FileOperations.removeTree(path)
  }

  /// The path of a name in the folder.
  package subscript(_ name: String) -> FilePath { path.appending(name) }

  /// Writes a file, making its folders, and gives its path.
  @discardableResult
  package func write(_ text: String, to name: String) throws -> FilePath {
    try write(bytes: Array(text.utf8), to: name)
  }

  /// Writes a file of bytes, making its folders, and gives its path.
  @discardableResult
  package func write(bytes: [UInt8], to name: String) throws -> FilePath {
    let path = self[name]
    try FileOperations.makeFolder(path.parent)
    try? FileOperations.remove(path)
    let file = try OpenFile(path, .making(mode: 0o666))
    try file.writeAll(bytes)
    return path
  }

  /// Makes a folder in the folder, with its parents, and gives its path.
  @discardableResult
  package func makeFolder(_ name: String) throws -> FilePath {
    try FileOperations.makeFolder(self[name])
    return self[name]
  }

  /// The text of a file in the folder.
  package func text(_ name: String) throws -> String {
    FilePath.text(of: try OpenFile.contents(of: self[name], limit: 64 << 20))
  }

  /// The sorted names in the folder or in one inside it, as text.
  package func names(in name: String = "") throws -> [String] {
    let folder = name.isEmpty ? path : self[name]
    return try DirectoryListing(of: folder).entries.map { FilePath.text(of: $0.name) }.sorted()
  }
}
