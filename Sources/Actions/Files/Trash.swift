internal import FileSystem
internal import Values

/// The trash of the desktop, by the freedesktop.org Trash specification 1.0.
///
/// What is on the file system of the home folder goes to the trash there; on other disks each user
/// has a trash at the top of the disk. Where none can be made there, the file is copied to the home
/// trash, which may take its time.
struct Trash: Sendable {
  /// One trash: where its files are, and from where the paths in its notes count.
  struct Bin: Sendable, Hashable {
    let folder: FilePath
    /// The top of the disk; nil for the home trash, whose notes hold whole paths.
    let top: FilePath?

    var files: FilePath { folder.appending("files") }
    var notes: FilePath { folder.appending("info") }
  }

  /// A name that is free in a trash.
  struct Slot: Sendable, Hashable {
    let bin: Bin
    let number: Int
    let file: FilePath
    /// The note that says where the file was and when it was deleted.
    let note: FilePath
  }

  private let home: Bin
  private let user = CurrentProcess.user

  /// How many names are tried for one file.
  private static let mostTries = 10_000
  /// The longest name in the trash in bytes, so that the note's ending fits behind it.
  private static let longestName = 240

  init(_ environment: Environment) {
    home = Bin(folder: environment.dataFolder.appending("Trash"), top: nil)
  }

  /// Finds a free name for a file, counted from a number on, and makes the trash where it is missing.
  func slot(for path: FilePath, from first: Int = 1) throws(FileError) -> Slot {
    let bin = try bin(for: path)
    for number in first..<(first + Self.mostTries) {
      let slot = Self.slot(in: bin, Self.shortened(path.name), number)
      if !FileOperations.exists(slot.note), !FileOperations.exists(slot.file) { return slot }
    }
    throw FileError(.tooMany(limit: Self.mostTries), "find a name in the trash for", path)
  }

  /// Puts a file into the trash; fails with `exists` where the slot was taken in the meantime.
  ///
  /// The note comes first, as the specification asks: a file in the trash always has one.
  func put(
    _ path: FilePath, in slot: Slot, as original: FilePath? = nil, _ interruption: Interruption
  ) throws(FileError) {
    let note = try OpenFile(slot.note, .making(mode: 0o600))
    do throws(FileError) {
      try note.writeAll(try Self.note(on: original ?? path, in: slot.bin))
      let transfer = FileTransfer(isCancelled: { interruption.isInterrupted })
      _ = try transfer.move(path, to: slot.file, .fail)
    } catch {
      try? FileOperations.remove(slot.note)
      throw error
    }
  }

  private static func slot(in bin: Bin, _ name: [UInt8], _ number: Int) -> Slot {
    let name = KeepBoth.name(name, number: number, isFolder: false)
    return Slot(
      bin: bin, number: number, file: bin.files.appending(name),
      note: bin.notes.appending(name + Array(".trashinfo".utf8)))
  }

  /// A name short enough for its note; the note keeps the whole one.
  private static func shortened(_ name: [UInt8]) -> [UInt8] {
    guard name.count > longestName else { return name }
    var kept = name.prefix(longestName)
    // No part of a character stays at the end: continuing bytes of UTF-8 are 10xxxxxx.
    while let next = name[kept.endIndex...].first, next & 0xC0 == 0x80, kept.count > 1 {
      kept.removeLast()
    }
    return Array(kept)
  }

  private static func note(on path: FilePath, in bin: Bin) throws(FileError) -> [UInt8] {
    let real = try FileOperations.realPath(path.parent).appending(path.name)
    let shown = bin.top.flatMap { real.relative(to: $0) } ?? real.bytes
    let time = LocalTime(WallClock.now())
    let text = """
      [Trash Info]
      Path=\(PercentEncoding.encode(shown))
      DeletionDate=\(time.dateText)T\(time.timeText)

      """
    return Array(text.utf8)
  }
}

/// Which trash a file goes to.
extension Trash {
  private func bin(for path: FilePath) throws(FileError) -> Bin {
    let status = try FileStatus(of: path)
    let real = try FileOperations.realPath(path.parent).appending(path.name)
    try prepare(home)
    if try FileStatus(of: home.files).device == status.device { return try checked(home, real) }
    let mount = try MountTable.current().mount(containing: real.parent)
    if let top = mount?.mountPoint, let bin = topBin(top) { return try checked(bin, real) }
    return try checked(home, real)
  }

  private func checked(_ bin: Bin, _ path: FilePath) throws(FileError) -> Bin {
    let folder = try FileOperations.realPath(bin.folder)
    guard !path.isInside(folder) else {
      throw FileError(.refused("it is in the trash already"), "put into the trash", path)
    }
    return bin
  }

  /// The trash at the top of a disk; nil where there can be none.
  private func topBin(_ top: FilePath) -> Bin? {
    let shared = top.appending(".Trash")
    // The shared folder must be one, and sticky, so that users can't take each other's files.
    if let status = try? FileStatus(of: shared), status.kind == .folder, status.mode & 0o1000 != 0,
      let bin = ownBin(shared.appending("\(user)"), top)
    {
      return bin
    }
    return ownBin(top.appending(".Trash-\(user)"), top)
  }

  private func ownBin(_ folder: FilePath, _ top: FilePath) -> Bin? {
    let bin = Bin(folder: folder, top: top)
    guard (try? prepare(bin)) != nil, let status = try? FileStatus(of: folder),
      status.kind == .folder, status.owner == user
    else { return nil }
    return bin
  }

  private func prepare(_ bin: Bin) throws(FileError) {
    try FileOperations.makeFolder(bin.files, mode: 0o700)
    try FileOperations.makeFolder(bin.notes, mode: 0o700)
  }
}
