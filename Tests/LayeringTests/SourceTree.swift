import FileSystem
import Values

/// The project's sources as they lie on the disk.
struct SourceTree: Sendable {
  /// One Swift file.
  struct File: Sendable {
    /// From the project's folder on: `Sources/Values/Glob.swift`.
    let path: String
    /// The module that it belongs to: the name of the folder below `Sources`.
    let module: String
    let code: SwiftCode
    let source: String
  }

  let root: FilePath
  /// The names of the folders in `Sources`, sorted.
  let folders: [String]
  /// The names of the folders in `Tests`, sorted.
  let testFolders: [String]
  /// Every Swift file below `Sources`, sorted by path.
  let files: [File]

  /// Read once for all tests.
  static let project = Result { try SourceTree(root: projectFolder) }

  init(root: FilePath) throws {
    self.root = root
    folders = try Self.folders(in: root.appending("Sources"))
    testFolders = try Self.folders(in: root.appending("Tests"))
    files = try folders.flatMap { module in
      try Self.swiftFiles(in: "Sources/\(module)", of: root).map { path in
        let source = try Self.text(root.appending(path))
        return File(path: path, module: module, code: SwiftCode(source), source: source)
      }
    }
  }

  static func text(_ path: FilePath) throws -> String {
    FilePath.text(of: try OpenFile.contents(of: path, limit: 4 << 20))
  }

  private static var projectFolder: FilePath {
    FilePath(#filePath).parent.parent.parent
  }

  private static func folders(in folder: FilePath) throws -> [String] {
    try DirectoryListing(of: folder).entries.filter { $0.kind == .folder }
      .map { FilePath.text(of: $0.name) }.sorted()
  }

  private static func swiftFiles(in folder: String, of root: FilePath) throws -> [String] {
    try DirectoryListing(of: root.appending(folder)).entries.flatMap { entry in
      let path = "\(folder)/\(FilePath.text(of: entry.name))"
      return entry.kind == .folder
        ? try swiftFiles(in: path, of: root) : path.hasSuffix(".swift") ? [path] : []
    }.sorted()
  }
}
