internal import Actions
internal import FileSystem
internal import Testing
internal import TestKit
internal import Values
internal import Workflow

@Suite("trash-file")
struct TrashFileTests {
  /// The note of a file in the home trash, line by line.
  private static func note(_ name: String, in world: World) throws -> [String] {
    try world.home.text(".local/share/Trash/info/\(name).trashinfo")
      .split(separator: "\n").map(String.init)
  }

  @Test("moves a file to the home trash with a note of where it was")
  func file() async throws {
    let world = try World()
    let file = try world.home.write("content", to: "in/ü b%.txt")
    let report = try await world.perform(TrashFile.self, ["file": path(file)])
    let trash = world.home[".local/share/Trash"]
    #expect(report.path == trash.appending("files/ü b%.txt"))
    #expect(try world.home.text(".local/share/Trash/files/ü b%.txt") == "content")
    #expect(try world.home.names(in: "in").isEmpty)
    let note = try Self.note("ü b%.txt", in: world)
    #expect(note.count == 3)
    #expect(note[0] == "[Trash Info]")
    let folder = try FileOperations.realPath(world.home.path).text
    #expect(note[1] == "Path=\(folder)/in/%C3%BC%20b%25.txt")
    #expect(note[2].wholeMatch(of: /DeletionDate=\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d/) != nil)
    #expect(report.announced.contains(file))
    #expect(report.announced.contains(trash.appending("files/ü b%.txt")))
    #expect(try report.result.get().touched == report.announced)
    #expect(try FileStatus(of: trash.appending("files")).mode == 0o700)
  }

  @Test("files of one name are all kept")
  func sameName() async throws {
    let world = try World()
    try await withThrowingTaskGroup(of: Void.self) { group in
      for index in 0..<8 {
        let file = try world.home.write("\(index)", to: "in\(index)/a.txt")
        group.addTask {
          _ = try await world.perform(TrashFile.self, ["file": path(file)]).result.get()
        }
      }
      try await group.waitForAll()
    }
    let names = try world.home.names(in: ".local/share/Trash/files")
    let contents = try names.map { try world.home.text(".local/share/Trash/files/\($0)") }
    #expect(contents.sorted() == (0..<8).map { "\($0)" })
    let notes = try world.home.names(in: ".local/share/Trash/info")
    #expect(notes == names.map { $0 + ".trashinfo" })
  }

  @Test("names of any bytes and of full length find their place")
  func hardNames() async throws {
    let world = try World()
    let names = NameList.hostile + NameList.notUTF8 + [[UInt8](repeating: 0xC3, count: 255)]
    for name in names {
      let file = try world.home.makeFolder("in").appending(name)
      try OpenFile(file, .making(mode: 0o600)).writeAll(name)
      let report = try await world.perform(TrashFile.self, ["file": path(file)])
      let place = try #require(report.path, "\(String(describing: report.failure))")
      #expect(try OpenFile.contents(of: place, limit: 1000) == name)
    }
    #expect(try world.home.names(in: "in").isEmpty)
  }

  @Test("folders go whole, links as links")
  func folders() async throws {
    let world = try World()
    try world.home.write("x", to: "tree/a.txt")
    try FileOperations.makeSymbolicLink(world.home["link"], to: world.home["tree"])
    _ = try await world.perform(TrashFile.self, ["file": text("link")]).result.get()
    #expect(try world.home.text("tree/a.txt") == "x")
    _ = try await world.perform(TrashFile.self, ["file": text("tree/")]).result.get()
    #expect(try world.home.text(".local/share/Trash/files/tree/a.txt") == "x")
  }

  @Test("what is missing or in the trash already is an error, and leaves no note")
  func refused() async throws {
    let world = try World()
    let missing = try await world.perform(TrashFile.self, ["file": text("gone")])
    #expect(missing.failure?.reason == .notFound)
    let file = try world.home.write("x", to: "a.txt")
    let place = try #require(
      try await world.perform(TrashFile.self, ["file": path(file)]).path)
    let again = try await world.perform(TrashFile.self, ["file": path(place)])
    #expect(again.failure?.reason == .badArgument)
    #expect(try world.home.names(in: ".local/share/Trash/info") == ["a.txt.trashinfo"])
  }

  @Test("on another disk the trash at its top is used, or the file is copied home")
  func otherDisk() async throws {
    let world = try World()
    guard let elsewhere = try folderElsewhere() else { return }
    let file = try elsewhere.write("content", to: "a.txt")
    let report = try await world.perform(TrashFile.self, ["file": path(file)])
    let place = try #require(report.path, "\(String(describing: report.failure))")
    defer {
      // The trash at the top of a real disk is no part of the test's folders.
      try? FileOperations.remove(place)
      let note = place.parent.parent.appending("info").appending(place.name + ".trashinfo".utf8)
      try? FileOperations.remove(note)
    }
    #expect(try OpenFile.contents(of: place, limit: 100) == Array("content".utf8))
    #expect(!FileOperations.exists(file))
  }
}

