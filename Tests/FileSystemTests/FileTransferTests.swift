import Synchronization
import TestKit
import Testing
import Values

@testable import FileSystem

@Suite("Moving and copying a file")
struct FileTransferTests {
  private let transfer = FileTransfer()

  @Test("A move takes the content along", arguments: Way.available)
  func move(way: Way) throws {
    let (source, target) = try way.folders()
    let file = try source.write("content", to: "a.txt")
    let outcome = try transfer.move(file, to: target["b.txt"])
    #expect(outcome.target == target["b.txt"])
    #expect(try target.text("b.txt") == "content")
    #expect(try target.names() == ["b.txt"])
    #expect(try source.names() == [])
  }

  @Test("A copy leaves the source as it is", arguments: Way.available)
  func copy(way: Way) throws {
    let (source, target) = try way.folders()
    let file = try source.write("content", to: "a.txt")
    let outcome = try transfer.copy(file, to: target["a.txt"])
    #expect(outcome.copiedBytes == 7)
    #expect(try target.text("a.txt") == "content")
    #expect(try source.text("a.txt") == "content")
  }

  @Test(
    "Where the name is taken both are kept, the new one with a number", arguments: Way.available)
  func keepBoth(way: Way) throws {
    let (source, target) = try way.folders()
    try target.write("old", to: "a.txt")
    let file = try source.write("new", to: "a.txt")
    let outcome = try transfer.move(file, to: target["a.txt"])
    #expect(outcome.target == target["a 2.txt"])
    #expect(try target.text("a.txt") == "old")
    #expect(try target.text("a 2.txt") == "new")
    #expect(try target.names() == ["a 2.txt", "a.txt"])
  }

