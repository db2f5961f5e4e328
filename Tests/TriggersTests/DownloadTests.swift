import FileSystem
import TestKit
import Testing
import Triggers
import Values

/// Ways in which files arrive.
@Suite("Folder: files arrive", .timeLimit(.minutes(1))) struct DownloadTests {
  @Test("R01: a download counts once, when it is finished, whichever way it comes")
  func downloads() async throws {
    let folder = try TemporaryFolder()
    try await onLoop { tenant in
      let bench = TriggerBench(tenant.reactor)
      try await bench.start(
        .folder(
          "rule", folder.path, settle: .milliseconds(250), ["name": .list([.string("*.zip")])]))
      let size = 10 * 1024

      // A: a browser's own name, renamed at the end.
      try await slowly(folder["Unconfirmed 4711.crdownload"], bench)
      try FileOperations.rename(folder["Unconfirmed 4711.crdownload"], to: folder["set.zip"])
      // B: an empty file keeps the place, the content comes beside it.
      try folder.write("", to: "book.zip")
      try await slowly(folder["book.zip.part"], bench)
      try FileOperations.rename(folder["book.zip.part"], to: folder["book.zip"])
      // C: written in place.
      try await slowly(folder["slow.zip"], bench)
      // D: a hidden name with a random ending.
      try await slowly(folder[".slow2.zip.Xy12Zz"], bench)
      try FileOperations.rename(folder[".slow2.zip.Xy12Zz"], to: folder["slow2.zip"])
      // E: nothing but a name.
      try folder.write("", to: "empty.zip")

      _ = await bench.runs(5)
      try folder.write("x", to: "last.zip")
      _ = await bench.runs(6)
      #expect(
        bench.words(below: folder.path).sorted() == [
          "rule: added book.zip \(size)", "rule: added empty.zip 0", "rule: added last.zip 1",
          "rule: added set.zip \(size)", "rule: added slow.zip \(size)",
          "rule: added slow2.zip \(size)",
        ])
    }
  }

  /// Writes ten blocks with pauses longer than the quiet time.
  private func slowly(
    _ path: FilePath, _ bench: TriggerBench, isolation: isolated (any Actor)? = #isolation
  ) async throws {
    let file = try OpenFile(path, .making(mode: 0o666))
    for _ in 0..<10 {
      try file.writeAll([UInt8](repeating: 0x61, count: 1024))
      await bench.pause(.milliseconds(30))
    }
  }

  @Test("R01: a rule that names temporary files gets them, and no other rule does")
  func temporaryByName() async throws {
    let folder = try TemporaryFolder()
    try await onLoop { tenant in
      let bench = TriggerBench(tenant.reactor)
      try await bench.start(
        .folder("all", folder.path),
        .folder("parts", folder.path, ["name": .list([.string("*.part")])]))
      try folder.write("12", to: "a.part")
      _ = await bench.runs(1)
      try FileOperations.rename(folder["a.part"], to: folder["a"])
      _ = await bench.runs(2)
      #expect(bench.words(below: folder.path) == ["parts: added a.part 2", "all: added a 2"])
    }
  }

  @Test("R08: a file that arrives without being written is still new")
  func unwritten() async throws {
    let (folder, outside) = (try TemporaryFolder(), try TemporaryFolder())
    try folder.makeFolder("sub")
    let large = [UInt8](repeating: 1, count: 1 << 20)
    for name in ["linked", "moved", "pointed"] { try outside.write(bytes: large, to: name) }
    try await onLoop { tenant in
      let bench = TriggerBench(tenant.reactor)
      try await bench.start(.folder("rule", folder.path, ["subfolders": .bool(true)]))
      try FileOperations.link(outside["linked"], to: folder["sub/a"])
      try FileOperations.rename(outside["moved"], to: folder["b"])
      try FileOperations.makeSymbolicLink(folder["c"], to: outside["pointed"])
      try folder.write("", to: "d")
      _ = await bench.runs(3)

      // (e) Nothing before the writer closes.
      let open = try OpenFile(folder["e"], .making(mode: 0o666))
      try open.writeAll([1, 2, 3])
      await bench.pause(TriggerBench.settle * 5)
      #expect(bench.runs.count == 3)
      try open.writeAll([4])
      close(open)
      _ = await bench.runs(4)

      // (f) Two names of one file, one renamed onto the other: the kernel does nothing.
      try FileOperations.link(outside["linked"], to: folder["f"])
      _ = await bench.runs(5)
      try FileOperations.rename(folder["sub/a"], to: folder["f"])
      try folder.write("x", to: "last")
      _ = await bench.runs(6)
      let size = large.count
      #expect(
        Set(bench.words(below: folder.path)) == [
          "rule: added sub/a \(size)", "rule: added b \(size)", "rule: added d 0",
          "rule: added e 4", "rule: added f \(size)", "rule: added last 1",
        ])
      #expect(bench.runs.count == 6)
    }
  }

  private func close(_ file: consuming OpenFile) {}

  @Test("R07: names that are not UTF-8 come through byte for byte")
  func badNames() async throws {
    let folder = try TemporaryFolder()
    let names: [[UInt8]] = [
      [0x66, 0xF6, 0xF8, 0x2E, 0x62, 0x69, 0x6E], [0xFF, 0xFE, 0x2E, 0x62, 0x69, 0x6E],
      [0xC0, 0xAE, 0x2E, 0x62, 0x69, 0x6E], [0xED, 0xA0, 0x80, 0x2E, 0x62, 0x69, 0x6E],
      [0xE2, 0x82], [0x61, 0xFF, 0x2E, 0x62, 0x69, 0x6E], [0x61, 0xFE, 0x2E, 0x62, 0x69, 0x6E],
      [0xEF, 0xBF, 0xBD, 0x2E, 0x62, 0x69, 0x6E], [0xF0, 0x9F, 0x98, 0x80, 0x2E, 0x62, 0x69, 0x6E],
      [UInt8](repeating: 0x61, count: 255), [0x0A], [0x20, 0x2D, 0x2D],
    ]
    try await onLoop { tenant in
      let memory = BenchMemory()
      let bench = TriggerBench(tenant.reactor, memory: memory)
      try await bench.start(.folder("rule", folder.path))
      for name in names { _ = try OpenFile(folder.path.appending(name), .making(mode: 0o666)) }
      let runs = await bench.runs(names.count)
      #expect(Set(runs.map(\.path.name)) == Set(names))
      #expect(runs.count == names.count)

      // They are remembered as they are: nothing is new after a restart.
      bench.disarm()
      let again = TriggerBench(tenant.reactor, memory: memory)
      try again.arm(.folder("rule", folder.path))
      try folder.write("x", to: "last")
      _ = await again.runs(1)
      #expect(again.runs.map(\.path) == [folder["last"]])
    }
  }
}
