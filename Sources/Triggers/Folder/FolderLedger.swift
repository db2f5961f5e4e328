/// The files of a watched folder that have been reported or found before, with their stamps.
///
/// Whether a file is new, changed or gone follows from the comparison with this alone, whatever was
/// noticed on the way: so each is reported once. Held as a tree, so that a folder's files are
/// found without a look at all others.
package struct FolderLedger: Sendable {
  private struct Entry: Sendable {
    var stamp: FileStamp
    /// The look at the folder in which the file was last seen.
    var look: UInt32
  }

  private struct Folder: Sendable {
    var files: [[UInt8]: Entry] = [:]
    var folders: [[UInt8]: Int] = [:]
    var look: UInt32 = 0
    var isEmpty: Bool { files.isEmpty && folders.isEmpty }
  }

  /// What a file that was seen is by what was known of it.
  package enum Comparison: Sendable, Hashable { case new, changed, same }

  /// The first is the watched folder; emptied ones are used again.
  private var folders: [Folder] = [Folder()]
  private var free: [Int] = []
  /// How many files are known.
  package private(set) var count = 0

  package init() {}

  /// The stamp of a file; nil where it isn't known.
  package subscript(path: RelativePath) -> FileStamp? {
    guard let folder = index(of: path.folder) else { return nil }
    return folders[folder].files[path.name]?.stamp
  }

  /// Remembers a file as it is now.
  package mutating func record(_ path: RelativePath, _ stamp: FileStamp) {
    let folder = makeFolder(path.folder)
    let entry = Entry(stamp: stamp, look: folders[folder].look)
    if folders[folder].files.updateValue(entry, forKey: path.name) == nil { count += 1 }
  }

  /// Forgets a file, and the folders that then hold nothing.
  package mutating func forget(_ path: RelativePath) {
    guard let folder = index(of: path.folder) else { return }
    if folders[folder].files.removeValue(forKey: path.name) != nil { count -= 1 }
    prune(path.folder)
  }

  /// The known files in and below a folder, sorted.
  package func files(below path: RelativePath) -> [RelativePath] {
    guard let start = index(of: path) else { return [] }
    var found: [RelativePath] = []
    var open = [(start, path)]
    while let (folder, path) = open.popLast() {
      for name in folders[folder].files.keys { found.append(path.appending(name)) }
      for (name, child) in folders[folder].folders { open.append((child, path.appending(name))) }
    }
    return found.sorted()
  }
}

/// The comparison with what a folder holds now.
extension FolderLedger {
  /// Begins to compare a folder with its listing.
  package mutating func beginLook(at path: RelativePath) {
    guard let folder = index(of: path) else { return }
    folders[folder].look += 1
  }

  /// Compares a file of the listing.
  package mutating func compare(_ path: RelativePath, _ stamp: FileStamp) -> Comparison {
    guard let folder = index(of: path.folder), let entry = folders[folder].files[path.name] else {
      return .new
    }
    let look = folders[folder].look
    folders[folder].files[path.name]?.look = look
    return entry.stamp == stamp ? .same : .changed
  }

  /// The known files that the look did not meet: those of the folder, and all below folders not listed.
  package func missing(in path: RelativePath, listed: Set<[UInt8]>) -> [RelativePath] {
    guard let index = index(of: path) else { return [] }
    let folder = folders[index]
    var missing: [RelativePath] = []
    for (name, entry) in folder.files where entry.look != folder.look {
      missing.append(path.appending(name))
    }
    for name in folder.folders.keys where !listed.contains(name) {
      missing += files(below: path.appending(name))
    }
    return missing
  }
}

/// The tree of folders.
extension FolderLedger {
  private func index(of path: RelativePath) -> Int? {
    var index = 0
    for name in path.components {
      guard let next = folders[index].folders[Array(name)] else { return nil }
      index = next
    }
    return index
  }

  private mutating func makeFolder(_ path: RelativePath) -> Int {
    var index = 0
    for component in path.components {
      let name = Array(component)
      if let next = folders[index].folders[name] {
        index = next
        continue
      }
      let new: Int
      if let unused = free.popLast() {
        new = unused
      } else {
        folders.append(Folder())
        new = folders.count - 1
      }
      folders[index].folders[name] = new
      index = new
    }
    return index
  }

  private mutating func prune(_ path: RelativePath) {
    var path = path
    while !path.isRoot, let index = index(of: path), folders[index].isEmpty,
      let parent = self.index(of: path.folder)
    {
      folders[parent].folders[path.name] = nil
      folders[index] = Folder()
      free.append(index)
      path = path.folder
    }
  }
}
