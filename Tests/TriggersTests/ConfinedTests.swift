import FileSystem
import Systemd
import TestKit
import Testing
import Triggers
import Values

/// Starts the tests below in worlds where limits are small, rights few and mounts free.
@Suite("Folder: confined", .enabled(if: !Confinement.isInside), .timeLimit(.minutes(1)))
struct ConfinementTests {
  private static let withoutRights = ["unshare", "--user"]
  private static let asRoot = ["unshare", "--user", "--map-root-user"]
  private static let withMounts = ["unshare", "--user", "--map-root-user", "--mount"]

  @Test(
    "R04: running out of watches is said plainly and hurts only the rule concerned",
    .enabled("user namespaces can't be made here") { await Confinement.canRun(asRoot) })
  func watches() async throws { try await expect("fewWatches", behind: Self.asRoot) }

  @Test(
    "R04: running out of inotify descriptors is said plainly and heals",
    .enabled("user namespaces can't be made here") { await Confinement.canRun(asRoot) })
  func instances() async throws { try await expect("fewInstances", behind: Self.asRoot) }

  @Test(
    "R09: one unreadable folder does not stop the rest",
    .enabled("user namespaces can't be made here") { await Confinement.canRun(withoutRights) })
  func rights() async throws { try await expect("unreadable", behind: Self.withoutRights) }

  @Test(
    "a file system that is mounted over the folder is another folder",
    .enabled("mounts can't be made here") { await Confinement.canRun(withMounts) })
  func mounts() async throws { try await expect("mountedOver", behind: Self.withMounts) }

  @Test(
    "a file system that is mounted in the folder is named and hides nothing for good",
    .enabled("mounts can't be made here") { await Confinement.canRun(withMounts) })
  func innerMounts() async throws { try await expect("mountedInside", behind: Self.withMounts) }

  private func expect(_ test: String, behind prefix: [String]) async throws {
    let outcome = try await Confinement.run(test: "ConfinedTests/\(test)", behind: prefix)
    #expect(outcome.isPassed, "\(outcome.output)")
    #expect(outcome.output.contains("1 test in"), "\(outcome.output)")
  }
}

