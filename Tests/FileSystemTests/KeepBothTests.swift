import TestKit
import Testing
import Values

@testable import FileSystem

@Suite("Names for keeping both")
struct KeepBothTests {
  @Test(
    "The number goes before the extension",
    arguments: [
      ("name.pdf", "name 2.pdf"), ("name", "name 2"), (".hidden", ".hidden 2"),
      (".hidden.txt", ".hidden 2.txt"), ("a.tar.gz", "a 2.tar.gz"), (".tar.gz", ".tar 2.gz"),
      ("name.", "name. 2"), ("a.b.c", "a.b 2.c"), ("name 2.pdf", "name 2 2.pdf"), ("..", ".. 2"),
      (
        "Dr. Strangelove or how I learned to stop worrying",
        "Dr. Strangelove or how I learned to stop worrying 2"
      ),
    ])
  func extensions(name: String, expected: String) {
    #expect(KeepBoth.name(Array(name.utf8), number: 2, isFolder: false) == Array(expected.utf8))
  }

  @Test("The name of a folder has no extension, and the first name no number")
  func folder() {
    let name = Array("My.Folder".utf8)
    #expect(KeepBoth.name(name, number: 3, isFolder: true) == Array("My.Folder 3".utf8))
    #expect(KeepBoth.name(name, number: 1, isFolder: false) == name)
  }

  @Test("A long name is cut between characters to what a name may have", arguments: 240...255)
  func long(count: Int) throws {
    let stem = String(String(repeating: "é", count: 126).prefix((count - 4) / 2))
    let name = Array((stem + (count % 2 == 0 ? "" : "a") + ".pdf").utf8)
    #expect(name.count == count)
    let numbered = KeepBoth.name(name, number: 1234, isFolder: false)
    #expect(numbered.count <= 255 && numbered.count >= min(count + 5, 254))
    let text = try #require(String(validating: numbered, as: UTF8.self))
    #expect(text.hasSuffix(" 1234.pdf"))
  }

  @Test("A stem that is not UTF-8 is cut at the limit exactly")
  func bytes() {
    let name = [UInt8](repeating: 0xFF, count: 255)
    #expect(KeepBoth.name(name, number: 2, isFolder: false).count == 255)
  }

  @Test("When all names that are tried are taken it is an error")
  func limit() {
    var tries = 0
    #expect(throws: FileError.Reason.tooMany(limit: KeepBoth.mostTries)) {
      try KeepBoth.settle([0x61], isFolder: true, in: Kernel.workingFolder, .keepBoth) {
        _ throws(Errno) in
        tries += 1
        throw .exists
      }
    }
    #expect(tries == KeepBoth.mostTries)
  }

  @Test("Hidden names of what is being made are told from others")
  func staged() {
    for name in ["a", String(repeating: "ü", count: 127), ".hob-"] {
      let staged = StagedName.make(for: Array(name.utf8))
      #expect(staged.count <= 255)
      #expect(StagedName.matches(staged))
      #expect(String(validating: staged, as: UTF8.self) != nil)
    }
    for name in ["a", ".hob-12345678", ".a.hob-1234567", ".a.hob-1234567Z", "a.hob-12345678", ""] {
      #expect(!StagedName.matches(Array(name.utf8)))
    }
  }
}
