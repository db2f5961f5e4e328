internal import Actions
internal import FileSystem
internal import Testing
internal import TestKit
internal import Values
internal import Workflow

/// Moving a file never loses one: R42.
@Suite("move-file")
struct MoveFileTests {
  static func move(
    _ source: FilePath, to target: String, _ more: [String: Value] = [:], in world: World
  ) async throws -> Report {
    let arguments: [String: Value] = ["file": path(source), "to": text(target)]
    return try await world.perform(MoveFile.self, arguments.merging(more) { $1 })
  }

  @Test("puts a file into a folder, and announces both places before")
  func intoFolder() async throws {
    let world = try World()
    let file = try world.home.write("content", to: "in/a.txt")
    try world.home.makeFolder("out")
    let report = try await Self.move(file, to: "out", in: world)
    let target = world.home["out/a.txt"]
    #expect(report.path == target)
    #expect(report.announced == [file, target])
    let outcome = try report.result.get()
    #expect(outcome.touched == [file, target])
    #expect(outcome.value.member("size") == .int(7))
    #expect(outcome.details["from"] == .string(file.text))
    #expect(try world.home.text("out/a.txt") == "content")
    #expect(try world.home.names(in: "in").isEmpty)
  }

  @Test("a path with the same ending is the new place itself, a name is one in the folder")
  func wholePath() async throws {
    let world = try World()
    try world.home.makeFolder("out")
    let first = try await Self.move(
      try world.home.write("1", to: "a.txt"), to: "out/b.TXT", in: world)
    #expect(first.path == world.home["out/b.TXT"])
    let second = try await Self.move(
      try world.home.write("2", to: "a"), to: "out", ["name": text("c.d")], in: world)
    #expect(second.path == world.home["out/c.d"])
    let bad = try await Self.move(
      try world.home.write("3", to: "a"), to: "out", ["name": text("../c")], in: world)
    #expect(bad.failure?.reason == .badArgument)
  }

  @Test("(a) a taken name: both are kept, or it fails, or it is skipped; nothing is replaced")
  func taken() async throws {
    let world = try World()
    let file = try world.home.write("new", to: "a.txt")
    try world.home.write("old", to: "out/a.txt")
    let failed = try await Self.move(file, to: "out", ["if-exists": text("fail")], in: world)
    #expect(failed.failure?.reason == .exists)
    #expect(failed.announced.isEmpty)
    let skipped = try await Self.move(file, to: "out", ["if-exists": text("skip")], in: world)
    #expect(try skipped.result.get().details["skipped"] == .bool(true))
    #expect(skipped.path == file)
    let kept = try await Self.move(file, to: "out", in: world)
    #expect(kept.path == world.home["out/a 2.txt"])
    #expect(kept.announced == [file, world.home["out/a 2.txt"]])
    #expect(try world.home.text("out/a.txt") == "old")
    #expect(try world.home.text("out/a 2.txt") == "new")
  }

  @Test("(b) files that go to one name at the same time are all there afterwards")
  func parallel() async throws {
    let world = try World()
    try world.home.makeFolder("out")
    let contents = (0..<20).map { "content \($0)" }
    try await withThrowingTaskGroup(of: Void.self) { group in
      for (index, content) in contents.enumerated() {
        let file = try world.home.write(content, to: "in\(index)/a.txt")
        group.addTask {
          _ = try await Self.move(file, to: "out", in: world).result.get()
        }
      }
      try await group.waitForAll()
    }
    let found = try world.home.names(in: "out").map { try world.home.text("out/\($0)") }
    #expect(found.sorted() == contents.sorted())
  }