@Suite(.enabled(if: Confinement.isInside)) struct ConfinedTests {
  private func set(_ limit: String, to number: Int) throws {
    let file = try OpenFile(FilePath("/proc/sys/user/\(limit)"), .readingAndWriting)
    try file.writeAll(Array("\(number)\n".utf8))
  }

  private func text(_ health: TriggerHealth?) -> String {
    switch health {
    case .partly(let text)?, .waiting(let text)?: text
    case .whole?: "whole"
    case nil: ""
    }
  }

  @Test func fewWatches() async throws {
    try set("max_inotify_watches", to: 60)
    let (tree, small) = (try TemporaryFolder(), try TemporaryFolder())
    for number in 0..<199 { try tree.makeFolder("\(number / 10)/d\(number)") }
    try await onLoop { tenant in
      let bench = TriggerBench(tenant.reactor)
      let big = BenchRule.folder("big", tree.path, ["subfolders": .bool(true)])
      try await bench.start(big)
      let health = text(bench.onlyHealth)
      // 199 folders, the 20 that hold them, and the top.
      for part in ["60 of 220 folders", "user.max_inotify_watches of 60", "sysctl"] {
        #expect(health.contains(part), "\(health)")
      }
      #expect(!health.contains("No space left") && !health.contains("disk full"))
      try await bench.start(big, .folder("small", small.path))
      try small.write("x", to: "f")
      await bench.wait { [unowned bench] in bench.runs.contains { $0.rule == "small" } }
      for number in 0..<199 { try tree.write("x", to: "\(number / 10)/d\(number)/f") }
      try set("max_inotify_watches", to: 1000)
      await bench.wait { [unowned bench] in bench.health.values.allSatisfy { $0 == .whole } }
      _ = await bench.runs(200)
      try tree.write("x", to: "19/d198/late")
      _ = await bench.runs(201)
      #expect(Set(bench.runs.map(\.path)).count == 201)
      #expect(bench.runs.count == 201)
    }
  }

  @Test func fewInstances() async throws {
    let folder = try TemporaryFolder()
    try set("max_inotify_instances", to: 0)
    try await onLoop { tenant in
      let bench = TriggerBench(tenant.reactor)
      try await bench.start(
        .folder("rule", folder.path), .folder("all", folder.path, settle: .zero))
      for health in bench.health.values {
        #expect(text(health).contains("user.max_inotify_instances of 0"), "\(health)")
      }
      try folder.write("x", to: "meanwhile")
      try set("max_inotify_instances", to: 1)
      await bench.wait { [unowned bench] in bench.health.values.allSatisfy { $0 == .whole } }
      _ = await bench.runs(2)
      try folder.write("x", to: "later")
      _ = await bench.runs(4)
      #expect(bench.runs.count == 4)
    }
  }

  @Test func unreadable() async throws {
    let folder = try TemporaryFolder()
    for name in ["ok", "secret"] { try folder.makeFolder(name) }
    try folder.write("x", to: "secret/old")
    try FileOperations.setMode(0, of: folder["secret"])
    defer { try? FileOperations.setMode(0o755, of: folder["secret"]) }
    try await onLoop { tenant in
      let bench = TriggerBench(tenant.reactor)
      try await bench.start(.folder("rule", folder.path, ["subfolders": .bool(true)]))
      #expect(text(bench.onlyHealth).contains(folder["secret"].text))
      try folder.write("x", to: "ok/f")
      _ = await bench.runs(1)
      try FileOperations.setMode(0o755, of: folder["secret"])
      await bench.wait { [unowned bench] in bench.onlyHealth == .whole }
      try folder.write("x", to: "secret/g")
      _ = await bench.runs(2)
      try FileOperations.setMode(0, of: folder["ok"])
      await bench.wait { [unowned bench] in bench.onlyHealth != .whole }
      #expect(text(bench.onlyHealth).contains(folder["ok"].text))
      try FileOperations.setMode(0o755, of: folder["ok"])
      try folder.write("x", to: "ok/h")
      _ = await bench.runs(3)
      #expect(bench.onlyHealth == .whole)
      #expect(
        bench.runs.map(\.path) == [folder["ok/f"], folder["secret/g"], folder["ok/h"]])
    }
  }

  private func mount(_ arguments: String..., on reactor: Reactor) async throws {
    let command = ChildProcess.Command(
      FilePath(arguments[0]), arguments.dropFirst().map { FilePath.bytes(of: $0) },
      environment: Environment.current.raw)
    let exit = try await ChildProcess.run(command, on: reactor)
    #expect(exit.isSuccess, "\(FilePath.text(of: exit.errorOutput))")
  }

  private func rules(_ folder: FilePath) -> [BenchRule] {
    ["added", "changed", "removed"].map {
      .folder($0, folder, event: $0, ["subfolders": .bool(true)])
    }
  }

  @Test func mountedOver() async throws {
    let folder = try TemporaryFolder()
    try folder.write("x", to: "a")
    try await onLoop { tenant in
      let bench = TriggerBench(tenant.reactor)
      try await bench.start(rules(folder.path))
      let owners = bench.memory.ownerTexts
      try await mount("mount", "-t", "tmpfs", "none", folder.path.text, on: tenant.reactor)
      await bench.wait { [unowned bench] in
        // The new file system has been looked at when its owner's first look is kept.
        bench.memory.ownerTexts.count == owners.count + 1
      }
      try folder.write("yy", to: "b")
      _ = await bench.runs(1)
      try await mount("umount", folder.path.text, on: tenant.reactor)
      try folder.write("zzz", to: "c")
      _ = await bench.runs(2)
      try FileOperations.remove(folder["a"])
      _ = await bench.runs(3)
      #expect(
        bench.words(below: folder.path) == [
          "added: added b 2", "added: added c 3", "removed: removed a 1",
        ])
    }
  }

  @Test func mountedInside() async throws {
    let folder = try TemporaryFolder()
    try folder.write("x", to: "sub/a")
    try await onLoop { tenant in
      let bench = TriggerBench(tenant.reactor)
      try await bench.start(rules(folder.path))
      try await mount("mount", "-t", "tmpfs", "none", folder["sub"].text, on: tenant.reactor)
      await bench.wait { [unowned bench] in bench.onlyHealth != .whole }
      #expect(text(bench.onlyHealth).contains(folder["sub"].text))
      try folder.write("yy", to: "sub/b")
      try folder.write("zzz", to: "c")
      _ = await bench.runs(1)
      try await mount("umount", folder["sub"].text, on: tenant.reactor)
      await bench.wait { [unowned bench] in bench.onlyHealth == .whole }
      try folder.write("q", to: "sub/d")
      _ = await bench.runs(2)
      #expect(
        bench.words(below: folder.path) == ["added: added c 3", "added: added sub/d 1"])
    }
  }
}
