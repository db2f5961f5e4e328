import FileSystem
import TestKit
import Testing
import Triggers
import Values

/// Trees of folders.
@Suite("Folder: trees", .timeLimit(.minutes(1))) struct TreeTests {
  private static let subfolders: [String: Value] = ["subfolders": .bool(true)]

  @Test("R03: files in folders made a moment ago are seen once each")
  func youngFolders() async throws {
    let (folder, outside) = (try TemporaryFolder(), try TemporaryFolder())
    try await onLoop { tenant in
      let bench = TriggerBench(tenant.reactor)
      try await bench.start(.folder("rule", folder.path, Self.subfolders))
      var expected: Set<FilePath> = []
      for round in 0..<5 {
        expected.insert(try folder.write("x", to: "a\(round)/b/c/f1"))
        // A tree made in place, and one that comes whole.
        for place in [folder, outside] {
          for number in 0..<12 {
            for file in 0..<5 {
              try place.write("y", to: "tree\(round)\(place === folder)/\(number)/deep/f\(file)")
              expected.insert(folder["tree\(round)\(place === folder)/\(number)/deep/f\(file)"])
            }
          }
        }
        try FileOperations.rename(
          outside["tree\(round)false"], to: folder["tree\(round)false"])
      }
      _ = await bench.runs(expected.count)
      #expect(Set(bench.runs.map(\.path)) == expected)
      for path in ["a0/b/c/late", "tree4true/11/deep/late", "tree4false/11/deep/late"] {
        expected.insert(try folder.write("z", to: path))
      }
      _ = await bench.runs(expected.count)
      #expect(Set(bench.runs.map(\.path)) == expected)
      #expect(bench.runs.count == expected.count)
    }
  }

  @Test("R05: moved folders are reported under their new place, and leaving is a removal")
  func moves() async throws {
    let (folder, outside) = (try TemporaryFolder(), try TemporaryFolder())
    for name in ["a/f1", "g", "h1"] { try folder.write("x", to: name) }
    try await onLoop { tenant in
      let bench = TriggerBench(tenant.reactor)
      try await bench.start(
        .folder("new", folder.path, event: "added", Self.subfolders),
        .folder("gone", folder.path, event: "removed", Self.subfolders),
        .folder("renamed", folder.path, event: "renamed", Self.subfolders))
      try FileOperations.rename(folder["a"], to: folder["b"])
      try folder.write("x", to: "b/f2")
      _ = await bench.runs(2)
      #expect(
        Set(bench.words(below: folder.path)) == ["renamed: renamed b/f1 1", "new: added b/f2 1"])
      #expect(bench.runs.first { $0.rule == "renamed" }?.from == folder["a/f1"])

      try FileOperations.rename(folder["b"], to: outside["b"])
      try outside.write("x", to: "b/f3")
      try folder.write("x", to: "b/f4")
      _ = await bench.runs(5)
      try FileOperations.rename(folder["g"], to: outside["g"])
      try FileOperations.rename(folder["h1"], to: folder["h2"])
      _ = await bench.runs(7)
      #expect(
        Set(bench.words(below: folder.path).dropFirst(2)) == [
          "new: added b/f4 1", "gone: removed b/f1 1", "gone: removed b/f2 1",
          "gone: removed g 1", "renamed: renamed h2 1",
        ])
      #expect(bench.runs.count == 7)
    }
  }

  @Test("R06: links do not lead the watcher in circles")
  func circles() async throws {
    let (world, files) = (try TemporaryFolder(), try TemporaryFolder())
    let folder = try world.makeFolder("W")
    try world.makeFolder("W/d/inner")
    for (name, target) in [
      ("d/loop", ".."), ("self", "."), ("up", ".."), ("proc", "/proc/self"),
      ("ext", files.path.text), ("dead", "/nowhere/at/all"),
    ] {
      try FileOperations.makeSymbolicLink(folder.appending(name), to: FilePath(target))
    }
    try await onLoop { tenant in
      let bench = TriggerBench(tenant.reactor)
      try await bench.start(.folder("rule", folder, Self.subfolders))
      #expect(bench.watching.watches.count == 3)
      #expect(bench.onlyHealth == .whole)
      try files.write("x", to: "g")
      try world.write("x", to: "W/d/f")
      _ = await bench.runs(1)
      #expect(bench.runs.map(\.path) == [folder.appending("d/f")])
    }
    try await onLoop { tenant in
      let bench = TriggerBench(tenant.reactor)
      var options = Self.subfolders
      options["follow-links"] = .bool(true)
      try await bench.start(.folder("rule", folder, options))
      // W, d, inner, the folder outside and the one above.
      #expect(bench.watching.watches.count == 5)
      try files.write("x", to: "g2")
      try world.write("x", to: "W/d/f2")
      _ = await bench.runs(2)
      #expect(
        Set(bench.runs.map(\.path)) == [folder.appending("ext/g2"), folder.appending("d/f2")])
      #expect(bench.runs.count == 2)
    }
  }

  @Test("a folder that is renamed again and again takes its files along")
  func wandering() async throws {
    let folder = try TemporaryFolder()
    for number in 0..<20 { try folder.write("x", to: "a/in/f\(number)") }
    try await onLoop { tenant in
      let bench = TriggerBench(tenant.reactor)
      try await bench.start(
        .folder("new", folder.path, event: "added", Self.subfolders),
        .folder("gone", folder.path, event: "removed", Self.subfolders),
        .folder("renamed", folder.path, event: "renamed", Self.subfolders))
      for (from, to) in [("a", "b"), ("b", "c"), ("c", "d")] {
        try FileOperations.rename(folder[from], to: folder[to])
      }
      _ = await bench.runs(20)
      try folder.write("x", to: "d/in/late")
      _ = await bench.runs(21)
      #expect(bench.runs.count == 21)
      #expect(bench.runs.dropLast().allSatisfy { $0.rule == "renamed" })
      #expect(bench.runs.last?.path == folder["d/in/late"])
    }
  }

  @Test("a tree that is deleted is removed file by file")
  func deleted() async throws {
    let folder = try TemporaryFolder()
    for number in 0..<10 { try folder.write("x", to: "a/b/f\(number)") }
    try await onLoop { tenant in
      let bench = TriggerBench(tenant.reactor)
      try await bench.start(.folder("rule", folder.path, event: "removed", Self.subfolders))
      try FileOperations.removeTree(folder["a"])
      _ = await bench.runs(10)
      #expect(Set(bench.runs.map(\.path)).count == 10)
      #expect(bench.watching.watches.count == 1)
    }
  }

  private func all(_ folder: FilePath) -> [BenchRule] {
    ["added", "changed", "removed", "renamed"].map {
      .folder($0, folder, event: $0, Self.subfolders)
    }
  }

  @Test("a folder that is renamed in two steps to where another was replaces that one's files")
  func replacedFolder() async throws {
    let folder = try TemporaryFolder()
    try folder.write("1", to: "c/f")
    try folder.write("22", to: "d/f")
    try await onLoop { tenant in
      let bench = TriggerBench(tenant.reactor)
      try await bench.start(all(folder.path))
      try FileOperations.removeTree(folder["c"])
      try FileOperations.rename(folder["d"], to: folder["e"])
      try FileOperations.rename(folder["e"], to: folder["c"])
      _ = await bench.runs(2)
      try folder.write("x", to: "last")
      _ = await bench.runs(3)
      #expect(
        Set(bench.words(below: folder.path)) == [
          "changed: changed c/f 2", "removed: removed d/f 2", "added: added last 1",
        ])
    }
  }

  @Test("of two files renamed to one name one after the other, the first is removed")
  func replacedFile() async throws {
    let folder = try TemporaryFolder()
    try folder.write("1", to: "x")
    try folder.write("22", to: "z")
    try await onLoop { tenant in
      let bench = TriggerBench(tenant.reactor)
      try await bench.start(all(folder.path))
      try FileOperations.rename(folder["x"], to: folder["y"])
      try FileOperations.rename(folder["z"], to: folder["y"])
      _ = await bench.runs(2)
      #expect(
        bench.words(below: folder.path) == ["renamed: renamed y 2", "removed: removed x 1"])
      #expect(bench.runs.first?.from == folder["z"])
    }
  }
}