  @Test("(f) a folder that is missing is an error, and nothing is made by surprise")
  func missingFolder() async throws {
    let world = try World()
    let file = try world.home.write("x", to: "a.txt")
    for target in ["out", "out/", "no/b.txt"] {
      let report = try await Self.move(file, to: target, in: world)
      #expect(report.failure?.reason == .notFound)
      #expect(report.failure?.message.contains("make-folder") == true)
      #expect(report.announced.isEmpty)
    }
    #expect(try world.home.names() == ["a.txt"])
    let made = try await Self.move(file, to: "x/y", ["make-folder": .bool(true)], in: world)
    #expect(made.path == world.home["x/y/a.txt"])
    #expect(
      try made.result.get().touched == [
        world.home["x"], world.home["x/y"], file, world.home["x/y/a.txt"],
      ])
  }

  @Test("(g) a source that is gone is an error, and no folder is made for it")
  func missingSource() async throws {
    let world = try World()
    let report = try await Self.move(
      world.home["gone"], to: "out", ["make-folder": .bool(true)], in: world)
    #expect(report.failure?.reason == .notFound)
    #expect(report.failure?.message.contains(world.home["gone"].text) == true)
    #expect(try world.home.names().isEmpty)
  }

  @Test("(h) a folder that has the name of the file is an error, however it is written")
  func folderOfThatName() async throws {
    let world = try World()
    let file = try world.home.write("x", to: "a.txt")
    try world.home.makeFolder("out/a.txt")
    for target in ["out", "out/a.txt"] {
      let report = try await Self.move(file, to: target, in: world)
      #expect(report.failure?.reason == .exists)
      #expect(report.announced.isEmpty)
    }
    #expect(try world.home.names() == ["a.txt", "out"])
    #expect(try world.home.names(in: "out/a.txt").isEmpty)
    // The slash says that the folder is meant.
    let inside = try await Self.move(file, to: "out/a.txt/", in: world)
    #expect(inside.path == world.home["out/a.txt/a.txt"])
  }

  @Test("a file where a folder should be is an error")
  func fileForFolder() async throws {
    let world = try World()
    let file = try world.home.write("x", to: "a.txt")
    try world.home.write("y", to: "out")
    let report = try await Self.move(file, to: "out/", in: world)
    #expect(report.failure?.reason == .exists)
    #expect(try world.home.text("out") == "y")
  }

  @Test("through a link to a folder, the place in the real folder is announced as well")
  func linkedFolder() async throws {
    let world = try World()
    let file = try world.home.write("x", to: "a.txt")
    let real = try FileOperations.realPath(try world.home.makeFolder("real"))
    try FileOperations.makeSymbolicLink(world.home["link"], to: real)
    let report = try await Self.move(
      file, to: "link/./sub//", ["make-folder": .bool(true)], in: world)
    #expect(report.path == world.home["link/sub/a.txt"])
    #expect(
      report.announced == [
        world.home["link/sub"], real.appending("sub"), file, world.home["link/sub/a.txt"],
        real.appending("sub").appending("a.txt"),
      ])
    #expect(try world.home.text("real/sub/a.txt") == "x")
  }

  @Test("its own place is nothing to do")
  func ownPlace() async throws {
    let world = try World()
    let file = try world.home.write("x", to: "a.txt")
    try FileOperations.makeSymbolicLink(world.home["link"], to: world.home.path)
    for target in [".", "link", "a.txt"] {
      let report = try await Self.move(file, to: target, in: world)
      #expect(try report.result.get().details["unchanged"] == .bool(true), "\(target)")
      #expect(report.announced.isEmpty)
    }
    #expect(try world.home.names() == ["a.txt", "link"])
  }

  @Test("a second name of the same file counts as taken, and both names stay")
  func hardLink() async throws {
    let world = try World()
    let file = try world.home.write("x", to: "a.txt")
    try FileOperations.link(file, to: world.home["b.txt"])
    let report = try await Self.move(file, to: "b.txt", in: world)
    #expect(report.path == world.home["b 2.txt"])
    #expect(try world.home.names() == ["b 2.txt", "b.txt"])
  }

  @Test("folders move with all that is in them, but not into themselves")
  func folder() async throws {
    let world = try World()
    try world.home.write("x", to: "tree.d/sub/a.txt")
    try world.home.makeFolder("out")
    let tree = world.home["tree.d"]
    let inside = try await Self.move(tree, to: "tree.d/sub", in: world)
    #expect(inside.failure?.reason == .badArgument)
    let report = try await Self.move(tree, to: "out", in: world)
    #expect(report.path == world.home["out/tree.d"])
    #expect(try report.result.get().value.member("is_folder") == .bool(true))
    #expect(try world.home.text("out/tree.d/sub/a.txt") == "x")
    // A folder of the same kind of name gets its number at the end: it has no ending.
    try world.home.write("y", to: "tree.d/b.txt")
    let second = try await Self.move(tree, to: "out", in: world)
    #expect(second.path == world.home["out/tree.d 2"])
  }

  @Test("a link is moved as a link")
  func link() async throws {
    let world = try World()
    try world.home.makeFolder("out")
    try FileOperations.makeSymbolicLink(world.home["link"], to: FilePath("nowhere"))
    let report = try await Self.move(world.home["link"], to: "out", in: world)
    #expect(report.path == world.home["out/link"])
    #expect(try FileOperations.readLink(world.home["out/link"]) == FilePath("nowhere"))
  }

  @Test("more taken names than the limit are a failure")
  func nameLimit() async throws {
    var world = try World()
    world.limits.freeNames = 2
    let file = try world.home.write("x", to: "a.txt")
    try world.home.write("1", to: "out/a.txt")
    #expect(try await Self.move(file, to: "out", in: world).path == world.home["out/a 2.txt"])
    let again = try world.home.write("y", to: "a.txt")
    #expect(try await Self.move(again, to: "out", in: world).failure?.reason == .limit)
    #expect(try world.home.text("a.txt") == "y")
  }

  @Test("without the right to change the folder nothing is lost", .enabled(if: isOrdinaryUser))
  func denied() async throws {
    let world = try World()
    let file = try world.home.write("x", to: "in/a.txt")
    try world.home.makeFolder("out")
    try FileOperations.setMode(0o500, of: world.home["in"])
    defer { try? FileOperations.setMode(0o700, of: world.home["in"]) }
    let report = try await Self.move(file, to: "out", in: world)
    #expect(report.failure?.reason == .denied)
    #expect(try world.home.text("in/a.txt") == "x")
    #expect(try world.home.names(in: "out").isEmpty)
  }
}

