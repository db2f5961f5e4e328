import TestKit
import Testing
import Values

@testable import FileSystem

@Suite("The trash")
struct TrashTests {
  private let folder: TemporaryFolder
  private let trash: Trash

  init() throws {
    folder = try TemporaryFolder()
    trash = Trash(home: folder["data/Trash"]) { () throws(FileError) in MountTable(parsing: []) }
  }

  /// A trash of another place, in whose eyes the given folder is the top of its file system.
  private func trash(top: FilePath) throws -> Trash {
    let top = try FileOperations.realPath(top)
    return Trash(home: FilePath("/proc/missing")) { () throws(FileError) in
      MountTable(parsing: Array("1 0 8:1 / ".utf8) + top.bytes + Array(" rw - ext4 x rw".utf8))
    }
  }

  @Test("A file goes to the home trash with a note of its path and the local time")
  func home() throws {
    let file = try folder.write("content", to: "a b%ü.txt")
    let item = try trash.put(file)
    #expect(!FileOperations.exists(file))
    #expect(item.file == folder["data/Trash/files/a b%ü.txt"])
    #expect(try folder.text("data/Trash/files/a b%ü.txt") == "content")
    let note = try folder.text("data/Trash/info/a b%ü.txt.trashinfo").split(separator: "\n")
    let parent = TrashNote.encoded(try FileOperations.realPath(folder.path).bytes)
    try #require(note.count == 3)
    #expect(note[0] == "[Trash Info]")
    #expect(note[1] == "Path=\(parent)/a%20b%25%C3%BC.txt")
    #expect(note[2].hasPrefix("DeletionDate=2") && note[2].utf8.count == 32)
    #expect(try FileStatus(of: folder["data/Trash"]).mode == 0o700)
  }

  @Test("Names that meet in the trash are numbered, and nothing is replaced")
  func collision() throws {
    for text in ["first", "second"] {
      _ = try trash.put(folder.write(text, to: "a.txt"))
    }
    // A file without a note keeps its name too.
    try folder.write("foreign", to: "data/Trash/files/a 3.txt")
    let third = try trash.put(folder.write("third", to: "a.txt"))
    #expect(third.file.name == Array("a 4.txt".utf8))
    let names = ["a.txt", "a 2.txt", "a 3.txt", "a 4.txt"]
    #expect(
      try names.map { try folder.text("data/Trash/files/\($0)") }
        == ["first", "second", "foreign", "third"])
    #expect(
      try folder.names(in: "data/Trash/info")
        == ["a 2.txt.trashinfo", "a 4.txt.trashinfo", "a.txt.trashinfo"])
  }

  @Test("A folder and a symbolic link go as they are")
  func others() throws {
    let file = try folder.write("content", to: "My.Folder/inside")
    try FileOperations.makeSymbolicLink(folder["link"], to: file)
    let link = try trash.put(folder["link"])
    #expect(try FileOperations.readLink(link.file) == file)
    let tree = try trash.put(folder["My.Folder"])
    #expect(FileOperations.exists(tree.file.appending("inside")))
  }

  @Test("What was put into the trash can be put back, but not over something else")
  func restore() throws {
    let file = try folder.write("old", to: "a.txt")
    let item = try trash.put(file)
    try folder.write("new", to: "a.txt")
    let error = try #require(throws: FileError.self) { try trash.restore(item) }
    #expect(error.errno == .exists)
    #expect(try folder.text("a.txt") == "new")
    try FileOperations.remove(file)
    try trash.restore(item)
    #expect(try folder.text("a.txt") == "old")
    #expect(try folder.names(in: "data/Trash/info") == [])
  }

  @Test("A name as long as names may be still gets its note")
  func longName() throws {
    let name = String(repeating: "ü", count: 125) + ".txt"
    for _ in 1...2 { _ = try trash.put(folder.write("x", to: name)) }
    #expect(try folder.names(in: "data/Trash/files").count == 2)
    #expect(try folder.names(in: "data/Trash/info").count == 2)
  }

  @Test("On another file system the note's path counts from its top")
  func top() throws {
    let trash = try trash(top: folder.path)
    let file = try folder.write("content", to: "sub/a.txt")
    let item = try trash.put(file)
    let own = ".Trash-\(CurrentProcess.user)"
    #expect(try folder.text("\(own)/files/a.txt") == "content")
    #expect(try folder.text("\(own)/info/a.txt.trashinfo").contains("Path=sub/a.txt\n"))
    #expect(try FileStatus(of: folder[own]).mode == 0o700)
    try trash.restore(item)
    #expect(try folder.text("sub/a.txt") == "content")
  }

  @Test("The administrator's shared trash is used if it is a folder with the sticky bit")
  func shared() throws {
    let trash = try trash(top: folder.path)
    try folder.makeFolder(".Trash")
    _ = try trash.put(folder.write("1", to: "a"))
    #expect(try folder.names(in: ".Trash") == [])
    try FileOperations.setMode(0o1777, of: folder[".Trash"])
    _ = try trash.put(folder.write("2", to: "b"))
    #expect(try folder.names(in: ".Trash/\(CurrentProcess.user)/files") == ["b"])
    try FileOperations.removeTree(folder[".Trash"])
    try FileOperations.makeSymbolicLink(folder[".Trash"], to: folder["data"])
    _ = try trash.put(folder.write("3", to: "c"))
    #expect(try folder.names(in: ".Trash-\(CurrentProcess.user)/files") == ["a", "c"])
  }

  @Test("Where no trash can be used the file stays where it is")
  func unusable() throws {
    let trash = try trash(top: folder.path)
    try folder.makeFolder("elsewhere")
    try FileOperations.makeSymbolicLink(
      folder[".Trash-\(CurrentProcess.user)"], to: folder["elsewhere"])
    let file = try folder.write("content", to: "a.txt")
    let error = try #require(throws: FileError.self) { try trash.put(file) }
    #expect(error.description.contains("not a folder of the user's own"))
    #expect(try folder.text("a.txt") == "content")
    #expect(try folder.names(in: "elsewhere") == [])
    #expect(throws: FileError.self) { try self.trash.put(folder["missing"]) }
  }

  @Test("The folder that holds the trash can't go into it")
  func insideItself() throws {
    try folder.makeFolder("data")
    let error = try #require(throws: FileError.self) { try trash.put(folder["data"]) }
    #expect(error.reason == .insideItself)
    #expect(FileOperations.exists(folder["data"]))
  }
}
