internal import Automation
internal import Rules
internal import TestKit
internal import Testing
internal import Values
internal import Workflow

@Suite("Decisions")
struct DecisionTests {
  static let rule = """
    id: r
    when: {signal: a}
    if: n > 0
    do:
      - work: ${n}
    """

  @Test("a false condition is recorded with the value it saw")
  func condition() throws {
    var bench = try MachineBench(Self.rule)
    bench.observe(RuleFixture.event(n: 0))
    #expect(bench.refusals.map(\.explanation) == ["`n > 0` is false (n = 0)."])
  }

  @Test("a condition that can't be worked out is a reason of its own, also under !")
  func conditionError() throws {
    var bench = try MachineBench(
      "id: r\nwhen: {signal: a}\nif: '!(10 / n == 2)'\ndo: [{work: x}]")
    bench.observe(RuleFixture.event(n: 0))
    #expect(bench.reasons == [.conditionFailed])
    #expect(bench.works.isEmpty)
  }

  @Test("what is switched off stays off, and says so")
  func disabled() throws {
    var bench = try MachineBench(Self.rule)
    bench.feed(.switched(RuleID("r"), isEnabled: false))
    bench.observe(RuleFixture.event(n: 1))
    #expect(bench.reasons == [.disabled])
    bench.feed(.switched(RuleID("r"), isEnabled: true))
    bench.observe(RuleFixture.event(n: 2))
    #expect(bench.works == ["2"])
  }

  @Test("what comes while paused waits, and runs in order when resumed")
  func paused() throws {
    var bench = try MachineBench(Self.rule)
    bench.feed(.paused(nil, isPaused: true))
    bench.observe(RuleFixture.event(n: 1))
    bench.observe(RuleFixture.event(n: 2))
    #expect(bench.works.isEmpty)
    bench.feed(.paused(nil, isPaused: false))
    bench.keep()
    bench.finish(1)
    #expect(bench.works == ["1", "2"])
  }

  @Test("a rule that meets itself in the chain of causes is stopped, with the chain (R37)")
  func loop() throws {
    var bench = try MachineBench(Self.rule)
    let cause = Cause(links: [
      Cause.Link(rule: RuleID("r"), run: RunID(7)), Cause.Link(rule: RuleID("s"), run: RunID(8)),
    ])
    bench.observe(RuleFixture.event(n: 1, cause: cause))
    #expect(bench.reasons == [.loop])
    #expect(bench.refusals[0].explanation.contains("r → s → r"))
  }

  @Test("a chain of five other rules is no loop, an endless one ends at its limit")
  func chain() throws {
    var bench = try MachineBench(Self.rule)
    func links(_ count: Int) -> Cause {
      Cause(links: (0..<count).map { Cause.Link(rule: RuleID("s\($0)"), run: RunID(0)) })
    }
    bench.observe(RuleFixture.event(n: 1, cause: links(5)))
    #expect(bench.works == ["1"])
    #expect(bench.begun[0].cause.links.count == 6)
    bench.observe(RuleFixture.event(n: 2, cause: links(Limits.standard.causes)))
    #expect(bench.reasons == [.loop])
  }

  @Test("what was missed is let be where the rule says so")
  func catchUp() throws {
    var bench = try MachineBench(Self.rule + "\ncatch-up: skip")
    bench.observe(RuleFixture.event(n: 1, isCaughtUp: true))
    #expect(bench.reasons == [.notCaughtUp])
    bench.observe(RuleFixture.event(n: 2))
    #expect(bench.works == ["2"])
  }

  @Test("events have an audience: rules outside of it never see them")
  func audience() throws {
    var bench = try MachineBench(Self.rule)
    var event = RuleFixture.event(n: 1)
    event.audience = [RuleID("other")]
    bench.observe(event)
    #expect(bench.entries.count == 1)
  }

  @Test("a new set of rules is swapped whole, and a run keeps the steps it began with (R38)")
  func reload() throws {
    var bench = try MachineBench(
      "id: r\nwhen: {signal: a}\ndo:\n  - work: old 1\n  - work: old 2")
    bench.observe(RuleFixture.event())
    let new = try RuleFixture.ruleSet("id: r\nwhen: {signal: a}\ndo:\n  - work: new 1")
    bench.feed(.rulesChanged(new))
    bench.finish(1)
    bench.observe(RuleFixture.event())
    bench.finish(1)
    #expect(bench.works == ["old 1", "old 2", "new 1"])
  }

  @Test("a waiting run of a rule that is gone is dropped, and says why")
  func removed() throws {
    var bench = try MachineBench(Self.rule)
    bench.observe(RuleFixture.event(n: 1))
    bench.observe(RuleFixture.event(n: 2))
    bench.feed(.rulesChanged(.empty))
    bench.finish(1)
    #expect(bench.endings == ["1 succeeded", "2 dropped"])
    #expect(bench.notices.last?.body.contains("was removed") == true)
  }

  @Test("a failed step fails the run and tells the user, with step and reason")
  func failure() throws {
    var bench = try MachineBench(Self.rule)
    bench.observe(RuleFixture.event(n: 1))
    bench.finish(1, .failure(ActionFailure(.notFound, "There is no file x.")))
    #expect(bench.endings == ["1 failed"])
    #expect(bench.notices.map(\.body) == ["Step 1: There is no file x."])
  }

  @Test("a shortcut can be run by hand, beside all queues")
  func request() throws {
    var bench = try MachineBench(
      Self.rule, shortcuts: ["s": "input: text\nsteps:\n  - work: ${input}"])
    bench.feed(.requested(ShortcutRequest(shortcut: "s", input: .string("hello"))))
    bench.keep()
    #expect(bench.works == ["hello"])
    bench.finish(1)
    #expect(bench.endings == ["1 succeeded"])
  }
}