@Suite("write-file")
struct WriteFileTests {
  @Test("makes a new file with exactly the text")
  func new() async throws {
    let world = try World()
    let report = try await world.perform(
      WriteFile.self, ["path": text("a.txt"), "text": text("no end\u{10FFFF}")])
    #expect(report.path == world.home["a.txt"])
    #expect(report.announced == [world.home["a.txt"]])
    let bytes = try OpenFile.contents(of: world.home["a.txt"], limit: 100)
    #expect(bytes == Array("no end".utf8) + [0xFF])
    #expect(try world.home.names() == ["a.txt"])
  }

  @Test("a file that is there stays, unless it is to be replaced")
  func existing() async throws {
    let world = try World()
    try world.home.write("old", to: "a.txt")
    let arguments: [String: Value] = ["path": text("a.txt"), "text": text("new")]
    let failed = try await world.perform(WriteFile.self, arguments)
    #expect(failed.failure?.reason == .exists)
    let kept = try await world.perform(
      WriteFile.self, arguments.merging(["if-exists": text("keep-both")]) { $1 })
    #expect(kept.path == world.home["a 2.txt"])
    #expect(try world.home.text("a.txt") == "old")
    #expect(try world.home.text("a 2.txt") == "new")
  }

  @Test("replacing keeps the mode and puts the old file into the trash under its own name")
  func replace() async throws {
    let world = try World()
    let file = try world.home.write("old", to: "a.txt")
    try FileOperations.setMode(0o640, of: file)
    let arguments: [String: Value] = [
      "path": text("a.txt"), "text": text("new"), "if-exists": text("replace"),
    ]
    let report = try await world.perform(WriteFile.self, arguments)
    #expect(report.path == file)
    #expect(try world.home.text("a.txt") == "new")
    #expect(try FileStatus(of: file).mode == 0o640)
    #expect(try world.home.names() == [".local", "a.txt"])
    #expect(try world.home.text(".local/share/Trash/files/a.txt") == "old")
    let note = try world.home.text(".local/share/Trash/info/a.txt.trashinfo")
    #expect(note.contains("/a.txt\n"))
    #expect(report.announced.first == file)
    let second = try await world.perform(
      WriteFile.self, arguments.merging(["text": text("newer")]) { $1 })
    #expect(try second.result.get().details["old"] != nil)
    #expect(try world.home.text(".local/share/Trash/files/a 2.txt") == "new")
    // Where there is nothing to replace, it is a new file.
    let new = try await world.perform(
      WriteFile.self, arguments.merging(["path": text("b.txt")]) { $1 })
    #expect(new.path == world.home["b.txt"])
  }

  @Test("replacing through a link changes the file and keeps the link")
  func replaceLink() async throws {
    let world = try World()
    let real = try world.home.write("old", to: "real.txt")
    try FileOperations.makeSymbolicLink(world.home["link"], to: real)
    let report = try await world.perform(
      WriteFile.self,
      ["path": text("link"), "text": text("new"), "if-exists": text("replace")])
    #expect(report.failure == nil)
    #expect(try FileStatus(of: world.home["link"]).kind == .link)
    #expect(try world.home.text("real.txt") == "new")
  }

  @Test("folders, devices and missing folders are refused and nothing is left behind")
  func refused() async throws {
    let world = try World()
    try world.home.makeFolder("sub")
    for existing in WriteFile.Existing.allCases {
      for (target, reasons) in [
        ("sub", [ActionFailure.Reason.exists, .badArgument]), ("no/a.txt", [.notFound]),
        ("/dev/null", [.exists, .badArgument]),
      ] where !(existing == .keepBoth && target == "/dev/null") {
        let report = try await world.perform(
          WriteFile.self,
          ["path": text(target), "text": text("x"), "if-exists": text(existing.rawValue)])
        #expect(reasons.contains { $0 == report.failure?.reason }, "\(target) \(existing)")
      }
    }
    #expect(try world.home.names() == ["sub"])
  }
}
