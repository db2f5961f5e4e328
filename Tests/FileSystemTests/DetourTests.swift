import TestKit
import Testing
import Values

@testable import FileSystem

@Suite("Renaming without replacing where the file system has no such call")
struct DetourTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
  }

  private func detour(_ name: String, _ target: String) throws(Errno) {
    try Kernel.renameByDetour(folder[name].bytes, to: folder[target].bytes)
  }

  @Test("A file, a link and a folder get their new names")
  func renames() throws {
    try folder.write("1", to: "file")
    try folder.write("2", to: "tree/inside")
    try FileOperations.makeSymbolicLink(folder["link"], to: FilePath("nowhere"))
    try detour("file", "file 2")
    try detour("link", "link 2")
    try detour("tree", "tree 2")
    #expect(try folder.names() == ["file 2", "link 2", "tree 2"])
    #expect(try folder.text("file 2") == "1")
    #expect(try folder.text("tree 2/inside") == "2")
  }

  @Test("A taken name stays what it is", arguments: ["file", "tree"])
  func taken(name: String) throws {
    try folder.write("1", to: "file")
    try folder.write("2", to: "tree/inside")
    try folder.write("3", to: "other")
    try folder.write("4", to: "others/inside")
    try folder.makeFolder("empty")
    for target in ["other", "others", "empty"] {
      #expect(throws: Errno.exists) { try detour(name, target) }
    }
    #expect(try folder.names() == ["empty", "file", "other", "others", "tree"])
    #expect(try folder.text("other") == "3")
    #expect(try folder.names(in: "others") == ["inside"])
  }

  @Test("A folder that would go into itself leaves nothing behind")
  func insideItself() throws {
    try folder.write("1", to: "tree/a")
    #expect(throws: Errno.invalidArgument) { try detour("tree", "tree/b") }
    #expect(try folder.names(in: "tree") == ["a"])
  }
}
