internal import Automation
internal import Testing
internal import Values
internal import Workflow

internal import TestKit

@Suite("Modes")
struct ModeTests {
  static func rule(_ more: String) -> String {
    """
    id: r
    when: {signal: a}
    \(more)
    do:
      - work: ${n}
    """
  }

  @Test("nothing is done before its intent is kept")
  func intentFirst() throws {
    var bench = try MachineBench(Self.rule(""))
    bench.feed(.observed([Observation(event: RuleFixture.event(n: 1))]))
    #expect(bench.begun.isEmpty)
    #expect(bench.unkept.count == 1)
    bench.keep()
    #expect(bench.works == ["1"])
  }

  @Test("queued runs one after another, in order, each with its own event (R35)")
  func queued() throws {
    var bench = try MachineBench(Self.rule("mode: queued\nmax: 5"))
    for n in 1...8 { bench.observe(RuleFixture.event(n: Int64(n))) }
    #expect(bench.works == ["1"])
    #expect(bench.reasons == [.full, .full, .full])
    for run in 1...5 { bench.finish(Int64(run)) }
    #expect(bench.works == ["1", "2", "3", "4", "5"])
    #expect(bench.endings == (1...5).map { "\($0) succeeded" })
  }

  @Test("without an explicit max nothing is ever declined")
  func unlimited() throws {
    var bench = try MachineBench(Self.rule(""))
    for n in 1...500 { bench.observe(RuleFixture.event(n: Int64(n))) }
    #expect(bench.refusals.isEmpty)
    for run in 1...500 { bench.finish(Int64(run)) }
    #expect(bench.works.count == 500)
  }

  @Test("single declines what comes while it runs, and says so")
  func single() throws {
    var bench = try MachineBench(Self.rule("mode: single"))
    bench.observe(RuleFixture.event(n: 1))
    bench.observe(RuleFixture.event(n: 2))
    #expect(bench.reasons == [.alreadyRunning])
    bench.finish(1)
    bench.observe(RuleFixture.event(n: 3))
    #expect(bench.works == ["1", "3"])
  }

  @Test("restart leaves the last one standing, and a false condition stops nothing (R34)")
  func restart() throws {
    var bench = try MachineBench(Self.rule("mode: restart\nif: n != 12"))
    for n in 1...10 { bench.observe(RuleFixture.event(n: Int64(n))) }
    #expect(bench.works == ["1"])
    #expect(bench.cancelled == [RunID(1)])
    #expect(bench.endings == (2...9).map { "\($0) cancelled" })
    bench.finish(1, .failure(ActionFailure(.cancelled, "")))
    #expect(bench.works == ["1", "10"])
    bench.finish(10)
    bench.observe(RuleFixture.event(n: 11))
    bench.observe(RuleFixture.event(n: 12))
    #expect(bench.reasons == [.condition])
    #expect(bench.cancelled == [RunID(1)])
    #expect(bench.works == ["1", "10", "11"])
  }

  @Test("a superseded run whose action was not begun never begins it")
  func supersededBeforeKept() throws {
    var bench = try MachineBench(Self.rule("mode: restart"))
    bench.feed(.observed([Observation(event: RuleFixture.event(n: 1))]))
    bench.feed(.observed([Observation(event: RuleFixture.event(n: 2))]))
    bench.keep()
    #expect(bench.works == ["2"])
    #expect(bench.endings == ["1 cancelled"])
  }

  @Test("parallel runs as many at once as it says; more wait")
  func parallel() throws {
    var bench = try MachineBench(Self.rule("mode: parallel\nat-once: 2"))
    for n in 1...4 { bench.observe(RuleFixture.event(n: Int64(n))) }
    #expect(bench.works == ["1", "2"])
    bench.finish(2)
    #expect(bench.works == ["1", "2", "3"])
  }

  @Test("each key has slots of its own")
  func keys() throws {
    var bench = try MachineBench(Self.rule("mode: single\nkey: name"))
    bench.observe(RuleFixture.event(n: 1, name: "x"))
    bench.observe(RuleFixture.event(n: 2, name: "y"))
    bench.observe(RuleFixture.event(n: 3, name: "x"))
    #expect(bench.works == ["1", "2"])
    #expect(bench.reasons == [.alreadyRunning])
  }

  @Test("a throttle declines and records what is over it, and forgets with time")
  func throttle() throws {
    var bench = try MachineBench(Self.rule("mode: parallel\nthrottle: {at-most: 2, per: 1h}"))
    for n in 1...3 { bench.observe(RuleFixture.event(n: Int64(n))) }
    #expect(bench.reasons == [.throttled])
    bench.now = bench.now + .seconds(3600)
    bench.observe(RuleFixture.event(n: 4))
    #expect(bench.works == ["1", "2", "4"])
  }

  @Test("the limit on all actions keeps runs waiting, over all rules")
  func actionLimit() throws {
    var limits = Limits()
    limits.actionsAtOnce = 2
    let rules = """
      rules:
        - {id: p, when: {signal: a}, mode: parallel, do: [{work: "p${n}"}]}
        - {id: q, when: {signal: b}, mode: parallel, do: [{work: "q${n}"}]}
      """
    var bench = try MachineBench(rules, limits: limits)
    for n in 1...2 { bench.observe(RuleFixture.event(n: Int64(n))) }
    bench.observe(RuleFixture.event("b", n: 3))
    #expect(bench.works == ["p1", "p2"])
    bench.finish(1)
    #expect(bench.works == ["p1", "p2", "q3"])
  }

  @Test("the triggers are held while too much waits for the disk, and released after")
  func backPressure() throws {
    var limits = Limits()
    limits.unrecorded = 3
    var bench = try MachineBench(Self.rule(""), limits: limits)
    for n in 1...4 { bench.feed(.observed([Observation(event: RuleFixture.event(n: Int64(n)))])) }
    #expect(bench.isHeld)
    bench.keep()
    #expect(!bench.isHeld)
  }
}
