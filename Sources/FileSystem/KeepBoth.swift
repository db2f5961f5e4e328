/// What happens when the wanted name is taken.
package enum Collision: String, Hashable, Sendable {
  /// The operation fails with the error `exists`, and nothing is changed.
  case fail
  /// Both are kept: the new one gets a number, as in `name 2.pdf`.
  case keepBoth
  /// A file is replaced in one step; a folder that holds something never is.
  case replace
}

/// The names under which a file is kept beside others of the same name.
package enum KeepBoth {
  /// How many names are tried.
  package static let mostTries = 10_000
  /// The longest ending that counts as an extension, in bytes with its dot.
  static let longestExtension = 32

  /// The name with a number before its extension: `name.pdf`, `name 2.pdf`, `name 3.pdf`.
  ///
  /// It is cut, between characters, to the 255 bytes that a name may have. Names of folders have no extension.
  package static func name(_ name: [UInt8], number: Int, isFolder: Bool) -> [UInt8] {
    guard number > 1 else { return name }
    let split = isFolder ? name.count : extensionStart(name)
    let ending = Array(" \(number)".utf8) + name[split...]
    let stem = cut(name[..<split], to: Kernel.longestName - ending.count)
    return stem + ending
  }

  /// Where the extension with its dot begins, or the end where there is none; `.tar.gz` and its like are one.
  package static func extensionStart(_ name: [UInt8]) -> Int {
    let dot = UInt8(ascii: ".")
    // A leading dot hides a file, and an ending dot is no extension.
    guard let last = name.lastIndex(of: dot), name[..<last].contains(where: { $0 != dot }),
      last + 1 < name.count, name.count - last <= longestExtension
    else { return name.count }
    let compressed = Array(".tar".utf8)
    let stem = name[..<last]
    if stem.count > compressed.count, stem.suffix(compressed.count).elementsEqual(compressed) {
      return last - compressed.count
    }
    return last
  }

  /// Cuts bytes to a size without leaving a part of a character in UTF-8 at the end.
  static func cut(_ bytes: ArraySlice<UInt8>, to size: Int) -> [UInt8] {
    guard bytes.count > size else { return Array(bytes) }
    var kept = Array(bytes.prefix(max(0, size)))
    let next = bytes[bytes.startIndex + kept.count]
    guard next & 0xC0 == 0x80 else { return kept }
    while let last = kept.last {
      kept.removeLast()
      if last & 0xC0 != 0x80 { break }
    }
    return kept
  }

  /// Tries the wanted name and, where both shall be kept, the numbered ones until one is free.
  ///
  /// The attempt has to fail with `exists` for a taken name and must never replace; so many can go on at once.
  static func settle(
    _ name: [UInt8], isFolder: Bool, in folder: Int32, _ collision: Collision,
    _ attempt: ([UInt8]) throws(Errno) -> Void
  ) throws(FileError.Reason) -> [UInt8] {
    for number in 1...mostTries {
      let candidate = Self.name(name, number: number, isFolder: isFolder)
      do throws(Errno) {
        try attempt(candidate)
        return candidate
      } catch {
        guard error == .exists else { throw .system(error) }
      }
      if collision != .keepBoth { throw .system(.exists) }
      if number == 1, !isFolder { try refuseFolder(candidate, in: folder) }
    }
    throw .tooMany(limit: mostTries)
  }

  /// A file that shall get the name of a folder was most likely meant to go into it: that is said, not guessed.
  static func refuseFolder(_ name: [UInt8], in folder: Int32) throws(FileError.Reason) {
    let found = try? FileStatus(Kernel.status(name, at: folder, followingLinks: true))
    if found?.kind == .folder { throw .system(.isAFolder) }
  }
}
