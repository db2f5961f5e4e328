import Glibc
import TestKit
import Testing
import Values

@testable import FileSystem

@Suite("Operations on names")
struct FileOperationsTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
  }

  @Test("A folder is made with its parents, and making it again does nothing")
  func makeFolder() throws {
    try FileOperations.makeFolder(folder["a/b/c"], mode: 0o700)
    try FileOperations.makeFolder(folder["a/b/c"], mode: 0o755)
    #expect(try FileStatus(of: folder["a/b/c"]).mode == 0o700)
    try FileOperations.makeFolder(FilePath("/"))
    try folder.write("x", to: "file")
    let error = #expect(throws: FileError.self) {
      try FileOperations.makeFolder(folder["file"])
    }
    #expect(error?.errno == .exists)
    let below = #expect(throws: FileError.self) {
      try FileOperations.makeFolder(folder["file/x"])
    }
    #expect(below?.errno == .notAFolder)
  }

  @Test("Renaming without replacing refuses a taken name, also that of a link or an empty folder")
  func renameNoReplace() throws {
    let file = try folder.write("1", to: "a")
    try folder.write("2", to: "taken")
    try folder.makeFolder("empty")
    try FileOperations.makeSymbolicLink(folder["link"], to: FilePath("nowhere"))
    for name in ["taken", "empty", "link", "a"] {
      let error = #expect(throws: FileError.self) {
        try FileOperations.renameNoReplace(file, to: folder[name])
      }
      #expect(error?.errno == .exists)
    }
    try FileOperations.renameNoReplace(file, to: folder["b"])
    #expect(try folder.names() == ["b", "empty", "link", "taken"])
  }

  @Test("Removing a tree removes links, not what they lead to")
  func removeTree() throws {
    let kept = try folder.write("kept", to: "kept/file")
    try folder.write("1", to: "tree/a/b/c")
    try FileOperations.makeSymbolicLink(folder["tree/a/link"], to: kept.parent)
    try FileOperations.makeSymbolicLink(folder["link"], to: kept.parent)
    try FileOperations.removeTree(folder["tree"])
    try FileOperations.removeTree(folder["link"])
    #expect(try folder.names() == ["kept"])
    #expect(try folder.names(in: "kept") == ["file"])
    #expect(throws: FileError.self) { try FileOperations.removeTree(folder["tree"]) }
  }

  @Test("A tree is removed to the limit of its depth and no further")
  func deepTree() throws {
    let deepest = FileOperations.deepestRemoval
    let inside = String(repeating: "d/", count: deepest - 1)
    try folder.makeFolder("tree/" + inside)
    try folder.makeFolder("deeper/" + inside + "d")
    try FileOperations.removeTree(folder["tree"])
    let error = #expect(throws: FileError.self) {
      try FileOperations.removeTree(folder["deeper"])
    }
    #expect(error?.errno == .nameTooLong)
    try FileOperations.rename(folder["deeper/d"], to: folder["less"])
    try FileOperations.removeTree(folder["less"])
    try FileOperations.removeTree(folder["deeper"])
  }

  @Test("Without a name of its own nothing is removed", arguments: ["/", ".", "..", "a/..", ""])
  func removeNothing(path: String) {
    #expect(throws: FileError.self) { try FileOperations.removeTree(FilePath(path)) }
  }

  @Test("A path with a NUL inside is refused, for it would name another file")
  func nul() throws {
    let file = try folder.write("x", to: "a")
    let path = FilePath(bytes: file.bytes + [0, 0x62])
    let error = #expect(throws: FileError.self) { try FileOperations.remove(path) }
    #expect(error?.errno == .invalidArgument)
    #expect(throws: FileError.self) { try FileOperations.rename(file, to: path) }
    #expect(throws: FileError.self) { _ = try OpenFile(path, .reading) }
    #expect(FileOperations.exists(file))
  }

  @Test("Paths are resolved through links")
  func realPath() throws {
    let real = try FileOperations.realPath(folder.path)
    try folder.write("x", to: "a/b")
    try FileOperations.makeSymbolicLink(folder["link"], to: FilePath("a"))
    #expect(try FileOperations.realPath(folder["link/../a/./b"]) == real.appending("a/b"))
    #expect(throws: FileError.self) { try FileOperations.realPath(folder["missing"]) }
  }

  @Test("A listing tells names as bytes, kinds, and whether it was cut")
  func listing() throws {
    try folder.write("x", to: FilePath.text(of: [0xFF, 0x61]))
    try folder.makeFolder("folder")
    try FileOperations.makeSymbolicLink(folder["link"], to: FilePath("folder"))
    let listing = try DirectoryListing(of: folder.path, limit: 3)
    let kinds = Dictionary(uniqueKeysWithValues: listing.entries.map { ($0.name, $0.kind) })
    #expect(
      kinds == [
        [0xFF, 0x61]: .regular, Array("folder".utf8): .folder, Array("link".utf8): .link,
      ])
    #expect(!listing.isCut)
    let cut = try DirectoryListing(of: folder.path, limit: 2)
    #expect(cut.isCut && cut.entries.count == 2)
    let error = #expect(throws: FileError.self) { try DirectoryListing(of: folder["missing"]) }
    #expect(error?.errno == .noSuchFile)
  }

  @Test("Properties tell kind, size, mode, times, links and identity")
  func status() throws {
    let file = try folder.write("12345", to: "a")
    try FileOperations.link(file, to: folder["b"])
    let time = Instant(seconds: -1, nanoseconds: 500_000_000)
    try FileOperations.setTimes(modified: time, of: file)
    let status = try FileStatus(of: file)
    #expect(status.kind == .regular && status.size == 5 && status.links == 2)
    #expect(status.modified == time)
    #expect(status.owner == CurrentProcess.user)
    #expect(try status.isSameFile(as: FileStatus(of: folder["b"])))
    #expect(try FileStatus.ifPresent(folder["missing"]) == nil)
    #expect(try FileStatus.ifPresent(folder["a/below"]) == nil)
    #expect(try FileStatus(of: FilePath("/dev/null")).kind == .characterDevice)
    #expect(
      try DeviceNumber(FileStatus(of: FilePath("/dev/null")).representedDevice)
        == DeviceNumber(major: 1, minor: 3))
  }

  @Test("A whole read is bounded and takes regular files only")
  func contents() throws {
    let file = try folder.write("12345", to: "a")
    #expect(try OpenFile.contents(of: file, limit: 5) == Array("12345".utf8))
    let error = #expect(throws: FileError.self) { try OpenFile.contents(of: file, limit: 4) }
    #expect(error?.reason == .tooLarge(limit: 4))
    let made = unsafe mkfifo(folder["pipe"].text, 0o600)
    #expect(made == 0)
    for path in [folder["pipe"], folder.path, FilePath("/dev/null")] {
      #expect(throws: FileError.self) { try OpenFile.contents(of: path, limit: 5) }
    }
    #expect(try !OpenFile.contents(of: FilePath("/proc/self/status"), limit: 1 << 16).isEmpty)
  }
}
