internal import Testing
internal import YAML

@Suite("Reading YAML")
struct ParserTests {
  @Test(
    "Documents become nodes",
    arguments: [
      ("a: 1", #"{a: "1"}"#),
      ("- a\n- [b, {c: d}]\n", #"["a", ["b", {c: "d"}]]"#),
      ("a:\nb: ''\n", #"{a: "", b: ""}"#),
      ("'it''s': \"x\\ty\"", "{it's: \"x\ty\"}"),
      ("a: |\n  one\n  two\n", "{a: \"one\ntwo\n\"}"),
      ("a: >-\n  one\n  two\n", #"{a: "one two"}"#),
      ("a: 1\n---\nb: 2\n", #"{a: "1"} --- {b: "2"}"#),
      ("a: 1\r\nb:\r\n  - 2\r\n", #"{a: "1", b: ["2"]}"#),
      ("\u{FEFF}a: ü\n", #"{a: "ü"}"#),
      ("if: a.b && c || d\n", #"{if: "a.b && c || d"}"#),
      ("x: a:b\n", #"{x: "a:b"}"#),
      ("input: ${file}\n", #"{input: "${file}"}"#),
      ("a: \"\\u2028\\U0001F47B\"", "{a: \"\u{2028}👻\"}"),
    ])
  func documents(text: String, expected: String) {
    #expect(reading(text) == expected)
  }

  @Test(
    "What holds nothing gives no document",
    arguments: [
      "", "\n", "# only words\n", "---\n", "---\n# words\n---\n", "\u{FEFF}", "~no: x\n...",
    ])
  func nothing(text: String) {
    #expect(reading(text) == (text.hasPrefix("~") ? #"{~no: "x"}"# : ""))
  }

  @Test("Aliases stand for the value of their anchor")
  func aliases() {
    #expect(reading("a: &x [1]\nb: *x\n") == #"{a: ["1"], b: ["1"]}"#)
    #expect(reading("a: &x 1\nb: &x 2\nc: *x\n") == #"{a: "1", b: "2", c: "2"}"#)
    #expect(reading("a: &x k\n*x : v\n") == #"{a: "k", k: "v"}"#)
  }

  @Test("An anchor of one document is unknown in the next")
  func anchorsEndWithTheirDocument() {
    #expect(reading("a: &x 1\n---\nb: *x\n").contains("f.yaml:3:4: no anchor `&x`"))
  }

  @Test("Scalars keep how they were written")
  func styles() throws {
    let text = "- p\n- 's'\n- \"d\"\n- |\n  l\n- >\n  f\n"
    let members = try #require(try Parser.parse(text, file: "f").first?.sequence)
    #expect(
      members.map { $0.scalar?.style } == [
        .plain, .singleQuoted, .doubleQuoted, .literal, .folded,
      ])
  }

  @Test("A missing value is blank, an empty text is not")
  func blank() throws {
    let root = try #require(try Parser.parse("a:\nb: ''\nc: x\n", file: "f").first)
    #expect(root["a"]?.isBlank == true)
    #expect(root["b"]?.isBlank == false)
    #expect(root["c"]?.isBlank == false)
    #expect(root["d"] == nil)
    #expect(root["a"]?.kindInWords == "nothing")
    #expect(root.kindInWords == "a mapping")
  }
}
