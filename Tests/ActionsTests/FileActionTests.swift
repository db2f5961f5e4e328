internal import Actions
internal import FileSystem
internal import Testing
internal import TestKit
internal import Values
internal import Workflow

@Suite("make-folder")
struct MakeFolderTests {
  @Test("makes the folder with those above it, and announces each")
  func parents() async throws {
    let world = try World()
    let report = try await world.perform(MakeFolder.self, ["folder": text("a/b/c")])
    #expect(report.path == world.home["a/b/c"])
    #expect(report.announced == [world.home["a"], world.home["a/b"], world.home["a/b/c"]])
    #expect(try report.result.get().touched == report.announced)
    #expect(try FileStatus(of: world.home["a/b/c"]).kind == .folder)
  }

  @Test("a folder that is there is fine")
  func present() async throws {
    let world = try World()
    try world.home.write("x", to: "a/file")
    let report = try await world.perform(MakeFolder.self, ["folder": path(world.home["a"])])
    #expect(report.path == world.home["a"])
    #expect(report.announced.isEmpty)
    #expect(try world.home.text("a/file") == "x")
  }

  @Test("a file in the way is named")
  func fileInTheWay() async throws {
    let world = try World()
    try world.home.write("x", to: "a")
    let report = try await world.perform(MakeFolder.self, ["folder": text("a/b")])
    #expect(report.failure?.message.contains(world.home["a"].text) == true)
    #expect(try world.home.text("a") == "x")
  }
}

@Suite("read-file")
struct ReadFileTests {
  @Test("gives text, and keeps bytes that are none")
  func content() async throws {
    let world = try World()
    let bytes: [UInt8] = [0xEF, 0xBB, 0xBF, 0x61, 0x00, 0xFF, 0x0A]
    let file = try world.home.write(bytes: bytes, to: "x")
    let report = try await world.perform(ReadFile.self, ["file": path(file)])
    #expect(report.text.map(FilePath.bytes(of:)) == [0x61, 0x00, 0xFF, 0x0A])
    let raw = try await world.perform(ReadFile.self, ["file": path(file), "as": text("bytes")])
    #expect(try raw.result.get().value == .bytes(bytes))
  }

  @Test("a file over the limit is refused whole")
  func limit() async throws {
    let world = try World()
    try world.home.write("1234", to: "x")
    for (limit, isOver) in [(4, false), (3, true), (0, true)] {
      let report = try await world.perform(
        ReadFile.self, ["file": text("x"), "limit": .int(Int64(limit))])
      #expect((report.failure?.reason == .limit) == isOver)
    }
    let over = try await world.perform(
      ReadFile.self, ["file": text("x"), "limit": .int(Int64(world.limits.readFile + 1))])
    #expect(over.failure?.reason == .badArgument)
  }

  @Test("what is no file with content is refused and never waited for")
  func otherKinds() async throws {
    let world = try World()
    for (name, reason) in [
      ("/dev/zero", ActionFailure.Reason.badArgument), ("/", .badArgument), ("nowhere", .notFound),
    ] {
      let report = try await world.perform(ReadFile.self, ["file": text(name)])
      #expect(report.failure?.reason == reason)
    }
  }
}

@Suite("append-file")
struct AppendFileTests {
  @Test("each text is on lines of its own, whether the file ends with a line break or not")
  func lines() async throws {
    let world = try World()
    for added in ["one", "two\n", "three\nfour"] {
      let report = try await world.perform(
        AppendFile.self, ["path": text("log.txt"), "text": text(added)])
      #expect(report.path == world.home["log.txt"])
      #expect(report.announced == [world.home["log.txt"]])
    }
    #expect(try world.home.text("log.txt") == "one\ntwo\nthree\nfour\n")
    try world.home.write("no end", to: "log.txt")
    _ = try await world.perform(AppendFile.self, ["path": text("log.txt"), "text": text("x")])
    #expect(try world.home.text("log.txt") == "no end\nx\n")
  }

  @Test("texts of runs at the same time are never mixed")
  func parallel() async throws {
    let world = try World()
    let texts = (0..<20).map { String(repeating: "\($0),", count: 5000) }
    try await withThrowingTaskGroup(of: Void.self) { group in
      for added in texts {
        group.addTask {
          let report = try await world.perform(
            AppendFile.self, ["path": text("log.txt"), "text": text(added)])
          _ = try report.result.get()
        }
      }
      try await group.waitForAll()
    }
    let lines = try world.home.text("log.txt").split(separator: "\n").map(String.init)
    #expect(lines.sorted() == texts.sorted())
  }

