import Expressions
import Testing
import Values

@Suite("Messages")
struct MessageTests {
  struct Wrong: Sendable, CustomTestStringConvertible {
    let source: String
    let part: String
    let message: String
    let help: String?

    init(_ source: String, _ part: String, _ message: String, _ help: String? = nil) {
      (self.source, self.part, self.message, self.help) = (source, part, message, help)
    }

    var testDescription: String { source }
  }

  static let wrong: [Wrong] = [
    Wrong("file.szie > 5", "szie", "file has no field `szie`", "did you mean `size`?"),
    Wrong(
      "file.zzz > 5", "zzz", "file has no field `zzz`",
      "it has path, name, stem, ext, folder, size, modified, is_folder, kind"),
    Wrong("fiel.size > 5", "fiel", "there is no `fiel` here", "did you mean `file`?"),
    Wrong("name == 'x'", "name", "there is no `name` here", "did you mean `file.name`?"),
    Wrong(
      "file.name == *.pdf", "*", "`*` cannot stand here",
      "patterns are text: write x.glob(\"*.pdf\") or x.endsWith(\".pdf\")"),
    Wrong("event = 'added'", "=", "`=` has no meaning here", "two values are compared with `==`"),
    Wrong(
      "event == added", "added", "there is no `added` here",
      "there is event, fields, file, maybe, now, sizes, tags; text stands between quotes"),
    Wrong("event == 'a' and true", "and", "`and` cannot stand here", "write `&&` for \"and\""),
    Wrong("not true", "true", "`true` cannot stand here", "write `!` for \"not\""),
    Wrong("event == 'a' & true", "&", "`&` has no meaning here", "write `&&` for \"and\""),
    Wrong("file.size > 5 MB", "MB", "`MB` cannot stand here"),
    Wrong(
      "file.size > 5MB", "MB", "`MB` follows a number",
      "sizes are written bytesize(\"5 MB\"), times span(\"5 MB\")"),
    Wrong("(file.size > 5", "(", "`(` is not closed"),
    Wrong("file.size >", "", "the expression ends too early"),
    Wrong(
      "file.size > 'a'", "file.size > 'a'", "`>` does not go with int and string",
      "numbers become text with string(…), text a number with int(…) or double(…)"),
    Wrong(
      "file.modified > '2026-01-01'", "file.modified > '2026-01-01'",
      "`>` does not go with timestamp and string",
      "text becomes a time with timestamp(\"…\"), a span with span(\"…\")"),
    Wrong(
      "file.size == 'a'", "file.size == 'a'", "`==` does not go with int and string",
      "values of different types are never equal"),
    Wrong(
      "file.name.startWith('a')", "startWith", "there is no function `startWith`",
      "did you mean `startsWith`?"),
    Wrong(
      "file.name.startsWith(5)", "file.name.startsWith(5)", "there is no string.startsWith(int)",
      "there is string.startsWith(string)"),
    Wrong(
      "startsWith(file.name, 'a')", "startsWith", "`startsWith` is not called this way",
      "write string.startsWith(string)"),
    Wrong("file.name.startsWith 'a'", "'a'", "a text cannot stand here"),
    Wrong(
      "file.name contains 'a'", "contains", "`contains` cannot stand here",
      "write it as a call: x.contains(\"…\")"),
    Wrong(
      "file.name.size > 5", "size", "string has no fields", "`size` is a function: write .size(…)"),
    Wrong(
      "math.flor(1.5)", "math.flor(1.5)", "there is no function `math.flor`", "there is math.floor"),
    Wrong(
      "file.size && true", "file.size", "each side of `&&` must be true or false, but this is int"),
    Wrong(
      "file.size ? 1 : 2", "file.size",
      "the condition before `?` must be true or false, but this is int"),
    Wrong(
      "true ? 1 : 'a'", "true ? 1 : 'a'", "the two sides of `:` are int and string",
      "put one of them into dyn(…) if both are meant"),
    Wrong(
      "true ? 1", "",
      "the expression ends too early: expected `:` and the value for when the condition does not hold"
    ),
    Wrong("if", "if", "`if` is a reserved word"),
    Wrong(
      "${file.name}", "$", "`$` has no meaning here",
      "inside an expression names stand alone, without `$`"),
    Wrong(
      "“a”", "“", "`“` has no meaning here", "text stands between straight quotes, \"…\" or '…'"),
    Wrong("tags['a']", "tags['a']", "a list is indexed by int, not by string"),
    Wrong("sizes[1]", "sizes[1]", "the keys of this map are string, not int"),
    Wrong("{1.5: 'a'}", "1.5", "double cannot be the key of a map"),
    Wrong("[?1]", "1", "after `?` stands an optional, but this is int"),
    Wrong("fields.`a b", "`a b", "the quoted name does not end"),
    Wrong("&& true", "&&", "`&&` cannot stand here", "a value is missing before it"),
    Wrong("'ä' + fiel", "fiel", "there is no `fiel` here", "did you mean `file`?"),
    Wrong("", "", "the expression is empty"),
  ]

  @Test("say what is wrong, where, and what to write", arguments: wrong)
  func load(wrong: Wrong) throws {
    let error = try #require(
      #expect(throws: ExpressionError.self) {
        try Expression(wrong.source, environment: Sample.environment)
      })
    let scalars = Array(wrong.source.unicodeScalars)
    let end = min(error.range.upperBound, scalars.count)
    let part = String(String.UnicodeScalarView(scalars[min(error.range.lowerBound, end)..<end]))
    #expect(error.message == wrong.message)
    #expect(error.help == wrong.help)
    #expect(part == wrong.part)
  }

  @Test(
    "of a failed evaluation point at the part that failed",
    arguments: [
      ("file.size > 5 && fields.missing > 3", "fields.missing"),
      ("true && 1 / (file.size - 4096) > 0", "1 / (file.size - 4096)"),
      ("tags[7] == 'x'", "tags[7]"), ("[1, 2].map(x, x / (x - 2))", "x / (x - 2)"),
      ("!disk('x').mounted", "disk('x')"),
      ("int(event) > 3", "int(event)"), ("'ä' == fields.nope", "fields.nope"),
    ])
  func evaluation(source: String, part: String) throws {
    let expression = try Expression(source, environment: Sample.environment)
    let error = try #require(
      #expect(throws: EvaluationError.self) {
        try expression.evaluate(Sample.bindings, world: Sample.world, now: Sample.now)
      })
    let scalars = Array(source.unicodeScalars)
    #expect(String(String.UnicodeScalarView(scalars[error.range])) == part)
  }

  @Test("name a variable that was promised and did not come")
  func unbound() throws {
    let expression = try Expression("file.size > 5", environment: Sample.environment)
    let error = #expect(throws: EvaluationError.self) { try expression.evaluate() }
    #expect(error == EvaluationError(.noSuchVariable("file"), at: 0..<4))
  }

  @Test("say that a condition is no truth value")
  func condition() throws {
    let expression = try Expression("fields.count", environment: Sample.environment)
    let error = #expect(throws: EvaluationError.self) { try expression.test(Sample.bindings) }
    #expect(error?.message == "`a condition` does not go with int")
  }
}
