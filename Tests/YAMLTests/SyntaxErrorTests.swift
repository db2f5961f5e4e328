internal import Testing
internal import YAML

@Suite("Errors in YAML files")
struct SyntaxErrorTests {
  /// A text, and the whole error it must give.
  private static let golden: [(String, String)] = [
    (
      "when:\n\tfolder: inbox\n",
      "f.yaml:2:1: a tab stands in the indentation; indent with spaces"
    ),
    (
      "a: b\n \tc: d\n",
      "f.yaml:2:2: a tab stands in the indentation; indent with spaces"
    ),
    (
      "a: |\n  x\n\ty\nb: 1\n",
      "f.yaml:3:1: a tab stands in the indentation; indent with spaces"
    ),
    (
      "then:\n  - notify: \"this text has no end\n",
      "f.yaml:2:13: this quote is never closed; add the closing `\"`"
    ),
    ("a: 'x\n\nb: 1\n", "f.yaml:1:4: this quote is never closed; add the closing `'`"),
    ("a: [1, 2\n", "f.yaml:1:4: this `[` is never closed; add the closing `]`"),
    (
      "a: {b: 1\nc: 2\n",
      "f.yaml:2:2: expected `,` or the closing bracket here; values in brackets that hold `:`, "
        + "`,`, `{` or `[` need quotes"
    ),
    (
      "a: 1\nb: 2\na: 3\n",
      "f.yaml:3:1: `a` stands twice in one mapping: on line 1 and on line 3; keep one of the two"
    ),
    (
      "if: !file.name.startsWith(\"draft\")\n",
      "f.yaml:1:5: `!file.name.startsWith(\"draft\")` begins a YAML tag, and tags are not "
        + "supported; put the value in quotes or after `|`: "
        + "if: '!file.name.startsWith(\"draft\")'"
    ),
    (
      "if: !done && ready\n",
      "f.yaml:1:5: `!done` begins a YAML tag, and tags are not supported; put the value in quotes "
        + "or after `|`: if: '!done && ready'"
    ),
    (
      "a: !!str 5\n",
      "f.yaml:1:4: `!!str` begins a YAML tag, and tags are not supported; put the value in quotes "
        + "or after `|`: a: '!!str 5'"
    ),
    (
      "a: &x !t {b: 1}\n",
      "f.yaml:1:7: `!t` begins a YAML tag, and tags are not supported; put the value in quotes "
        + "or after `|`"
    ),
    (
      "if: [!a, b]\n",
      "f.yaml:1:6: `!a,` begins a YAML tag, and tags are not supported; put the value in quotes "
        + "or after `|`"
    ),
    (
      "if:\n  - !a && b\n",
      "f.yaml:2:5: `!a` begins a YAML tag, and tags are not supported; put the value in quotes "
        + "or after `|`: - '!a && b'"
    ),
    (
      "if: \"a\" == x && y\n",
      "f.yaml:1:9: text goes on after the closing quote; put the value in quotes or after `|`: "
        + "if: '\"a\" == x && y'"
    ),
    (
      "with: {a: b: c}\n",
      "f.yaml:1:12: expected `,` or the closing bracket here; values in brackets that hold `:`, "
        + "`,`, `{` or `[` need quotes"
    ),
    (
      "  - if: \"draft\" in file.name\n",
      "f.yaml:1:17: text goes on after the closing quote; put the value in quotes or after `|`: "
        + "- if: '\"draft\" in file.name'"
    ),
    (
      "if: 'a' == b\n",
      "f.yaml:1:9: text goes on after the closing quote; put the value in quotes or after `|`: "
        + "if: '''a'' == b'"
    ),
    (
      "if: [1, 2].size() > 1\n",
      "f.yaml:1:11: text goes on after the closing bracket; put the value in quotes or after `|`: "
        + "if: '[1, 2].size() > 1'"
    ),
    (
      "if: *x > 1\n",
      "f.yaml:1:5: no anchor `&x` stands before the alias `*x`; put the value in quotes or after "
        + "`|`: if: '*x > 1'"
    ),
    (
      "name: *.pdf\n",
      "f.yaml:1:7: `*` begins an alias here; put the value in quotes or after `|`: name: '*.pdf'"
    ),
    (
      "if: a ? b : c\n",
      "f.yaml:1:11: a `:` inside a plain value begins a key; put the value in quotes or after `|`: "
        + "if: 'a ? b : c'"
    ),
    (
      "name: @home\n",
      "f.yaml:1:7: a plain value can't begin with `@`; put the value in quotes or after `|`: "
        + "name: '@home'"
    ),
    (
      "name: %d\n",
      "f.yaml:1:7: a plain value can't begin with `%`; put the value in quotes or after `|`: "
        + "name: '%d'"
    ),
    (
      "with: {vendor: ${x}}\n",
      "f.yaml:1:16: `${…}` inside `[ ]` or `{ }` is cut at its brace; put it in quotes: \"${…}\""
    ),
    (
      "a: {{ x }}\n",
      "f.yaml:1:5: `{{` begins a mapping in a mapping, not a template; a template is written "
        + "\"${…}\", in quotes"
    ),
    ("? [a]\n: b\n", "f.yaml:1:3: a key must be a text, not a list; put the key in quotes"),
    (
      "a: \"\\d+\"\n",
      "f.yaml:1:5: `\\d` is no escape of a text in double quotes; write `\\\\` for a backslash, or "
        + "use single quotes"
    ),
    ("a: \"x\\0\"\n", "f.yaml:1:4: a text can't hold a NUL character; remove the escape"),
    (
      "if: > 5\n",
      "f.yaml:1:7: text stands on the line of `|` or `>`; begin the text on the next line, indented"
    ),
    (
      "id: half\nwhen\n",
      "f.yaml:2:1: expected `:` after this key; a line of a mapping is `key: value`"
    ),
    (
      "a:\n  b: 1\n c: 2\n",
      "f.yaml:3:2: expected a key with the indentation of the mapping; check the indentation"
    ),
    (
      "- a\nb: 1\n",
      "f.yaml:2:1: expected `- ` with the indentation of the list; check the indentation"
    ),
    (
      "a: [1, , 2]\n",
      "f.yaml:1:8: expected a value here; values in brackets that hold `:`, `,`, `{` or `[` need "
        + "quotes"
    ),
    ("a: - b\n", "f.yaml:1:4: a list can't begin here; check the indentation"),
    (
      ": x\n",
      "f.yaml:1:1: there is no key before this `:`; write the key, or put the value in quotes"
    ),
    (
      "a: &x [1, *x]\n",
      "f.yaml:1:11: the alias `*x` stands inside its own anchor's value; write the inner value out"
    ),
    (
      "a: &x {b: 1}\nc:\n  <<: *x\n  d: 2\n",
      "f.yaml:3:3: merge keys (`<<`) are not supported; write the keys out where they are wanted"
    ),
    (
      "a: \u{2028}\n",
      "f.yaml:1:4: the character U+2028 may not stand in a YAML file; remove it, or write it in "
        + "double quotes as \"\\u2028\""
    ),
    ("ä: b\0\n", "f.yaml:1:5: the character U+0000 may not stand in a YAML file; remove it"),
  ]