  @Test("a folder that is missing, a pipe and a file without rights are named")
  func refused() async throws {
    let world = try World()
    let missing = try await world.perform(
      AppendFile.self, ["path": text("no/log.txt"), "text": text("x")])
    #expect(missing.failure?.reason == .notFound)
    let device = try await world.perform(
      AppendFile.self, ["path": text("/dev/null"), "text": text("x")])
    #expect(device.failure?.reason == .badArgument)
    #expect(try world.home.names().isEmpty)
  }

  @Test("a link is followed, and both names are announced")
  func link() async throws {
    let world = try World()
    let real = try world.home.write("a\n", to: "real.txt")
    try FileOperations.makeSymbolicLink(world.home["link"], to: real)
    let report = try await world.perform(
      AppendFile.self, ["path": text("link"), "text": text("b")])
    #expect(try world.home.text("real.txt") == "a\nb\n")
    #expect(report.announced == [world.home["link"], try FileOperations.realPath(real)])
  }

  @Test("a lock that another program holds is waited for, up to a limit")
  func locked() async throws {
    var world = try World()
    world.limits.fileLock = .milliseconds(30)
    let file = try OpenFile(
      try world.home.write("a\n", to: "log.txt"), .readingAndWriting)
    #expect(try file.tryLock())
    let report = try await world.perform(
      AppendFile.self, ["path": text("log.txt"), "text": text("b")])
    #expect(report.failure?.reason == .system)
    #expect(report.failure?.message.contains("lock") == true)
    #expect(try world.home.text("log.txt") == "a\n")
  }
}

@Suite("rename-file")
struct RenameFileTests {
  @Test("gives a new name in the same folder")
  func rename() async throws {
    let world = try World()
    let file = try world.home.write("x", to: "in/a.txt")
    let report = try await world.perform(
      RenameFile.self, ["file": path(file), "to": text("b c.txt")])
    #expect(report.path == world.home["in/b c.txt"])
    #expect(report.announced == [file, world.home["in/b c.txt"]])
    #expect(try world.home.names(in: "in") == ["b c.txt"])
  }

  @Test("a taken name is never replaced")
  func taken() async throws {
    let world = try World()
    let file = try world.home.write("mine", to: "a.txt")
    try world.home.write("other", to: "b.txt")
    let arguments: [String: Value] = ["file": path(file), "to": text("b.txt")]
    let failed = try await world.perform(
      RenameFile.self, arguments.merging(["if-exists": text("fail")]) { $1 })
    #expect(failed.failure?.reason == .exists)
    let skipped = try await world.perform(
      RenameFile.self, arguments.merging(["if-exists": text("skip")]) { $1 })
    #expect(skipped.path == file)
    #expect(try world.home.names() == ["a.txt", "b.txt"])
    let kept = try await world.perform(RenameFile.self, arguments)
    #expect(kept.path == world.home["b 2.txt"])
    #expect(try world.home.text("b.txt") == "other")
    #expect(try world.home.text("b 2.txt") == "mine")
  }

  @Test("a name is one component")
  func badNames() async throws {
    let world = try World()
    let file = try world.home.write("x", to: "a.txt")
    for name in ["../b", "a/b", "", ".", "..", "nul\u{0}"] {
      let report = try await world.perform(
        RenameFile.self, ["file": path(file), "to": text(name)])
      #expect(report.failure?.reason == .badArgument, "\(name)")
    }
    let long = try await world.perform(
      RenameFile.self, ["file": path(file), "to": text(String(repeating: "x", count: 256))])
    #expect(long.failure?.reason == .badArgument)
    #expect(try world.home.names() == ["a.txt"])
  }

  @Test("its own name is nothing to do")
  func same() async throws {
    let world = try World()
    let file = try world.home.write("x", to: "a.txt")
    let report = try await world.perform(
      RenameFile.self, ["file": path(file), "to": text("a.txt")])
    #expect(try report.result.get().details["unchanged"] == .bool(true))
    #expect(report.announced.isEmpty)
  }
}
