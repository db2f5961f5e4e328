internal import Diagnostics
internal import Testing
internal import Values
internal import YAML

@Suite("Diagnostics for people")
struct RenderingTests {
  private func rendered(
    _ line: String, column: Int, width: Int = 1, number: Int = 7, message: String = "oh"
  ) -> String {
    let excerpt = Excerpt(line: number, text: line, column: column, width: width)
    let place = SourceLocation(file: "f.yaml", line: number, column: column)
    return Diagnostic(.error, message, at: place, excerpt: excerpt).rendered()
  }

  @Test("A misspelt key is shown with its line and the right name")
  func misspelt() {
    let text = "# a\n# b\n# c\nrules:\n  - id: x\n    run: y\n    wehn:\n      folder: z\n"
    let report = findings(text) { node, collector in
      guard let rule = node["rules"]?.sequence?.first,
        var reader = MappingReader(rule, of: "a rule", in: collector)
      else { return }
      _ = (reader.required("when"), reader.optional("id"), reader.required("run"))
      reader.finish()
    }
    #expect(
      report == """
        backup.yaml:7:5: error: `wehn` is not a key of a rule; did you mean `when`?
          7 |     wehn:
            |     ^~~~
        """)
  }

  @Test("A broken file shows where, and what to do")
  func syntax() {
    #expect(
      findings("a: 1\nif: !done\n") { _, _ in } == """
        backup.yaml:2:5: error: `!done` begins a YAML tag, and tags are not supported
          2 | if: !done
            |     ^~~~~
            = help: put the value in quotes or after `|`: if: '!done'
        """)
  }

  @Test("A repeated key shows both lines")
  func repeated() {
    #expect(
      findings("then: 1\nelse: 2\nthen: 3\n") { _, _ in } == """
        backup.yaml:3:1: error: `then` stands twice in one mapping: on line 1 and on line 3
          3 | then: 3
            | ^~~~
            = help: keep one of the two
        backup.yaml:1:1: note: `then` stands here first
          1 | then: 1
            | ^~~~
        """)
  }

  @Test("Bytes that are no UTF-8 are shown by number, and the caret points at the first")
  func notUTF8() {
    let bytes: [UInt8] = Array("ä: gr".utf8) + [0xFC, 0xDF] + Array("e\n".utf8)
    let collector = DiagnosticCollector(SourceText(file: "latin.yaml", bytes: bytes))
    #expect(collector.parse() == nil)
    #expect(
      collector.diagnostics.map { $0.rendered() } == [
        #"""
        latin.yaml:1:6: error: byte 0xFC is not UTF-8 text
          1 | ä: gr\xfc\xdfe
            |      ^~~~
            = help: save the file as UTF-8
        """#
      ])
  }

  /// A line, the column and width meant, and the two lines expected below the message.
  private static let lines: [(String, Int, Int, String)] = [
    ("\tab: c", 2, 2, "  7 |     ab: c\n    |     ^~"),
    ("a\tb", 3, 1, "  7 | a   b\n    |     ^"),
    ("日本: x", 5, 1, "  7 | 日本: x\n    |       ^"),
    ("日本: x", 1, 2, "  7 | 日本: x\n    | ^~~~"),
    ("e\u{301}x", 3, 1, "  7 | e\u{301}x\n    |  ^"),
    ("👩‍👧 x", 5, 1, "  7 | 👩‍👧 x\n    |    ^"),
    ("a\u{1B}[31mb", 3, 1, "  7 | a\\u{1b}[31mb\n    |        ^"),
    ("a\u{202E}b", 2, 1, "  7 | a\\u{202e}b\n    |  ^~~~~~~~"),
    ("abc", 4, 1, "  7 | abc\n    |    ^"),
    ("abc", 99, 5, "  7 | abc\n    |    ^"),
    ("abc", 2, 99, "  7 | abc\n    |  ^~"),
    ("", 1, 1, "  7 |\n    | ^"),
  ]

  @Test("Tabs, wide, combining and hidden characters keep the caret in place", arguments: lines)
  func columns(line: String, column: Int, width: Int, expected: String) {
    let text = rendered(line, column: column, width: width)
    #expect(text == "f.yaml:7:\(column): error: oh\n" + expected)
  }

  @Test("A long line is cut around the caret")
  func longLine() throws {
    let line = String(repeating: "a", count: 500) + "X" + String(repeating: "b", count: 500)
    let parts = rendered(line, column: 501).split(separator: "\n").map { $0.dropFirst(6) }
    #expect(parts[1].count == Excerpt.maximumWidth)
    #expect(parts[1].hasPrefix("…a") && parts[1].hasSuffix("b…"))
    let caret = try #require(parts[2].firstIndex(of: "^"))
    let distance = parts[2].distance(from: parts[2].startIndex, to: caret)
    #expect(parts[1].dropFirst(distance).first == "X")
  }

  @Test("Of a very long line only the part around the place is kept")
  func veryLongLine() throws {
    let line = String(repeating: "a", count: 5000) + "X" + String(repeating: "b", count: 5000)
    let source = SourceText(file: "f", text: line)
    for column in [1, 5001, 10_001] {
      let place = SourceLocation(file: "f", line: 1, column: column)
      let excerpt = try #require(source.excerpt(at: place, width: 1))
      #expect(excerpt.text.count <= Excerpt.maximumText)
      let meant = excerpt.text.dropFirst(excerpt.column - 1).first
      #expect(meant == (column == 1 ? "a" : column == 5001 ? "X" : "b"))
    }
    let whole = SourceText(file: "f", text: String(repeating: "a", count: Excerpt.maximumText))
    let place = SourceLocation(file: "f", line: 1, column: 2)
    #expect(whole.excerpt(at: place, width: 1)?.text.count == Excerpt.maximumText)
    #expect(whole.excerpt(at: place, width: 1)?.text.contains("…") == false)
  }

  @Test("A line of just the limit is whole, one more character is cut", arguments: [0, 1])
  func limit(excess: Int) {
    let line = String(repeating: "a", count: Excerpt.maximumWidth + excess)
    #expect(rendered(line, column: 1).contains("…") == (excess == 1))
    #expect(rendered(line, column: line.count + 1).contains("…") == (excess == 1))
  }

  @Test("Line numbers of four digits widen the margin")
  func wideNumbers() {
    #expect(
      rendered("ab", column: 2, number: 1234) == """
        f.yaml:1234:2: error: oh
        1234 | ab
             |  ^
        """)
  }

  @Test("A message stays one line, whatever names it holds")
  func hostileMessage() {
    let text = rendered("x", column: 1, message: "`a\nb\u{1B}[2J\u{10FF80}` is odd")
    #expect(text.hasPrefix("f.yaml:7:1: error: `a\\nb\\u{1b}[2J\\x80` is odd\n"))
  }

  @Test("A message about a whole file has no line")
  func wholeFile() {
    let place = SourceLocation(wholeFile: "f.yaml")
    let message = Diagnostic(.warning, "is empty", at: place, help: "add a rule")
    #expect(message.rendered() == "f.yaml: warning: is empty\n  help: add a rule")
  }

  @Test("Colour changes nothing but the escape sequences")
  func color() {
    let excerpt = Excerpt(line: 1, text: "abc", column: 2, width: 2)
    let place = SourceLocation(file: "f", line: 1, column: 2)
    let note = Diagnostic(.note, "there", at: place)
    let message = Diagnostic(.error, "oh", at: place, excerpt: excerpt, help: "do", notes: [note])
    let colored = message.rendered(color: true)
    #expect(colored.contains("\u{1B}[1;31merror:\u{1B}[0m"))
    var plain = ""
    var isEscape = false
    for character in colored {
      if character == "\u{1B}" { isEscape = true }
      if !isEscape { plain.append(character) }
      if isEscape, character == "m" { isEscape = false }
    }
    #expect(plain == message.rendered())
  }

  @Test("As data a diagnostic has always the same keys")
  func value() {
    let excerpt = Excerpt(line: 1, text: "abc", column: 2, width: 2)
    let place = SourceLocation(file: "f", line: 1, column: 2)
    #expect(
      JSON.encode(Diagnostic(.error, "oh", at: place, excerpt: excerpt, help: "do").value)
        == #"{"severity":"error","message":"oh","file":"f","line":1,"column":2,"width":2,"#
        + #""text":"abc","help":"do","notes":[]}"#)
    #expect(
      JSON.encode(Diagnostic(.note, "oh").value)
        == #"{"severity":"note","message":"oh","file":null,"line":null,"column":null,"#
        + #""width":null,"text":null,"help":null,"notes":[]}"#)
  }
}
