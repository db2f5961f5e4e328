import FileSystem
import TestKit
import Testing
import Triggers
import Values

/// Whatever happens in a tree, what was reported adds up to what is there.
@Suite("Folder: random worlds", .timeLimit(.minutes(1))) struct RandomWorldTests {
  /// The files as the events tell of them, and what contradicts.
  private final class Account {
    var files: [FilePath: Int64] = [:]
    var contradictions: [String] = []

    func take(_ run: BenchRun) {
      let isKnown = files[run.path] != nil
      switch run.kind {
      case "added":
        if isKnown { contradictions.append("added twice: \(run.path.text)") }
        files[run.path] = run.size
      case "changed":
        if !isKnown { contradictions.append("changed but unknown: \(run.path.text)") }
        files[run.path] = run.size
      case "removed":
        if !isKnown { contradictions.append("removed but unknown: \(run.path.text)") }
        files[run.path] = nil
      default:
        if isKnown { contradictions.append("renamed to a known name: \(run.path.text)") }
        if files.removeValue(forKey: run.from) == nil {
          contradictions.append("renamed but unknown: \(run.from.text)")
        }
        files[run.path] = run.size
      }
    }
  }

  private static let rules = ["added", "changed", "removed", "renamed"]

  @Test("add up, also over restarts and while the loop is late", arguments: 1...8)
  func adds(seed: UInt64) async throws {
    let (folder, outside) = (try TemporaryFolder(), try TemporaryFolder())
    let memory = BenchMemory()
    try folder.write("before", to: "a/before")
    var dice = SeededGenerator(seed: seed)
    var files: [FilePath: Int64] = [folder["a/before"]: 6]
    for _ in 0..<2 {
      let start = (files, dice.next())
      files = try await onLoop { tenant in
        let bench = TriggerBench(tenant.reactor, memory: memory)
        var dice = SeededGenerator(seed: start.1)
        try await bench.start(
          Self.rules.map {
            .folder(
              $0, folder.path, event: $0, settle: .milliseconds(10), ["subfolders": .bool(true)])
          })
        for number in 0..<40 {
          Self.act(number, folder, outside, &dice)
          if dice.next() % 8 == 0 { await bench.pause(.milliseconds(Int64(dice.next() % 25))) }
        }
        let account = Account()
        account.files = start.0
        var taken = 0
        func isSettled() -> Bool {
          while taken < bench.runs.count {
            account.take(bench.runs[taken])
            taken += 1
          }
          return account.files == Self.present(in: folder.path)
        }
        await bench.wait(until: isSettled)
        let present = Self.present(in: folder.path)
        let differing = Set(present.keys).union(account.files.keys).filter {
          present[$0] != account.files[$0]
        }
        #expect(
          differing.isEmpty,
          "\(differing.map { ($0.text, there: present[$0], told: account.files[$0]) })")
        // A removal is the last that is told: what is told wrongly would come before.
        try folder.write("x", to: "last")
        await bench.wait { isSettled() && account.files[folder["last"]] != nil }
        try FileOperations.remove(folder["last"])
        await bench.wait { isSettled() && account.files[folder["last"]] == nil }
        #expect(account.contradictions == [])
        return account.files
      }
      // Something happens while nobody looks.
      for number in 100..<110 { Self.act(number, folder, outside, &dice) }
    }
  }

  /// Does one thing in the tree; what can't be done is left.
  private static func act(
    _ number: Int, _ folder: TemporaryFolder, _ outside: TemporaryFolder,
    _ dice: inout SeededGenerator
  ) {
    let names = ["a", "b", "c", "d"]
    func name() -> String { names.randomElement(using: &dice) ?? "a" }
    func place() -> String { dice.next() % 2 == 0 ? name() : name() + "/" + name() }
    let text = String(repeating: "x", count: Int(dice.next() % 50))
    let (one, other) = (place(), place())
    let file = "f\(dice.next() % 4)"
    switch dice.next() % 10 {
    case 0, 1, 2: _ = try? folder.write(text, to: "\(one)/\(file)")
    case 3:
      if let open = try? OpenFile(folder["\(one)/\(file)"], .appending(mode: 0o666)) {
        try? open.writeAll(Array(text.utf8))
      }
    case 4: try? FileOperations.rename(folder["\(one)/\(file)"], to: folder["\(other)/f9"])
    case 5: try? FileOperations.rename(folder["\(one)/\(file)"], to: folder["\(other)/\(file)"])
    case 6: try? FileOperations.rename(folder[one], to: folder[other])
    case 7: try? FileOperations.remove(folder["\(one)/\(file)"])
    case 8: try? FileOperations.rename(folder[one], to: outside["\(number)-\(dice.next())"])
    default: try? FileOperations.removeTree(folder[one])
    }
  }

  /// The regular files in a tree, with their sizes.
  private static func present(in folder: FilePath) -> [FilePath: Int64] {
    var found: [FilePath: Int64] = [:]
    guard let listing = try? DirectoryListing(of: folder) else { return found }
    for entry in listing.entries {
      let path = folder.appending(entry.name)
      if entry.kind == .folder {
        found.merge(present(in: path)) { $1 }
      } else if let status = try? FileStatus(of: path) {
        found[path] = status.size
      }
    }
    return found
  }
}
