import Expressions
import Testing
import Values

@Suite("Hob's own functions")
struct HobTests {
  @Test(
    "read spans, sizes and names as the fields of rules do",
    arguments: [
      "span('2 weeks') == duration('336h')", "span('1h 30min') == duration('90m')",
      "span('-1 day') == duration('-24h')",
      "bytesize('5 MiB') == 5242880", "bytesize('1.5 kB') == 1500", "file.size > bytesize('1 KiB')",
      "file.name.glob('*.pdf')", "glob(file.path, '/home/**/*.pdf')", "!glob(file.path, '*.pdf')",
      "file.name.glob('*.{jpg,pdf}')",
      "now - file.modified < span('100 years')", "tags.exists(t, 'tax'.glob(t))",
    ])
  func functions(source: String) { #expect(Sample.outcome(source) == #"{"bool":true}"#) }

  @Test(
    "refuse texts that they could never read when the rule is loaded",
    arguments: [
      ("span('2 wekks') > now - now", 5..<14, "`wekks` is no unit of time"),
      ("file.size > bytesize('5 M')", 21..<26, ""),
      ("file.name.matches('(')", 18..<21, "\"(\" is no regular expression: `(` is not closed"),
      ("time.between('25:00', '06:00')", 13..<20, ""),
    ])
  func literals(source: String, range: Range<Int>, message: String) {
    let error = #expect(throws: ExpressionError.self) {
      try Expression(source, environment: Sample.environment)
    }
    #expect(error?.range == range)
    #expect(error?.message.hasPrefix(message) == true)
  }

  @Test(
    "tell the time of the day by the clocks of the zone, also over midnight",
    arguments: [
      ("time.between('22:00', '06:00')", true), ("time.between('23:30', '23:31')", true),
      ("time.between('22:00', '23:30')", false),
      ("time.between('06:00', '22:00')", false), ("time.between('20:00', '24:00')", true),
      ("time.between('12:00', '12:00')", true),
    ])
  func between(source: String, expected: Bool) throws {
    #expect(try Sample.value(source) == .bool(expected))
  }

  @Test("ask the world, and say what nobody knows")
  func world() throws {
    #expect(try Sample.value("disk('Backup').mounted") == .bool(true))
    #expect(try Sample.value("rule('never').last_run.hasValue()") == .bool(false))
    #expect(
      try Sample.value("now - rule('backup').last_run.orValue(timestamp(0)) == span('1h')")
        == .bool(true))
    #expect(
      Sample.outcome("disk('Other').mounted") == "failed: the state of that disk is not known now")
    #expect(Sample.outcome("rule('other').last_run") == "failed: nobody knows")
    #expect(Sample.outcome("disk(5).mounted") == "refused: there is no disk(int)")
    #expect(Sample.outcome("disk('Backup').mountd") == "refused: disk has no field `mountd`")
  }

  @Test(
    "without a clock or a zone are not known, which is neither true nor false",
    arguments: ["now > timestamp(0)", "time.between('22:00', '06:00')"])
  func unknown(source: String) throws {
    let expression = try Expression(source, environment: Sample.environment)
    let error = #expect(throws: EvaluationError.self) { try expression.evaluate() }
    if case .unknownState? = error?.reason {} else { Issue.record("\(String(describing: error))") }
  }

  @Test("are not part of the standard language")
  func standard() {
    let environment = CheckEnvironment(dialect: .standard)
    #expect(Sample.outcome("now", environment) == "refused: there is no `now` here")
    #expect(Sample.outcome("span('1s')", environment) == "refused: there is no function `span`")
  }
}
