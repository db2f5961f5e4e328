package import Values

/// Files as values: what triggers hand over and actions give back.
package enum FileEntity {
  /// The value of a file whose properties are known; a symbolic link stands for itself.
  package static func value(path: FilePath, status: FileStatus) -> Value {
    let isFolder = status.kind == .folder
    return value(
      path: path,
      properties: [
        "size": .int(isFolder ? 0 : status.size), "modified": .timestamp(status.modified),
        "is_folder": .bool(isFolder), "kind": .string(kind(status.kind)),
      ])
  }

  /// The value of a path as it is now; a symbolic link stands for itself.
  package static func value(at path: FilePath) throws(FileError) -> Value {
    value(path: path, status: try FileStatus(of: path))
  }

  private static func value(path: FilePath, properties: [String: Value]) -> Value {
    let name = path.name
    let (stem, ending) = split(name)
    var fields = properties
    fields["path"] = .string(path.text)
    fields["name"] = .string(FilePath.text(of: name))
    fields["stem"] = .string(FilePath.text(of: Array(stem)))
    fields["ext"] = .string(FilePath.text(of: Array(ending)).lowercased())
    fields["folder"] = .string(path.parent.text)
    return .entity(Entity(type: EntitySchema.file.type, fields: fields))
  }

  /// A name without its last ending, and that ending without its dot.
  ///
  /// Dots at the start of a name make it hidden and begin no ending; a dot at its end has none after it.
  package static func split(
    _ name: [UInt8]
  ) -> (stem: ArraySlice<UInt8>, ending: ArraySlice<UInt8>) {
    let dot = UInt8(ascii: ".")
    guard let last = name.lastIndex(of: dot), last < name.count - 1,
      name[..<last].contains(where: { $0 != dot })
    else { return (name[...], []) }
    return (name[..<last], name[(last + 1)...])
  }

  private static func kind(_ kind: FileStatus.Kind) -> String {
    switch kind {
    case .regular: "file"
    case .folder: "folder"
    case .link: "link"
    case .pipe, .socket, .characterDevice, .blockDevice, .unknown: "other"
    }
  }
}
