import FileSystem
import TestKit
import Testing
import Triggers
import Values

/// What happens while nobody looks.
@Suite("Folder: while it was off", .timeLimit(.minutes(1))) struct RestartTests {
  private func rules(_ folder: FilePath, subfolders: Bool = false) -> [BenchRule] {
    ["added", "changed", "removed"].map {
      .folder($0, folder, event: $0, ["subfolders": .bool(subfolders)])
    }
  }

  private func life(
    _ memory: BenchMemory, _ rules: [BenchRule], limits: FolderLimits = FolderLimits(),
    _ body: @Sendable (TriggerBench, isolated Tenant) async throws -> Void
  ) async throws {
    try await onLoop { tenant in
      let bench = TriggerBench(tenant.reactor, memory: memory, limits: limits)
      try bench.arm(rules)
      try await body(bench, tenant)
    }
  }

  @Test("what came, changed and went meanwhile is reported once, and nothing else")
  func differences() async throws {
    let (folder, memory) = (try TemporaryFolder(), BenchMemory())
    for name in ["same", "other", "gone", "sub/gone"] { try folder.write("1", to: name) }
    let rules = rules(folder.path, subfolders: true)
    try await life(memory, rules) { bench, _ in
      try await bench.start(rules)
      #expect(bench.runs.isEmpty)
    }
    try folder.write("22", to: "other")
    try folder.write("new", to: "deep/er/new")
    try FileOperations.remove(folder["gone"])
    try FileOperations.removeTree(folder["sub"])
    try await life(memory, rules) { bench, _ in
      _ = await bench.runs(4)
      #expect(
        Set(bench.words(below: folder.path)) == [
          "changed: changed other 2", "added: added deep/er/new 3", "removed: removed gone 1",
          "removed: removed sub/gone 1",
        ])
    }
    try await life(memory, rules) { bench, _ in
      try folder.write("x", to: "last")
      _ = await bench.runs(1)
      #expect(bench.words(below: folder.path) == ["added: added last 1"])
    }
  }

  /// Waits until the clock tells a file from one that came just when the trigger was armed: the
  /// kernel's stamps are as coarse as its ticks, so 10 ms count as the same moment.
  private func age(_ path: FilePath) async throws {
    let changed = try FileStatus(of: path).changed
    while WallClock.now() - changed < .milliseconds(30) { await Task.yield() }
  }

  @Test("a rule that is new or was edited does not fire for old files")
  func newRule() async throws {
    let (folder, memory) = (try TemporaryFolder(), BenchMemory())
    try folder.write("1", to: "first")
    let old = BenchRule.folder("old", folder.path)
    try await life(memory, [old]) { bench, _ in try await bench.start([old]) }
    try folder.write("2", to: "second.pdf")
    try await age(folder["second.pdf"])
    let new = BenchRule.folder("new", folder.path)
    let edited = BenchRule.folder("old", folder.path, ["name": .list([.string("*.pdf")])])
    try await life(memory, [old, new]) { bench, _ in
      _ = await bench.runs(1)
      #expect(bench.words(below: folder.path) == ["old: added second.pdf 1"])
      #expect(bench.events.count == 1)
    }
    try folder.write("3", to: "third.pdf")
    try await age(folder["third.pdf"])
    try await life(memory, [edited, new]) { bench, _ in
      _ = await bench.runs(1)
      try folder.write("4", to: "fourth.pdf")
      _ = await bench.runs(3)
      #expect(
        Set(bench.words(below: folder.path)) == [
          "new: added third.pdf 1", "new: added fourth.pdf 1", "old: added fourth.pdf 1",
        ])
    }
  }

  @Test("a rule that asks for existing files gets each once, over restarts and reloads")
  func existing() async throws {
    let (folder, memory) = (try TemporaryFolder(), BenchMemory())
    for number in 0..<1200 { try folder.write("", to: "f\(number)") }
    let usual = BenchRule.folder("usual", folder.path)
    let eager = BenchRule.folder("eager", folder.path, ["existing": .string("run")])
    try await life(memory, [usual, eager]) { bench, _ in
      _ = await bench.runs(1200)
      #expect(Set(bench.runs.map(\.path)).count == 1200)
      #expect(bench.runs.allSatisfy { $0.rule == "eager" })
      // One that is added while it runs.
      let late = BenchRule.folder("late", folder.path, ["existing": .string("run")])
      try bench.arm([usual, eager, late])
      _ = await bench.runs(2400)
      #expect(bench.runs.dropFirst(1200).allSatisfy { $0.rule == "late" })
      try folder.write("x", to: "new")
      _ = await bench.runs(2403)
      #expect(bench.runs.count == 2403)
    }
    try await life(memory, [usual, eager]) { bench, _ in
      try folder.write("x", to: "newest")
      _ = await bench.runs(2)
      #expect(bench.runs.map(\.path) == [folder["newest"], folder["newest"]])
    }
  }

  @Test("a file that was still being written at the end is reported once when it is complete")
  func unfinished() async throws {
    let (folder, memory) = (try TemporaryFolder(), BenchMemory())
    let rules = rules(folder.path)
    try await life(memory, rules) { bench, _ in
      try await bench.start(rules)
      let open = try OpenFile(folder["big"], .making(mode: 0o666))
      try open.writeAll([1, 2, 3])
      await bench.pause(TriggerBench.settle * 2)
      #expect(bench.runs.isEmpty)
    }
    try await life(memory, rules) { bench, _ in
      let runs = await bench.runs(1)
      #expect(runs.first?.size == 3)
      try folder.write("x", to: "last")
      _ = await bench.runs(2)
      #expect(bench.runs.count == 2)
    }
  }

  @Test("a folder that does not exist yet is waited for, and all that comes with it is new")
  func missing() async throws {
    let (world, memory) = (try TemporaryFolder(), BenchMemory())
    let folder = world["a/b/W"]
    let rules = [BenchRule.folder("rule", folder)]
    try await life(memory, rules) { bench, _ in
      try await bench.start(rules)
      guard case .waiting(let reason)? = bench.onlyHealth else {
        Issue.record("It claims to see a folder that does not exist.")
        return
      }
      #expect(reason.contains(folder.text))
      try world.write("x", to: "a/b/W/f")
      _ = await bench.runs(1)
      #expect(bench.onlyHealth == .whole)
    }
    // The same while it is off.
    try FileOperations.removeTree(world["a"])
    try await life(memory, rules) { bench, _ in
      await bench.wait { [unowned bench] in bench.onlyHealth != nil }
    }
    try world.write("y", to: "a/b/W/g")
    try await life(memory, rules) { bench, _ in
      _ = await bench.runs(1)
      #expect(bench.runs.map(\.path) == [folder.appending("g")])
    }
  }

  @Test("a folder that is deleted and made anew, or moved away and back, loses nothing")
  func recreated() async throws {
    let (world, memory) = (try TemporaryFolder(), BenchMemory())
    try world.write("1", to: "W/old")
    let rules = rules(world["W"])
    try await life(memory, rules) { bench, _ in
      try await bench.start(rules)
      try FileOperations.removeTree(world["W"])
      _ = await bench.runs(1)
      try world.write("2", to: "W/new")
      _ = await bench.runs(2)
      try FileOperations.rename(world["W"], to: world["elsewhere"])
      await bench.wait { [unowned bench] in bench.onlyHealth != .whole }
      try world.write("3", to: "elsewhere/newer")
      try FileOperations.rename(world["elsewhere"], to: world["W"])
      _ = await bench.runs(3)
      #expect(
        bench.words(below: world["W"]) == [
          "removed: removed old 1", "added: added new 1", "added: added newer 1",
        ])
    }
  }

  @Test("more files at once than may wait are all found")
  func manyAtOnce() async throws {
    let (folder, memory) = (try TemporaryFolder(), BenchMemory())
    let rules = rules(folder.path)
    try await life(memory, rules, limits: FolderLimits(waiting: 50)) { bench, _ in
      try await bench.start(rules)
      for number in 0..<300 { try folder.write("x", to: "f\(number)") }
      _ = await bench.runs(300)
      #expect(Set(bench.runs.map(\.path)).count == 300)
      #expect(bench.runs.count == 300)
    }
  }

  @Test("more files than may be known are said, and the rest works")
  func tooManyFiles() async throws {
    let (folder, memory) = (try TemporaryFolder(), BenchMemory())
    for number in 0..<12 { try folder.write("x", to: "f\(number)") }
    let rules = rules(folder.path)
    try await life(memory, rules, limits: FolderLimits(files: 10)) { bench, _ in
      await bench.wait { [unowned bench] in
        if case .partly(let reason)? = bench.onlyHealth {
          reason.contains("more than 10 files")
        } else {
          false
        }
      }
      for number in 0..<12 { try FileOperations.remove(folder["f\(number)"]) }
      _ = await bench.runs(10)
      try folder.write("x", to: "new")
      _ = await bench.runs(11)
      #expect(bench.runs.last?.path == folder["new"])
    }
  }
}
