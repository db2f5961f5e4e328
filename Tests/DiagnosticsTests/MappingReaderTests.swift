internal import Diagnostics
internal import Testing
internal import Values
internal import YAML

@Suite("Reading mappings")
struct MappingReaderTests {
  @Test("All errors of a mapping are told at once")
  func several() {
    let text = "titel: x\nmax: 007\ncolour: red\nmode: quued\n"
    let report = findings(text, file: "f") { node, collector in
      guard var reader = MappingReader(node, of: "a rule", in: collector) else { return }
      _ = reader.requiredText("run")
      _ = reader.optionalText("title")
      _ = reader.optional("max", as: .integer)
      _ = reader.optional("mode", as: .oneOf(["queued", "single"]))
      reader.finish()
    }
    #expect(
      report == """
        f:1:1: error: a rule needs the key `run`
          1 | titel: x
            | ^
        f:2:6: error: `007` has a leading zero
          2 | max: 007
            |      ^~~
            = help: write `7`
        f:4:7: error: `quued` is none of `queued`, `single`; did you mean `queued`?
          4 | mode: quued
            |       ^~~~~
        f:1:1: error: `titel` is not a key of a rule; did you mean `title`?
          1 | titel: x
            | ^~~~~
        f:3:1: error: `colour` is not a key of a rule
          3 | colour: red
            | ^~~~~~
        """)
  }

  @Test("What is no mapping is said so")
  func noMapping() {
    let report = findings("just a sentence\n", file: "f") { node, collector in
      #expect(MappingReader(node, of: "a rule", in: collector) == nil)
    }
    #expect(report.hasPrefix("f:1:1: error: expected a rule (a mapping), found a text\n"))
  }

  @Test("Values come back as their fields' types")
  func values() {
    _ = findings("a: 0012\nb: 12\nc: 1h 30min\n", file: "f") { node, collector in
      guard var reader = MappingReader(node, of: "a rule", in: collector) else { return }
      #expect(reader.keys == ["a", "b", "c"])
      #expect(reader.requiredText("a") == "0012")
      #expect(reader.required("b", as: .integer) == .int(12))
      #expect(reader.required("c", as: .duration) == .duration(.seconds(5400)))
      #expect(reader.optional("d") == nil && !reader.has("e"))
      reader.finish()
      #expect(collector.diagnostics.isEmpty && !collector.hasErrors)
    }
  }

  @Test("A key that is right elsewhere is suggested and still an error")
  func suggestions() {
    let report = findings("at-onc: 2\n", file: "f") { node, collector in
      guard let reader = MappingReader(node, of: "a step", in: collector) else { return }
      reader.finish(suggesting: ["at-once"])
    }
    #expect(report.contains("`at-onc` is not a key of a step; did you mean `at-once`?"))
  }

  @Test("A file has a limited number of messages, and the rest is counted")
  func limit() {
    let text = (0...DiagnosticCollector.maximum).map { "k\($0): x\n" }.joined()
    _ = findings(text) { node, collector in
      guard let reader = MappingReader(node, of: "a rule", in: collector) else { return }
      reader.finish()
      #expect(collector.diagnostics.count == DiagnosticCollector.maximum)
      #expect(collector.leftOut == 1)
      #expect(collector.hasErrors)
    }
  }

  @Test("An error inside a folded text points at its line and column")
  func insideText() {
    let text = "if: >\n  size > 0 &&\n  nmae == \"x\"\n"
    let report = findings(text, file: "f") { node, collector in
      guard let condition = node["if"], let text = condition.scalar?.text,
        let name = text.firstIndex(of: "n")
      else { return }
      let offset = text.utf8.distance(from: text.startIndex, to: name)
      collector.report(
        LocatedError(
          .custom("`nmae` is unknown"), in: condition, offset: offset, length: 4, file: "f"))
    }
    #expect(
      report == """
        f:3:3: error: `nmae` is unknown
          3 |   nmae == "x"
            |   ^~~~
        """)
  }

  @Test("A value cut by a comment is told with the line in quotes")
  func cutByComment() throws {
    let text = "if: name == \"a #1\"\nor: a # b\nplain: a#b\n"
    let root = try #require(try Parser.parse(text, file: "f").first)
    #expect(
      root["if"]?.quotingHelp
        == "`#1\"` is a comment to YAML; put the value in quotes or after `|`: "
        + "if: 'name == \"a #1\"'")
    #expect(root["or"]?.quotingHelp != nil)
    #expect(root["plain"]?.quotingHelp == nil)
  }
}
