internal import Automation
internal import TestKit
internal import Testing
internal import Values
internal import Workflow

@Suite("Stopping and starting")
struct DrainAndResumeTests {
  static let rule = "id: r\nwhen: {signal: a}\ndo: [{work: \"${n}\"}, {work: \"again ${n}\"}]"

  @Test("draining starts nothing new, lets what runs finish, and exits once")
  func drain() throws {
    var bench = try MachineBench(Self.rule)
    for n in 1...3 { bench.observe(RuleFixture.event(n: Int64(n))) }
    bench.feed(.drainRequested)
    bench.observe(RuleFixture.event(n: 4))
    #expect(bench.exits == 0)
    bench.finish(1)
    bench.finish(1)
    #expect(bench.exits == 1)
    #expect(bench.works == ["1", "again 1"])
    #expect(bench.endings == ["1 succeeded"])
  }

  @Test("what does not finish in time is cancelled and called interrupted")
  func expired() throws {
    var bench = try MachineBench(Self.rule)
    bench.observe(RuleFixture.event(n: 1))
    bench.feed(.drainRequested)
    bench.feed(.drainExpired)
    #expect(bench.cancelled == [RunID(1)])
    bench.finish(1, .failure(ActionFailure(.cancelled, "")))
    #expect(bench.endings == ["1 interrupted"])
    #expect(bench.exits == 1)
  }

  private func ticket(_ run: Int64) -> RunTicket {
    RunTicket(
      run: RunID(run), rule: RuleID("r"), shortcut: nil, event: EventID(run),
      at: Instant(seconds: 5))
  }

  @Test("after a start, dead runs are told of and waiting ones run, in order (R35, R41)")
  func resume() throws {
    var past = Resumption()
    past.openRuns = [
      Resumption.OpenRun(
        ticket: ticket(1), event: RuleFixture.event(n: 1), hasStarted: true, lastStep: "2"),
      Resumption.OpenRun(
        ticket: ticket(2), event: RuleFixture.event(n: 2), hasStarted: false, lastStep: nil),
      Resumption.OpenRun(
        ticket: ticket(3), event: RuleFixture.event(n: 3), hasStarted: false, lastStep: nil),
    ]
    past.nextRun = RunID(4)
    var bench = try MachineBench(Self.rule, resuming: past)
    bench.keep()
    #expect(bench.endings == ["1 interrupted"])
    #expect(bench.notices.map(\.body) == ["Interrupted at step 2: the service ended while it ran."])
    #expect(bench.works == ["2"])
    for run in [2, 2, 3, 3] { bench.finish(Int64(run)) }
    #expect(bench.works == ["2", "again 2", "3", "again 3"])
  }

  @Test(
    "whatever comes, intents are kept first, and draining exits exactly once",
    arguments: UInt64(0)..<48)
  func property(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let modes = ["queued", "single", "restart", "parallel"]
    var bench = try MachineBench(
      "id: r\nwhen: {signal: a}\nmode: \(modes.randomElement(using: &random) ?? "queued")\n"
        + "do: [{work: a}, {work: b}]")
    for _ in 0..<200 {
      switch Int.random(in: 0..<10, using: &random) {
      case 0..<4: bench.feed(.observed([Observation(event: RuleFixture.event())]))
      case 4..<6: bench.keep()
      case 6..<9:
        if let run = bench.performing.keys.sorted().randomElement(using: &random) {
          let isOK = Bool.random(using: &random)
          bench.finish(
            run.value, isOK ? .success(Outcome()) : .failure(ActionFailure(.system, "x")))
        }
      default: bench.feed(.paused(nil, isPaused: Bool.random(using: &random)))
      }
    }
    bench.feed(.drainRequested)
    bench.keep()
    while let run = bench.performing.keys.sorted().first { bench.finish(run.value) }
    #expect(bench.exits == 1)
    var intended: Set<String> = []
    for case .stepBegan(let start) in bench.entries {
      #expect(intended.insert("\(start.run.value) \(start.step)").inserted, "no step begins twice")
    }
    #expect(bench.begun.allSatisfy { intended.contains("\($0.run.value) \($0.step)") })
  }
}
