extension Entity {
  /// A file or folder as a value, from its path and properties.
  ///
  /// - Parameters:
  ///   - size: In bytes; folders count as 0.
  ///   - kind: `file`, `folder`, `link` or `other`.
  package static func file(
    _ path: FilePath, size: Int64, modified: Instant, kind: String
  ) -> Entity {
    let name = path.name
    let (stem, ending) = FilePath.split(name)
    let isFolder = kind == "folder"
    return Entity(
      type: EntitySchema.file.type,
      fields: [
        "path": .string(path.text), "name": .string(FilePath.text(of: name)),
        "stem": .string(FilePath.text(of: Array(stem))),
        "ext": .string(FilePath.text(of: Array(ending)).lowercased()),
        "folder": .string(path.parent.text), "size": .int(isFolder ? 0 : size),
        "modified": .timestamp(modified), "is_folder": .bool(isFolder), "kind": .string(kind),
      ])
  }
}

extension FilePath {
  /// A name without its last ending, and that ending without its dot.
  ///
  /// Dots at the start of a name make it hidden and begin no ending; a dot at its end has none
  /// after it.
  package static func split(
    _ name: [UInt8]
  ) -> (stem: ArraySlice<UInt8>, ending: ArraySlice<UInt8>) {
    let dot = UInt8(ascii: ".")
    guard let last = name.lastIndex(of: dot), last < name.count - 1,
      name[..<last].contains(where: { $0 != dot })
    else { return (name[...], []) }
    return (name[..<last], name[(last + 1)...])
  }
}