  @Test("Where it shall fail for a taken name, nothing is changed", arguments: Way.available)
  func fail(way: Way) throws {
    let (source, target) = try way.folders()
    try target.write("old", to: "a.txt")
    let file = try source.write("new", to: "a.txt")
    let error = try #require(throws: FileError.self) {
      try transfer.move(file, to: target["a.txt"], .fail)
    }
    #expect(error.errno == .exists)
    #expect(try source.text("a.txt") == "new")
    #expect(try target.text("a.txt") == "old")
    #expect(try target.names() == ["a.txt"])
  }

  @Test("Replacing is done only where it is asked for", arguments: Way.available)
  func replace(way: Way) throws {
    let (source, target) = try way.folders()
    try target.write("old", to: "a.txt")
    let file = try source.write("new", to: "a.txt")
    let outcome = try transfer.move(file, to: target["a.txt"], .replace)
    #expect(outcome.target == target["a.txt"])
    #expect(try target.text("a.txt") == "new")
    #expect(try source.names() == [])
  }

  @Test("Of twenty moves to one name at a time none loses a file", arguments: Way.available)
  func parallel(way: Way) async throws {
    let (source, target) = try way.folders()
    let contents = (0..<20).map { "content \($0)" }
    let files = try contents.map { try source.write($0, to: "\($0).txt") }
    let transfer = transfer
    let wanted = target["same.txt"]
    try await withThrowingTaskGroup(of: Void.self) { group in
      for file in files {
        group.addTask { _ = try transfer.move(file, to: wanted) }
      }
      try await group.waitForAll()
    }
    let names = try target.names()
    #expect(names.count == 20)
    #expect(try Set(names.map { try target.text($0) }) == Set(contents))
    #expect(names.contains("same.txt") && names.contains("same 20.txt"))
  }

  @Test("A missing target folder is named, and nothing happens", arguments: Way.available)
  func missingFolder(way: Way) throws {
    let (source, target) = try way.folders()
    let file = try source.write("content", to: "a.txt")
    let error = try #require(throws: FileError.self) {
      try transfer.move(file, to: target["missing"].appending("a.txt"))
    }
    #expect(error.errno == .noSuchFile)
    #expect(error.path == target["missing"])
    #expect(try source.text("a.txt") == "content")
    #expect(try target.names() == [])
  }

  @Test("A source that is gone is an error, and nothing is made", arguments: Way.available)
  func missingSource(way: Way) throws {
    let (source, target) = try way.folders()
    let error = try #require(throws: FileError.self) {
      try transfer.move(source["gone.txt"], to: target["a.txt"])
    }
    #expect(error.errno == .noSuchFile)
    #expect(error.path == source["gone.txt"])
    #expect(try target.names() == [])
  }

  @Test(
    "A file does not get the name of a folder, nor a number beside it", arguments: Way.available,
    [Collision.fail, .keepBoth, .replace])
  func targetIsFolder(way: Way, collision: Collision) throws {
    let (source, target) = try way.folders()
    try target.write("inside", to: "a.txt/b")
    let file = try source.write("content", to: "a.txt")
    let error = try #require(throws: FileError.self) {
      try transfer.move(file, to: target["a.txt"], collision)
    }
    #expect(error.errno == .isAFolder || error.errno == .exists)
    #expect(try source.text("a.txt") == "content")
    #expect(try target.names() == ["a.txt"])
    #expect(try target.names(in: "a.txt") == ["b"])
  }

  @Test("A file that is moved to where it is stays there")
  func ontoItself() throws {
    let folder = try TemporaryFolder()
    let file = try folder.write("content", to: "a.txt")
    for collision in [Collision.fail, .keepBoth, .replace] {
      #expect(try transfer.move(file, to: folder["a.txt"], collision).target == file)
      #expect(try folder.names() == ["a.txt"])
    }
    try FileOperations.makeSymbolicLink(folder["link"], to: FilePath("."))
    #expect(
      try transfer.move(file, to: folder["link"].appending("a.txt"), .replace).target.name
        == Array("a.txt".utf8))
    #expect(try folder.text("a.txt") == "content")
  }

  @Test("Moving one name of a file onto another by replacing leaves the other")
  func hardLinks() throws {
    let folder = try TemporaryFolder()
    let file = try folder.write("content", to: "a")
    try FileOperations.link(file, to: folder["b"])
    _ = try transfer.move(file, to: folder["b"], .replace)
    #expect(try folder.names() == ["b"])
    #expect(try folder.text("b") == "content")
  }

  @Test("A symbolic link moves and copies as a link", arguments: Way.available)
  func symbolicLink(way: Way) throws {
    let (source, target) = try way.folders()
    try FileOperations.makeSymbolicLink(source["link"], to: FilePath("nowhere"))
    _ = try transfer.copy(source["link"], to: target["copy"])
    _ = try transfer.move(source["link"], to: target["copy"])
    #expect(try FileOperations.readLink(target["copy"]) == FilePath("nowhere"))
    #expect(try FileOperations.readLink(target["copy 2"]) == FilePath("nowhere"))
    _ = try transfer.copy(target["copy"], to: target["copy 2"], .replace)
    #expect(try target.names() == ["copy", "copy 2"])
    #expect(try source.names() == [])
  }

  @Test("A copy removes what a killed one left in the target's folder, and nothing else")
  func leftovers() throws {
    let (source, target) = try Way.withinOneFileSystem.folders()
    let file = try source.write("content", to: "a")
    for name in [".a.hob-00000000", ".b.hob-0000000g/inside", ".b.hob-0000", "b"] {
      try target.write("x", to: name)
    }
    var transfer = transfer
    _ = try transfer.copy(file, to: target["a"])
    #expect(try target.names().count == 5, "they are too young to be sure")
    transfer.leftoverAge = .zero
    _ = try transfer.copy(file, to: target["c"])
    #expect(try target.names() == [".b.hob-0000", "a", "b", "c"])
  }

  @Test("Names that are no UTF-8 keep their bytes", arguments: Way.available)
  func bytes(way: Way) throws {
    let (source, target) = try way.folders()
    let name: [UInt8] = [0x61, 0xFF, 0x2E, 0x74]
    for text in ["old", "new"] {
      let file = try source.write(text, to: FilePath.text(of: name))
      _ = try transfer.move(file, to: target.path.appending(name))
    }
    let names = try DirectoryListing(of: target.path).entries.map(\.name)
    #expect(Set(names) == [name, [0x61, 0xFF, 0x20, 0x32, 0x2E, 0x74]])
  }
}
