package import Values

/// Files as values: what triggers hand over and actions give back.
package enum FileEntity {
  /// The value of a file whose properties are known; a symbolic link stands for itself.
  package static func value(path: FilePath, status: FileStatus) -> Value {
    .entity(
      .file(path, size: status.size, modified: status.modified, kind: kind(status.kind)))
  }

  /// The value of a path as it is now; a symbolic link stands for itself.
  package static func value(at path: FilePath) throws(FileError) -> Value {
    value(path: path, status: try FileStatus(of: path))
  }

  /// A name without its last ending, and that ending without its dot.
  package static func split(
    _ name: [UInt8]
  ) -> (stem: ArraySlice<UInt8>, ending: ArraySlice<UInt8>) { FilePath.split(name) }

  private static func kind(_ kind: FileStatus.Kind) -> String {
    switch kind {
    case .regular: "file"
    case .folder: "folder"
    case .link: "link"
    case .pipe, .socket, .characterDevice, .blockDevice, .unknown: "other"
    }
  }
}
