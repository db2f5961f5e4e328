import FileSystem
import TestKit
import Testing
import Triggers
import Values

/// Single promises of folder rules.
@Suite("Folder: promises", .timeLimit(.minutes(1))) struct LaneTests {
  @Test("without a settle time a file is reported as soon as it is closed")
  func immediate() async throws {
    let folder = try TemporaryFolder()
    try await onLoop { tenant in
      let bench = TriggerBench(tenant.reactor)
      try await bench.start(.folder("rule", folder.path, settle: .zero))
      for number in 0..<20 {
        try folder.write(String(repeating: "x", count: number), to: "f\(number)")
        let runs = await bench.runs(number + 1)
        #expect(runs.last?.size == Int64(number))
      }
      #expect(bench.runs.count == 20)
    }
  }

  @Test("rules with equal options share a watch, others watch the same folder beside them")
  func sharing() async throws {
    let folder = try TemporaryFolder()
    try await onLoop { tenant in
      let bench = TriggerBench(tenant.reactor)
      try await bench.start(
        .folder("a", folder.path), .folder("b", folder.path, event: "changed"),
        .folder("c", folder.path, settle: .zero),
        .file("d", folder["f"], event: "added"))
      #expect(bench.watching.watches.count == 1)
      #expect(bench.health.count == 3)
      try folder.write("x", to: "f")
      _ = await bench.runs(3)
      #expect(Set(bench.runs.map(\.rule)) == ["a", "c", "d"])
      // One goes, the others stay.
      try bench.arm(.folder("a", folder.path))
      try folder.write("x", to: "g")
      _ = await bench.runs(4)
      try bench.arm()
      #expect(bench.watching.watches.count == 0)
    }
  }

  @Test("patterns for names and for paths below the folder are both kept")
  func patterns() async throws {
    let folder = try TemporaryFolder()
    let odd = try folder.makeFolder("[odd] {folder}*")
    try await onLoop { tenant in
      let bench = TriggerBench(tenant.reactor)
      try await bench.start(
        .folder(
          "rule", odd,
          [
            "subfolders": .bool(true), "name": .list([.string("*.pdf"), .string("*.txt")]),
            "path": .string("in/**"),
          ]))
      for name in ["in/a.pdf", "in/deep/b.txt", "in/c.png", "out/d.pdf", "e.pdf"] {
        try folder.write("x", to: "[odd] {folder}*/" + name)
      }
      _ = await bench.runs(2)
      await bench.wait { [unowned bench] in bench.events.count == 5 }
      #expect(Set(bench.runs.map { FilePath.text(of: $0.path.name) }) == ["a.pdf", "b.txt"])
    }
  }

  @Test("a link that comes to lead to another folder takes the watch along")
  func retargeted() async throws {
    let world = try TemporaryFolder()
    try world.makeFolder("one")
    try world.makeFolder("two")
    try FileOperations.makeSymbolicLink(world["W"], to: FilePath("one"))
    try await onLoop { tenant in
      let bench = TriggerBench(tenant.reactor)
      try await bench.start(.folder("rule", world["W"]))
      try world.write("x", to: "one/f")
      _ = await bench.runs(1)
      try FileOperations.makeSymbolicLink(world["next"], to: FilePath("two"))
      try FileOperations.rename(world["next"], to: world["W"])
      try world.write("x", to: "two/g")
      _ = await bench.runs(2)
      #expect(bench.runs.map(\.path) == [world["W/f"], world["W/g"]])
    }
  }

  @Test("what an action of ours is at is reported when it has ended, with its cause")
  func ownHand() async throws {
    let folder = try TemporaryFolder()
    try await onLoop { tenant in
      let bench = TriggerBench(tenant.reactor)
      try await bench.start(.folder("rule", folder.path, settle: .zero))
      let cause = Cause(links: [Cause.Link(rule: RuleID("other"), run: RunID(7))])
      bench.ownHand = { $0.name == Array("busy".utf8) ? .busy : .none }
      try folder.write("x", to: "busy")
      try folder.write("x", to: "free")
      _ = await bench.runs(1)
      #expect(bench.runs.map(\.path) == [folder["free"]])
      bench.ownHand = { _ in .cause(cause) }
      bench.reconsider([folder["busy"], FilePath("/elsewhere")])
      _ = await bench.runs(2)
      #expect(bench.runs.last?.event.cause == cause)
      #expect(bench.runs.first?.event.cause == nil)
    }
  }

  @Test("an overflow of the kernel's queue loses nothing and doubles nothing")
  func overflow() async throws {
    let folder = try TemporaryFolder()
    let text = try OpenFile.contents(
      of: FilePath("/proc/sys/fs/inotify/max_queued_events"), limit: 64)
    let queue = Int(String(decoding: text.dropLast(), as: UTF8.self)) ?? 16_384
    for name in ["old1", "old2", "gone"] { try folder.write("x", to: name) }
    try await onLoop { tenant in
      let bench = TriggerBench(tenant.reactor)
      try await bench.start(
        .folder("new", folder.path, settle: .zero),
        .folder("gone", folder.path, event: "removed", settle: .zero))
      // The loop is here and does not read, so that the queue fills with what tells nothing.
      for number in 0...queue {
        try FileOperations.setMode(0o600, of: folder[number.isMultiple(of: 2) ? "old1" : "old2"])
      }
      try FileOperations.remove(folder["gone"])
      for number in 0..<300 { try folder.write("x", to: "f\(number)") }
      _ = await bench.runs(301)
      try folder.write("x", to: "last")
      _ = await bench.runs(302)
      #expect(bench.runs.count == 302)
      #expect(Set(bench.runs.map(\.path)).count == 302)
      #expect(bench.runs.count { $0.rule == "gone" } == 1)
    }
  }

  @Test("what arrives while the first look is taken is new")
  func duringFirstLook() async throws {
    let folder = try TemporaryFolder()
    for number in 0..<1000 { _ = try OpenFile(folder["old\(number)"], .making(mode: 0o666)) }
    try await onLoop { tenant in
      let bench = TriggerBench(tenant.reactor)
      try bench.arm(.folder("rule", folder.path))
      for number in 0..<100 { try folder.write("x", to: "new\(number)") }
      _ = await bench.runs(100)
      #expect(bench.runs.allSatisfy { $0.path.name.starts(with: Array("new".utf8)) })
      #expect(bench.runs.count == 100)
    }
  }

  @Test("after it is disarmed nothing is delivered")
  func disarmed() async throws {
    let folder = try TemporaryFolder()
    try await onLoop { tenant in
      let bench = TriggerBench(tenant.reactor)
      try await bench.start(.folder("rule", folder.path))
      try folder.write("x", to: "f")
      bench.disarm()
      await bench.pause(TriggerBench.settle * 3)
      #expect(bench.events.isEmpty)
    }
  }
}
