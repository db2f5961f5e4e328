import Glibc
import TestKit
import Testing
import Values

@testable import FileSystem

@Suite("Moving and copying a folder")
struct TreeTransferTests {
  private let transfer = FileTransfer()

  private func makeTree(in folder: TemporaryFolder) throws -> FilePath {
    try folder.write("1", to: "tree/a.txt")
    try folder.write("22", to: "tree/sub/deep/b.txt")
    try folder.makeFolder("tree/empty")
    try FileOperations.makeSymbolicLink(folder["tree/sub/link"], to: FilePath("../a.txt"))
    try FileOperations.setMode(0o600, of: folder["tree/a.txt"])
    try FileOperations.setMode(0o555, of: folder["tree/sub/deep"])
    let time = Instant(seconds: 1_000_000_000)
    for name in ["tree/sub/link", "tree/sub/deep", "tree/sub", "tree"] {
      try FileOperations.setTimes(modified: time, of: folder[name])
    }
    return folder["tree"]
  }

  private func checkTree(_ name: String, in folder: TemporaryFolder) throws {
    #expect(try folder.text("\(name)/a.txt") == "1")
    #expect(try folder.text("\(name)/sub/deep/b.txt") == "22")
    #expect(try folder.names(in: name) == ["a.txt", "empty", "sub"])
    #expect(try folder.names(in: "\(name)/empty") == [])
    #expect(try FileOperations.readLink(folder["\(name)/sub/link"]) == FilePath("../a.txt"))
    #expect(try FileStatus(of: folder["\(name)/a.txt"]).mode == 0o600)
    #expect(try FileStatus(of: folder["\(name)/sub/deep"]).mode == 0o555)
    for inside in ["sub/link", "sub/deep", "sub", ""] {
      let status = try FileStatus(of: folder["\(name)/\(inside)"])
      #expect(status.modified == Instant(seconds: 1_000_000_000), "\(inside)")
    }
    try FileOperations.setMode(0o755, of: folder["\(name)/sub/deep"])
  }

  @Test("A move takes all along: links, modes, times and empty folders", arguments: Way.available)
  func move(way: Way) throws {
    let (source, target) = try way.folders()
    let tree = try makeTree(in: source)
    // A folder without the right to write in it can only be emptied by the superuser.
    if CurrentProcess.user != 0 {
      try FileOperations.setMode(0o755, of: tree.appending("sub/deep"))
    }
    let outcome = try transfer.move(tree, to: target["tree"])
    #expect(outcome.lostAttributes == [])
    if CurrentProcess.user != 0 {
      try FileOperations.setMode(0o555, of: target["tree/sub/deep"])
    }
    try checkTree("tree", in: target)
    #expect(try source.names() == [])
    #expect(try target.names() == ["tree"])
  }

  @Test("A copy leaves the source as it is, and counts the bytes", arguments: Way.available)
  func copy(way: Way) throws {
    let (source, target) = try way.folders()
    let tree = try makeTree(in: source)
    let outcome = try transfer.copy(tree, to: target["copy"])
    #expect(outcome.copiedBytes == 3)
    try checkTree("copy", in: target)
    try checkTree("tree", in: source)
  }

  @Test("Two folders of one name are both kept", arguments: Way.available)
  func keepBoth(way: Way) throws {
    let (source, target) = try way.folders()
    try target.write("old", to: "My.Folder/a")
    try source.write("new", to: "My.Folder/a")
    let outcome = try transfer.move(source["My.Folder"], to: target["My.Folder"])
    #expect(outcome.target == target["My.Folder 2"])
    #expect(try target.text("My.Folder/a") == "old")
    #expect(try target.text("My.Folder 2/a") == "new")
  }

  @Test("A folder never replaces one that holds something", arguments: Way.available)
  func replace(way: Way) throws {
    let (source, target) = try way.folders()
    try target.write("old", to: "folder/a")
    try source.write("new", to: "folder/b")
    #expect(throws: FileError.self) {
      try transfer.move(source["folder"], to: target["folder"], .replace)
    }
    #expect(try target.names(in: "folder") == ["a"])
    #expect(try source.names(in: "folder") == ["b"])
    #expect(try target.names() == ["folder"])
  }

  @Test("A pipe inside is refused before anything is copied", arguments: Way.available)
  func special(way: Way) throws {
    let (source, target) = try way.folders()
    try source.write("1", to: "tree/a")
    let made = unsafe mkfifo(source["tree/pipe"].text, 0o600)
    #expect(made == 0)
    let error = try #require(throws: FileError.self) {
      try transfer.copy(source["tree"], to: target["tree"])
    }
    #expect(error.reason == .special(.pipe))
    #expect(try target.names() == [])
    if way == .betweenTwo {
      #expect(throws: FileError.self) { try transfer.move(source["tree"], to: target["tree"]) }
      #expect(try source.names(in: "tree") == ["a", "pipe"])
      #expect(try target.names() == [])
    }
  }

  @Test("A folder does not go into itself")
  func insideItself() throws {
    let folder = try TemporaryFolder()
    try folder.write("1", to: "tree/sub/a")
    try FileOperations.makeSymbolicLink(folder["link"], to: folder["tree"])
    for target in [folder["tree/sub/tree"], folder["link/tree"]] {
      let moving = #expect(throws: FileError.self) {
        try transfer.move(folder["tree"], to: target)
      }
      let copying = #expect(throws: FileError.self) {
        try transfer.copy(folder["tree"], to: target)
      }
      #expect(moving?.reason == .insideItself && copying?.reason == .insideItself)
    }
    #expect(try folder.names(in: "tree") == ["sub"])
    #expect(try folder.names(in: "tree/sub") == ["a"])
  }

  @Test("A tree at the limit of entries is listed, one over it is refused")
  func limit() throws {
    let folder = try TemporaryFolder()
    for number in 1...4 { try folder.write("", to: "tree/\(number)") }
    let place = try Place(folder["tree"], "copy")
    #expect(try SourceManifest(of: place, limit: 5, isCancelled: { false }).entries.count == 5)
    #expect(throws: FileError.Reason.tooMany(limit: 4)) {
      try SourceManifest(of: place, limit: 4) { false }
    }
  }
}