  @Test("Each kind of trouble is named, located and comes with what to do", arguments: golden)
  func message(text: String, expected: String) {
    #expect(reading(text) == expected)
  }

  @Test("A quoted key that is no merge key is taken as it is")
  func quotedMergeKey() {
    #expect(reading("'<<': x\n") == #"{<<: "x"}"#)
  }

  @Test("A repeated key knows where it stood first")
  func related() throws {
    let error = #expect(throws: SyntaxError.self) {
      try Parser.parse("{a: 1, \"a\": 2}", file: "f")
    }
    #expect(error?.related?.mark == Mark(line: 1, column: 2, offset: 1))
    #expect(error?.mark.column == 8)
    #expect(error?.width == 3)
  }

  /// Bytes that are no UTF-8, and where they must be found.
  private static let badBytes: [([UInt8], String)] = [
    ([0x61, 0x0A, 0x62, 0xFC], "f.yaml:2:2: byte 0xFC is not"),
    ([0xC3, 0xA4, 0xC3], "f.yaml:1:2: byte 0xC3 is not"),
    ([0xC0, 0x80], "f.yaml:1:1: byte 0xC0 is not"),
    ([0xED, 0xA0, 0x80], "f.yaml:1:1: byte 0xED is not"),
    ([0xF4, 0x90, 0x80, 0x80], "f.yaml:1:1: byte 0xF4 is not"),
    ([0xEF, 0xBB, 0xBF, 0x61, 0x80], "f.yaml:1:2: byte 0x80 is not"),
    ([0x61, 0x0D, 0x0A, 0x0D, 0x62, 0xFF], "f.yaml:3:2: byte 0xFF is not"),
    ([0xFF, 0xFE, 0x61, 0x00], "f.yaml:1:1: the file is UTF-16"),
    ([0x61, 0xC2, 0x85], "f.yaml:1:2: the character U+0085"),
    ([0x61, 0x7F], "f.yaml:1:2: the character U+007F"),
    ([0x61, 0xEF, 0xBB, 0xBF], "f.yaml:1:2: the character U+FEFF"),
  ]

  @Test("Bytes that are no text are refused with their place", arguments: badBytes)
  func badText(bytes: [UInt8], expected: String) {
    #expect(reading(bytes).hasPrefix(expected))
  }
}
