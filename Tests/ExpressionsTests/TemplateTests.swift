import Expressions
import Testing
import Values

@Suite("Templates")
struct TemplateTests {
  private func evaluate(_ text: String) throws -> Value {
    try Template(text, environment: Sample.environment)
      .evaluate(Sample.bindings, world: Sample.world, now: Sample.now)
  }

  @Test(
    "put values into text as a person would write them",
    arguments: [
      ("plain", "plain"), ("", ""), ("a ${file.name} b", "a march.pdf b"), ("${1}${2}", "12"),
      ("n = ${3.0}", "n = 3"),
      ("${0.1 + 0.2} ", "0.30000000000000004 "), ("${1e21}!", "1e+21!"),
      ("${1e20}!", "100000000000000000000!"), ("${-0.0}!", "0!"),
      ("at ${now}", "at 2026-07-15 23:30"), ("at ${now + span('5s')}", "at 2026-07-15 23:30:05"),
      ("on ${timestamp('2026-07-14T22:00:00Z')}", "on 2026-07-15"),
      ("in ${span('90min')}", "in 1h 30min"), ("${tags}!", "tax, 2026!"),
      ("${sizes}!", "a: 1, b: 2!"), ("file ${file}", "file /home/ada/Invoices/march.pdf"),
      ("${disk('Backup')}!", "Backup!"),
      ("${null}!", "!"), ("${maybe}!", "7!"), ("${optional.none()}!", "!"), ("${true}!", "true!"),
      ("${b'ab'}!", "ab!"),
      ("$${file.name}", "${file.name}"), ("$5 and $", "$5 and $"), ("$$5", "$$5"),
      ("a $${b} ${event}", "a ${b} added"), ("$$${event}", "$${event}"),
      ("${ {'a': '}'}.a }!", "}!"), ("${'${'}!", "${!"), ("${\"}\" + '}'}!", "}}!"),
      ("${'''}'''}!", "}!"), ("${r'\\}'}!", "\\}!"),
      ("${event // }\n}!", "added!"), ("}${event}{", "}added{"),
    ])
  func text(source: String, expected: String) throws {
    #expect(try evaluate(source) == .string(expected))
  }

  @Test("keep the type of an expression that stands alone")
  func alone() throws {
    #expect(try evaluate("${file.size}") == .int(4096))
    #expect(try evaluate("${file}") == Sample.file)
    #expect(try evaluate("${ now }") == .timestamp(Sample.now))
    let template = try Template("${tags}", environment: Sample.environment)
    #expect(template.type == .list(.string))
    #expect(!template.isConstant)
    #expect(try Template(" ${tags}", environment: Sample.environment).type == .string)
    #expect(try Template("$${tags}", environment: Sample.environment).isConstant)
    #expect(template.references == [["tags"]])
    #expect(try Template("a $${b} c").constantText == "a ${b} c")
  }

  @Test(
    "point into the whole text where they are wrong",
    arguments: [
      ("a ${file.szie} b", 9..<13, "file has no field `szie`"),
      ("ä ${fiel}", 4..<8, "there is no `fiel` here"),
      ("x ${event", 2..<4, "`${` is not closed"),
      ("x ${'a}", 4..<7, "the text that begins here does not end"),
      ("x ${}", 2..<5, "there is no expression between the braces"),
      ("x ${ }", 2..<6, "there is no expression between the braces"),
      ("x ${event event}", 10..<15, "`event` cannot stand here"),
      ("${event} ${1 +}", 14..<14, "the expression ends too early"),
      ("${ {'a': 1 }", 0..<2, "`${` is not closed"),
      ("a ${b = 1}", 6..<7, "`=` has no meaning here"),
    ])
  func errors(source: String, range: Range<Int>, message: String) throws {
    let error = try #require(
      #expect(throws: ExpressionError.self) {
        try Template(source, environment: Sample.environment)
      })
    #expect(error.message == message)
    #expect(error.range == range)
  }

  @Test("point at the part that failed")
  func failure() throws {
    let template = try Template("ä ${event} ${tags[7]}", environment: Sample.environment)
    let error = #expect(throws: EvaluationError.self) { try template.evaluate(Sample.bindings) }
    #expect(error?.range == 13..<20)
  }

  @Test("without a zone show times in UTC, and say so")
  func utc() { #expect(Template.render(.timestamp(Sample.now)) == "2026-07-15 21:30Z") }

  @Test("find the names in text that is not theirs")
  func names() {
    let found = Template.names(in: "echo ${file.path} ${HOME} $x ${ event } ${")
    #expect(found.map(\.name) == ["file", "HOME", "event"])
    #expect(found.map(\.range) == [7..<11, 20..<24, 32..<37])
  }

  @Test("grow to a limit and no further")
  func limit() throws {
    var environment = Sample.environment
    environment.limits.textLength = 10
    let fits = try Template("12345${event}", environment: environment)
    #expect(try fits.evaluate(Sample.bindings) == .string("12345added"))
    let tooLong = try Template("123456${event}", environment: environment)
    let error = #expect(throws: EvaluationError.self) { try tooLong.evaluate(Sample.bindings) }
    #expect(error?.reason == .limit(.textLength, 10))
  }
}
