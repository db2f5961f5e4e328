import FileSystem
import Rules
import TestKit
import Testing
import Triggers
import Values

/// What every trigger promises, whatever it watches.
@Suite("Trigger contract", .timeLimit(.minutes(1))) struct TriggerContractTests {
  /// A trigger in a world of its own, and what sets it off.
  struct Case: Sendable, CustomTestStringConvertible {
    let keyword: String
    let rule: @Sendable (TemporaryFolder) -> BenchRule
    /// Nil where the event comes from elsewhere than the adapter.
    let provoke: (@Sendable (TemporaryFolder, Int) throws -> Void)?
    var testDescription: String { keyword }
  }

  static let cases = [folderCase, fileCase, customCase, startupCase]

  private static let folderCase = Case(
    keyword: "folder", rule: { .folder("rule", $0.path) },
    provoke: { folder, number in _ = try folder.write("x", to: "f\(number)") })

  private static let fileCase = Case(
    keyword: "file", rule: { .file("rule", $0["f"], event: "changed") },
    provoke: { folder, number in
      _ = try folder.write(String(repeating: "x", count: number + 1), to: "f")
    })

  private static let customCase = Case(
    keyword: "custom",
    rule: { _ in
      BenchRule(name: "rule", keyword: "custom", options: ["custom": .string("done")])
    }, provoke: nil)

  private static let startupCase = Case(
    keyword: "startup",
    rule: { _ in BenchRule(name: "rule", keyword: "startup", options: [:]) }, provoke: nil)

  @Test("covers every registered trigger")
  func complete() {
    #expect(
      Self.cases.map(\.keyword).sorted() == TriggerRegistry.kinds.keys.sorted())
  }

  @Test("arms, delivers, disarms and arms again", arguments: cases)
  func life(of example: Case) async throws {
    let folder = try TemporaryFolder()
    try folder.write("", to: "f")
    let schema = try #require(TriggerRegistry.kinds[example.keyword]).schema
    let promised = Set(schema.event.fields.map(\.name))
    try await onLoop { tenant in
      let bench = TriggerBench(tenant.reactor)
      let rule = example.rule(folder)
      guard let provoke = example.provoke else {
        try bench.arm(rule)
        #expect(bench.onlyHealth == .whole)
        return
      }
      for round in 0..<3 {
        try await bench.start(rule)
        try provoke(folder, round)
        let runs = await bench.runs(round + 1)
        #expect(runs.count == round + 1)
        let event = try #require(runs.last?.event)
        #expect(event.source == example.keyword)
        #expect(Set(event.fields.keys) == promised)
        bench.disarm()
        #expect(bench.watching.watches.count == 0)
      }
    }
  }

  @Test("startup fires once for each start, and tells the first since boot")
  func startup() async throws {
    let memory = BenchMemory()
    let rule = BenchRule(name: "rule", keyword: "startup", options: [:])
    for start in 0..<2 {
      try await onLoop { tenant in
        let bench = TriggerBench(tenant.reactor, memory: memory)
        bench.isStarting = true
        try bench.arm(rule)
        let runs = await bench.runs(1)
        #expect(runs.first?.event.fields["boot"] == .bool(start == 0))
        bench.isStarting = false
        bench.disarm()
        try bench.arm(rule)
        await bench.pause(.milliseconds(1))
        #expect(bench.runs.count == 1)
      }
    }
  }
}
