internal import Testing
internal import YAML

@Suite("Where nodes stand")
struct MarkTests {
  @Test("Lines and columns count from 1, columns in characters, offsets in bytes")
  func positions() throws {
    let root = try #require(try Parser.parse("ä: ö\nlist:\n  - {k: v}\n", file: "f").first)
    let pairs = try #require(root.mapping)
    #expect(pairs[0].value.start == Mark(line: 1, column: 4, offset: 4))
    #expect(pairs[0].value.end == Mark(line: 1, column: 5, offset: 6))
    #expect(pairs[1].key.start == Mark(line: 2, column: 1, offset: 7))
    let item = try #require(pairs[1].value.sequence?.first)
    #expect(item.start == Mark(line: 3, column: 5, offset: 17))
    #expect(item.end == Mark(line: 3, column: 11, offset: 23))
    #expect(root.end == item.end)
  }

  @Test("A byte-order mark moves offsets but no columns, and CR LF is one line break")
  func byteOrderMark() throws {
    let root = try #require(try Parser.parse("\u{FEFF}a: b\r\nc: d\r\n", file: "f").first)
    #expect(root["a"]?.start == Mark(line: 1, column: 4, offset: 6))
    #expect(root["c"]?.start == Mark(line: 2, column: 4, offset: 12))
  }

  @Test("A value behind an anchor starts at the value")
  func anchored() throws {
    let root = try #require(try Parser.parse("a: &x 'b'\nc: &y # word\n  d\n", file: "f").first)
    #expect(root["a"]?.start == Mark(line: 1, column: 7, offset: 6))
    #expect(root["a"]?.scalar?.mark(ofCharacter: 0) == Mark(line: 1, column: 8, offset: 7))
    #expect(root["c"]?.start.line == 3)
    #expect(root["c"]?.scalar?.mark(ofCharacter: 0).column == 3)
  }

  /// A file, a character that stands once in a text of it, and where it stands.
  private static let inside: [(String, Character, String)] = [
    ("a: wxyZ", "Z", "1:7"),
    ("a: one\n  twoZ", "Z", "2:6"),
    ("a: one\n\n\n   twoZ", "Z", "4:7"),
    ("a: 'one''Z'", "Z", "1:10"),
    ("a: 'one\n\n  twoZ'", "Z", "3:6"),
    (#"a: "\t\x41\u00e4\U0001F47BZ""#, "Z", "1:27"),
    ("a: \"one\\\n   twoZ\"", "Z", "2:7"),
    ("a: \"one\\\n\n   twoZ\"", "Z", "3:7"),
    ("a: \"one \\\n  \\ Z\"", "Z", "2:5"),
    ("a: |\n  one\n  Z", "Z", "3:3"),
    ("a: |2\n    one\n  Z", "Z", "3:3"),
    ("a: |-\n\n\n   one\n     Z\n", "Z", "5:6"),
    ("a: >\n  one\n  two\n\n  Z\n", "Z", "5:3"),
    ("a: >\n  one\n    two\n  Z\n", "Z", "4:3"),
    ("a: >+ # word\n  one\n  äZ\n\n", "Z", "3:4"),
    ("a: |\r\n  one\r\n  Z\r\n", "Z", "3:3"),
  ]

  @Test("A character of a text is found in the file", arguments: inside)
  func insideScalars(text: String, character: Character, expected: String) throws {
    let node = try #require(try Parser.parse(text, file: "f").first?["a"])
    let value = try #require(node.scalar?.text)
    let index = try #require(value.firstIndex(of: character))
    let offset = value.utf8.distance(from: value.startIndex, to: index)
    #expect(node.mark(atOffset: offset).description == expected)
  }

  @Test("Behind the last character is a place too, and beyond it the same one")
  func behind() throws {
    let root = try #require(try Parser.parse("a: 'xy'\nb: \"\"\nc:\n", file: "f").first)
    #expect(root["a"]?.mark(atOffset: 2).description == "1:7")
    #expect(root["a"]?.mark(atOffset: 99).description == "1:7")
    #expect(root["b"]?.mark(atOffset: 0).description == "2:5")
    #expect(root["c"]?.mark(atOffset: 0).description == "3:3")
    #expect(root.mark(atOffset: 5) == root.start)
  }
}
