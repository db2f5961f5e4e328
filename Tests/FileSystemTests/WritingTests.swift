import Glibc
import TestKit
import Testing
import Values

@testable import FileSystem

@Suite("Writing files")
struct WritingTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
  }

  @Test("A whole write replaces the content and keeps the mode")
  func replace() throws {
    let file = try folder.write("old", to: "a")
    try FileOperations.setMode(0o640, of: file)
    let before = try FileStatus(of: file)
    try AtomicWrite.replace(file, with: Array("new".utf8))
    let after = try FileStatus(of: file)
    #expect(try folder.text("a") == "new")
    #expect(after.mode == 0o640)
    #expect(after.inode != before.inode)
    #expect(after.modified >= before.modified)
    #expect(try folder.names() == ["a"])
  }

  @Test("A whole write goes through a symbolic link, which stays")
  func throughLink() throws {
    try folder.write("old", to: "real/a")
    try FileOperations.makeSymbolicLink(folder["link"], to: FilePath("real/a"))
    try AtomicWrite.replace(folder["link"], with: Array("new".utf8))
    #expect(try folder.text("real/a") == "new")
    #expect(try FileStatus(of: folder["link"]).kind == .link)
  }

  @Test("A whole write of what is no file is refused and leaves nothing")
  func refused() throws {
    try folder.makeFolder("folder")
    let made = unsafe mkfifo(folder["pipe"].text, 0o600)
    #expect(made == 0)
    for name in ["folder", "pipe", "missing/a"] {
      #expect(throws: FileError.self) { try AtomicWrite.replace(folder[name], with: [1]) }
    }
    #expect(try folder.names() == ["folder", "pipe"])
  }

  @Test("A new file is made beside one of the same name")
  func create() throws {
    try folder.write("old", to: "a.txt")
    let path = try AtomicWrite.create(folder["a.txt"], with: Array("new".utf8))
    #expect(path == folder["a 2.txt"])
    #expect(try folder.text("a 2.txt") == "new")
    let error = #expect(throws: FileError.self) {
      try AtomicWrite.create(folder["a.txt"], with: [1], .fail)
    }
    #expect(error?.errno == .exists)
    #expect(try folder.names() == ["a 2.txt", "a.txt"])
  }

  @Test(
    "What is added stands on lines of its own",
    arguments: [
      ("", "a", "a\n"), ("x", "a", "x\na\n"), ("x\n", "a\n", "x\na\n"), ("x\n", "", "x\n"),
      ("\n", "a\nb", "\na\nb\n"),
    ])
  func append(before: String, added: String, after: String) throws {
    let file = try folder.write(before, to: "a")
    try Appending.append(Array(added.utf8), to: file)
    #expect(try folder.text("a") == after)
  }

  @Test("A missing file is made, and its beginning is shown to who adds")
  func appendHead() throws {
    for row in ["1,2", "3,4"] {
      try Appending.append(to: folder["a.csv"]) { existing in
        let heading = existing.size == 0 ? "x,y\n" : ""
        if existing.size > 0 { #expect(existing.head == Array("x,y\n1,2\n".utf8)) }
        return Array((heading + row).utf8)
      }
    }
    #expect(try folder.text("a.csv") == "x,y\n1,2\n3,4\n")
  }

  @Test("Lines that many add at a time are all there and whole")
  func appendInParallel() async throws {
    let file = folder["a"]
    try await withThrowingTaskGroup(of: Void.self) { group in
      for number in 0..<40 {
        group.addTask {
          let line = String(repeating: "\(number % 10)", count: 2000)
          try Appending.append(Array(line.utf8), to: file)
        }
      }
      try await group.waitForAll()
    }
    let lines = try folder.text("a").split(separator: "\n")
    #expect(lines.count == 40)
    #expect(lines.allSatisfy { $0.utf8.count == 2000 && Set($0.utf8).count == 1 })
  }

  @Test("Adding to what is no file is refused")
  func appendRefused() throws {
    let made = unsafe mkfifo(folder["pipe"].text, 0o600)
    #expect(made == 0)
    let error = #expect(throws: FileError.self) { try Appending.append([1], to: folder["pipe"]) }
    #expect(error?.reason == .special(.pipe))
  }

  @Test("A lock keeps others off until its owner lets go of it")
  func lock() throws {
    let path = folder["lock"]
    do {
      let lock = try FileLock(path)
      #expect(try FileStatus(of: lock.file).mode == 0o600)
      let error = #expect(throws: FileError.self) { _ = try FileLock(path) }
      #expect(error?.reason == .locked)
    }
    // A program that another test is just starting may hold a copy of the descriptor for a moment.
    _ = try FileLock(path, patience: .seconds(10))
  }

  @Test("A lock is of the file under the path, not of one that was replaced meanwhile")
  func lockReplaced() throws {
    let path = try folder.write("old", to: "lock")
    let held = try FileLock(path)
    try folder.write("new", to: "lock")
    let lock = try FileLock(path)
    #expect(try FileStatus(of: lock.file).isSameFile(as: FileStatus(of: path)))
    #expect(try !FileStatus(of: held.file).isSameFile(as: FileStatus(of: path)))
  }
}
