internal import FileSystem
package import Values

/// Files kept beside the tests, read by their path in the source tree.
package enum FixtureFile {
  /// The path of a file in a test target's `Fixtures` folder; the caller's own unless one is named.
  package static func path(
    _ name: String, of target: String? = nil, caller: String = #filePath
  ) -> FilePath {
    let folder = FilePath(caller).parent
    return (target.map { folder.parent.appending($0) } ?? folder)
      .appending("Fixtures").appending(name)
  }

  /// The bytes of such a file.
  package static func bytes(
    _ name: String, of target: String? = nil, caller: String = #filePath
  ) throws -> [UInt8] {
    try OpenFile.contents(of: path(name, of: target, caller: caller), limit: 64 << 20)
  }
}
