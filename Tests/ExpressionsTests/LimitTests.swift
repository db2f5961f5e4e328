import Expressions
import Testing
import Values

@Suite("Limits")
struct LimitTests {
  private func environment(_ change: (inout ExpressionLimits) -> Void) -> CheckEnvironment {
    var environment = Sample.environment
    change(&environment.limits)
    return environment
  }

  private func reason(_ source: String, _ environment: CheckEnvironment) throws -> EvaluationError
    .Reason?
  {
    let expression = try Expression(source, environment: environment)
    do throws(EvaluationError) {
      _ = try expression.evaluate(Sample.bindings)
      return nil
    } catch {
      return error.reason
    }
  }

  @Test("bound the length of the source")
  func source() throws {
    let environment = environment { $0.sourceLength = 10 }
    #expect(Sample.outcome("1234567890", environment) == #"{"int":"1234567890"}"#)
    #expect(
      Sample.outcome("12345678901", environment)
        == "refused: over the limit of 10 characters of an expression")
  }

  @Test(
    "bound the depth of the source, whatever makes it deep",
    arguments: [
      ("(", "1", ")"), ("[", "1", "]"), ("{1: ", "1", "}"), ("-", "x", ""), ("!", "true", ""),
      ("", "1", " + 1"), ("size([", "1", "])"), ("true ? 1 : ", "1", ""), ("", "fields", ".a"),
      ("[1].map(x, ", "1", ")"), ("a[", "0", "]"),
    ])
  func depth(before: String, core: String, after: String) throws {
    func nested(_ count: Int) -> String {
      String(repeating: before, count: count) + core + String(repeating: after, count: count)
    }
    #expect(!Sample.outcome(nested(30)).contains("levels of nesting"))
    #expect(
      Sample.outcome(nested(ExpressionLimits.standard.depth + 1))
        == "refused: over the limit of 120 levels of nesting")
    #expect(Sample.outcome(nested(2500)) == "refused: over the limit of 120 levels of nesting")
  }

  @Test("do not count conditions in a row as depth")
  func rows() throws {
    let row = Array(repeating: "event == 'added'", count: 1000).joined(separator: " && ")
    #expect(Sample.outcome(row) == #"{"bool":true}"#)
  }

  @Test("bound the steps of an evaluation, and nothing makes up for that")
  func steps() throws {
    let environment = environment { $0.steps = 500 }
    let loop = "tags.all(a, tags.all(b, tags.all(c, tags.all(d, true))))"
    #expect(try reason(loop, environment) == nil)
    let deep =
      "tags.all(a, tags.all(b, tags.all(c, tags.all(d, tags.all(e, tags.all(f, tags.all(g, true)))))))"
    #expect(try reason(deep, environment) == .limit(.steps, 500))
    #expect(try reason("\(deep) || true", environment) == .limit(.steps, 500))
    #expect(try reason("[1].exists(x, \(deep)) || true", environment) == .limit(.steps, 500))
  }

  @Test("bound text that is made")
  func text() throws {
    let environment = environment { $0.textLength = 20 }
    #expect(try reason("file.name + file.name", environment) == nil)
    #expect(try reason("file.name + file.name + 'abc'", environment) == .limit(.textLength, 20))
    #expect(
      try reason("tags.map(t, file.name).join('---')", environment) == .limit(.textLength, 20))
    #expect(try reason("file.path.replace('/', '/////')", environment) == .limit(.textLength, 20))
    #expect(try reason("'%s %s'.format([file.name, file.name])", environment) == nil)
    #expect(
      try reason("'%s'.format([[file.name, file.name, file.name]])", environment)
        == .limit(.textLength, 20))
  }

  @Test("bound lists and maps that are made")
  func elements() throws {
    let environment = environment { $0.elements = 4 }
    #expect(try reason("tags + tags", environment) == nil)
    #expect(try reason("tags + tags + tags", environment) == .limit(.elements, 4))
    #expect(try reason("file.path.split('')", environment) == .limit(.elements, 4))
  }

  @Test("bound results that are large by sharing")
  func sharing() throws {
    var source = "[event, event]"
    for index in 0..<20 { source = "cel.bind(v\(index), \(source), [v\(index), v\(index)])" }
    let environment = environment { ($0.steps, $0.elements) = (10_000, 1000) }
    #expect(try reason(source, environment) == .limit(.elements, 1000))
    let equality = "cel.bind(a, \(source), a == \(source))"
    #expect(try reason(equality, environment) == .limit(.steps, 10_000))
    #expect(try reason("'%s'.format([\(source)])", environment) == .limit(.steps, 10_000))
  }

  @Test("bound the work on long texts inside loops")
  func work() throws {
    let long = String(repeating: "a", count: 100_000)
    let environment = environment { $0.steps = 10_000 }
    let expression = try Expression(
      "tags.all(t, tags.all(u, tags.all(v, fields.contains('b') || true)))",
      environment: environment)
    let error = #expect(throws: EvaluationError.self) {
      try expression.evaluate([
        "tags": .list(Array(repeating: .string("x"), count: 2)), "fields": .string(long),
      ])
    }
    #expect(error?.reason == .limit(.steps, 10_000))
  }

  @Test("bound the states of patterns")
  func patterns() throws {
    let environment = environment { $0.patternSize = 50 }
    #expect(Sample.outcome("'a'.matches('a{49}')", environment) == #"{"bool":false}"#)
    #expect(Sample.outcome("'a'.matches('a{50}')", environment).hasPrefix("refused: "))
  }
}
