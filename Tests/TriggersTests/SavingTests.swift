import FileSystem
import TestKit
import Testing
import Triggers
import Values

/// Ways in which files change.
@Suite("Folder: files change", .timeLimit(.minutes(1))) struct SavingTests {
  private enum Style: CaseIterable { case inPlace, renamedOver, withBackup, deletedFirst }

  @Test("R02: a file that editors replace on save keeps being watched")
  func saves() async throws {
    let folder = try TemporaryFolder()
    let notes = try folder.write("0", to: "notes.txt")
    try await onLoop { tenant in
      let bench = TriggerBench(tenant.reactor)
      try await bench.start(
        .file("changed", notes, event: "changed"), .file("deleted", notes, event: "removed"))
      var saves = 0
      for style in Style.allCases {
        for _ in 0..<5 {
          saves += 1
          try await save(String(saves), style, folder, bench)
          let wanted = saves
          await bench.wait { [unowned bench] in bench.runs.count >= wanted }
          #expect(bench.runs.count == saves)
        }
      }
      try FileOperations.remove(notes)
      _ = await bench.runs(saves + 1)
      #expect(bench.runs.dropLast().allSatisfy { $0.rule == "changed" && $0.path == notes })
      #expect(bench.runs.last?.rule == "deleted")
      // A second run for a save, or a removal by the way, would have come before that.
      #expect(bench.events.count == saves + 1)
    }
  }

  private func save(
    _ text: String, _ style: Style, _ folder: TemporaryFolder, _ bench: TriggerBench,
    isolation: isolated (any Actor)? = #isolation
  ) async throws {
    let notes = folder["notes.txt"]
    switch style {
    case .inPlace:
      let file = try OpenFile(notes, .readingAndWriting)
      try file.truncate(to: 0)
      try file.writeAll(Array(text.utf8))
    case .renamedOver:
      try folder.write(text, to: "notes.new")
      try FileOperations.rename(folder["notes.new"], to: notes)
    case .withBackup:
      try FileOperations.rename(notes, to: folder["notes.txt~"])
      try folder.write(text, to: "notes.txt")
      try FileOperations.remove(folder["notes.txt~"])
    case .deletedFirst:
      try FileOperations.remove(notes)
      await bench.pause(.milliseconds(50))
      try folder.write(text, to: "notes.txt")
    }
  }

  @Test("R02: the same holds for a folder's rule, also where a backup keeps its name")
  func savesInFolder() async throws {
    let folder = try TemporaryFolder()
    try folder.write("0", to: "notes.txt")
    try await onLoop { tenant in
      let bench = TriggerBench(tenant.reactor)
      let name: [String: Value] = ["name": .list([.string("notes.txt")])]
      try await bench.start(
        .folder("changed", folder.path, event: "changed", name),
        .folder("gone", folder.path, event: "removed", name),
        .folder("renamed", folder.path, event: "renamed"))
      for (number, style) in Style.allCases.enumerated() {
        try await save("\(number) more", style, folder, bench)
        _ = await bench.runs(number + 1)
      }
      try FileOperations.rename(folder["notes.txt"], to: folder["notes.bak"])
      try folder.write("with a backup", to: "notes.txt")
      _ = await bench.runs(5)
      try FileOperations.remove(folder["notes.txt"])
      _ = await bench.runs(6)
      #expect(bench.runs.map(\.rule) == Array(repeating: "changed", count: 5) + ["gone"])
    }
  }

  @Test("R10: a steady writer neither starves its own rule nor delays others")
  func steadyWriter() async throws {
    let folder = try TemporaryFolder()
    for name in ["a.log", "b.log", "c.log"] { try folder.write("", to: name) }
    try await onLoop { tenant in
      let bench = TriggerBench(tenant.reactor)
      try await bench.start(
        .folder("rule", folder.path, event: "changed", ["name": .list([.string("*.log")])]))
      let steady = try OpenFile(folder["a.log"], .appending(mode: 0o666))
      for block in 0..<12 {
        try steady.writeAll(Array("line\n".utf8))
        if block == 4 { try append("once\n", to: folder["b.log"]) }
        if block == 6 { try append(String(repeating: "x", count: 1 << 20), to: folder["c.log"]) }
        await bench.pause(TriggerBench.settle / 2)
      }
      // The others did not wait for the steady one, which is still open.
      _ = await bench.runs(2)
      #expect(Set(bench.runs.map(\.path)) == [folder["b.log"], folder["c.log"]])
      close(steady)
      let runs = await bench.runs(3)
      #expect(runs.last?.path == folder["a.log"])
      #expect(runs.last?.size == 60)
    }
  }

  private func append(_ text: String, to path: FilePath) throws {
    try OpenFile(path, .appending(mode: 0o666)).writeAll(Array(text.utf8))
  }

  private func close(_ file: consuming OpenFile) {}

  @Test("a change of rights alone is no change")
  func rights() async throws {
    let folder = try TemporaryFolder()
    try folder.write("x", to: "f")
    try await onLoop { tenant in
      let bench = TriggerBench(tenant.reactor)
      try await bench.start(.folder("rule", folder.path, event: "changed"))
      try FileOperations.setMode(0o600, of: folder["f"])
      await bench.pause(TriggerBench.settle * 2)
      try append("y", to: folder["f"])
      _ = await bench.runs(1)
      #expect(bench.words(below: folder.path) == ["rule: changed f 2"])
      #expect(bench.events.count == 1)
    }
  }
}
