internal import Testing
internal import Values

@testable internal import Actions

@Suite("Text for one line")
struct LineTextTests {
  @Test(
    "control characters become visible",
    arguments: [
      ("two\nlines", "two\\nlines"), ("\u{1B}[31mred", "\\u{1b}[31mred"), ("a\tb\r", "a\\tb\\r"),
      ("plain ü", "plain ü"), ("\u{2028}", "\\u{2028}"), ("\u{10FFFF}x", "\\xffx"),
      ("nul\u{0}", "nul\\u{00}"),
    ])
  func oneLine(text: String, expected: String) {
    #expect(LineText.oneLine(text) == expected)
  }

  @Test("text of several lines loses what steers a terminal, and keeps its lines")
  func withoutControls() {
    #expect(LineText.withoutControls("a\u{1B}[1m\nb\u{0}\u{202E}c") == "a[1m\nbc")
    #expect(LineText.withoutControls("\u{10FFFE}") == "\\xfe")
  }

  @Test("cutting marks what is left out, and only then")
  func cut() {
    #expect(LineText.cut("abc", to: 3) == ("abc", false))
    #expect(LineText.cut("abcd", to: 3) == ("abc…", true))
    #expect(LineText.cut("", to: 3) == ("", false))
  }
}

@Suite("Values as text")
struct ValueTextTests {
  @Test("numbers, dates and files look as people write them")
  func texts() {
    #expect(ValueText.text(of: .double(1000)) == "1000")
    #expect(ValueText.text(of: .double(0.1)) == "0.1")
    #expect(ValueText.text(of: .double(1e300)) == "1e+300")
    #expect(ValueText.text(of: .int(-3)) == "-3")
    #expect(ValueText.text(of: .timestamp(.epoch)) == "1970-01-01T00:00:00Z")
    let file = Value.entity(Entity(type: "file", fields: ["path": .string("/a/b")]))
    #expect(ValueText.text(of: .optional(file)) == "/a/b")
    #expect(ValueText.text(of: .bytes([0x61, 0xFF])) == "a\u{10FFFF}")
    #expect(ValueText.text(of: .null) == nil)
    #expect(ValueText.text(of: .list([])) == nil)
  }
}