/// Whether permissions bind us; the superuser passes them all.
let isOrdinaryUser = CurrentProcess.user != 0

/// A folder on another file system than the temporary folder; nil where there is none.
func folderElsewhere() throws -> TemporaryFolder? {
  let folder = try TemporaryFolder()
  let device = try FileStatus(of: folder.path).device
  for place in ["/dev/shm", "/var/tmp", "/run"] {
    guard let other = try? TemporaryFolder(in: FilePath(place)),
      let status = try? FileStatus(of: other.path), status.device != device
    else { continue }
    return other
  }
  return nil
}

@Suite("move-file and copy-file between file systems", .enabled(if: hasFolderElsewhere))
struct CrossingTests {
  @Test("(c) (i) content, time, mode and links arrive, and the source is gone")
  func move() async throws {
    let world = try World()
    let elsewhere = try #require(try folderElsewhere())
    let file = try world.home.write("content", to: "a.txt")
    try FileOperations.setMode(0o640, of: file)
    try FileOperations.setTimes(modified: Instant(seconds: 1_000_000_000), of: file)
    let report = try await MoveFileTests.move(file, to: elsewhere.path.text, in: world)
    #expect(report.path == elsewhere["a.txt"])
    let status = try FileStatus(of: elsewhere["a.txt"])
    #expect(status.mode == 0o640)
    #expect(status.modified == Instant(seconds: 1_000_000_000))
    #expect(try elsewhere.names() == ["a.txt"])
    #expect(try world.home.names().isEmpty)
    #expect(try report.result.get().details["copied_bytes"] == .int(7))
  }

  @Test("(b) one name for many, none is lost")
  func parallel() async throws {
    let world = try World()
    let elsewhere = try #require(try folderElsewhere())
    let contents = (0..<10).map { "content \($0)" }
    try await withThrowingTaskGroup(of: Void.self) { group in
      for (index, content) in contents.enumerated() {
        let file = try world.home.write(content, to: "in\(index)/a.txt")
        group.addTask {
          let report = try await MoveFileTests.move(file, to: elsewhere.path.text, in: world)
          _ = try report.result.get()
        }
      }
      try await group.waitForAll()
    }
    let found = try elsewhere.names().map { try elsewhere.text($0) }
    #expect(found.sorted() == contents.sorted())
  }

  @Test("a folder arrives whole")
  func folder() async throws {
    let world = try World()
    let elsewhere = try #require(try folderElsewhere())
    try world.home.write("x", to: "tree/a/b.txt")
    try FileOperations.makeSymbolicLink(world.home["tree/link"], to: FilePath("a/b.txt"))
    let report = try await MoveFileTests.move(
      world.home["tree"], to: elsewhere.path.text, in: world)
    #expect(report.path == elsewhere["tree"])
    #expect(try elsewhere.text("tree/link") == "x")
    #expect(try world.home.names().isEmpty)
  }
}

private let hasFolderElsewhere = (try? folderElsewhere()) != nil

@Suite("copy-file")
struct CopyFileTests {
  @Test("makes a second one and leaves the first")
  func copy() async throws {
    let world = try World()
    let file = try world.home.write("content", to: "a.txt")
    try world.home.makeFolder("out")
    let arguments: [String: Value] = ["file": path(file), "to": text("out")]
    let report = try await world.perform(CopyFile.self, arguments)
    #expect(report.path == world.home["out/a.txt"])
    #expect(report.announced == [world.home["out/a.txt"]])
    #expect(try world.home.text("a.txt") == "content")
    #expect(try world.home.text("out/a.txt") == "content")
    #expect(try await world.perform(CopyFile.self, arguments).path == world.home["out/a 2.txt"])
    let skipped = try await world.perform(
      CopyFile.self, arguments.merging(["if-exists": text("skip")]) { $1 })
    #expect(skipped.path == world.home["out/a.txt"])
    #expect(try world.home.names(in: "out") == ["a 2.txt", "a.txt"])
  }

  @Test("beside itself it gets a number")
  func beside() async throws {
    let world = try World()
    let file = try world.home.write("content", to: "a.txt")
    let report = try await world.perform(CopyFile.self, ["file": path(file), "to": text(".")])
    #expect(report.path == world.home["a 2.txt"])
    #expect(try world.home.text("a 2.txt") == "content")
  }

  @Test("what has no content to copy is refused")
  func device() async throws {
    let world = try World()
    let report = try await world.perform(
      CopyFile.self, ["file": text("/dev/null"), "to": text(".")])
    #expect(report.failure?.reason == .badArgument)
    #expect(try world.home.names().isEmpty)
  }
}
