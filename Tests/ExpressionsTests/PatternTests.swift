import Testing
import Values

@testable import Expressions

@Suite("Regular expressions")
struct PatternTests {
  private func isFound(_ pattern: String, _ text: String) throws -> Bool? {
    var steps = 1_000_000
    return try LinearRegex(pattern, limit: 10_000).isFound(in: text, steps: &steps)
  }

  @Test(
    "find what they describe",
    arguments: [
      ("abc", "xabcx"), ("", ""), ("^abc$", "abc"), ("a.c", "aäc"), ("a|b|c", "xb"),
      ("^(ab|cd)*$", "ababcd"), ("^a{2,3}$", "aaa"),
      ("^a{2}$", "aa"), ("^a{2,}$", "aaaa"), ("^a{0}$", ""), ("a{,2}", "a{,2}"),
      ("^[a-c]+$", "abcabc"), ("^[^a-c]+$", "xyz"), ("^[]a]+$", "]a"),
      ("^[a\\]b]+$", "a]b"), ("^[a-]+$", "a-"), ("\\d+", "x42"), ("^\\D+$", "abc"),
      ("^\\w+$", "a_1"), ("\\s", "a b"), ("^\\S+$", "ab"),
      ("\\bfoo\\b", "a foo b"), ("\\Boo", "foo"), ("(?i)ABC", "xabc"), ("(?i)straße", "STRAßE"),
      ("(?i:a)B", "AB"), ("(?s)a.b", "a\nb"), ("(?m)^b$", "a\nb\nc"),
      ("(?-s)a.b", "axb"), ("^[[:alpha:]]+$", "abC"), ("^[[:^digit:]]+$", "abc"),
      ("^\\p{L}+$", "äöü"), ("^\\p{Lu}\\p{Ll}$", "Äö"), ("\\pN", "5"), ("^\\PL$", "5"),
      ("\\p{^L}", "5"),
      ("\\x41\\x{1F431}", "A🐱"), ("\\.\\*\\?", ".*?"), ("\\Qa.b\\E.", "a.bx"), ("a+?b*?", "aab"),
      ("(?P<year>\\d{4})", "2026"), ("(?<year>\\d{4})", "2026"),
      ("\\A\\w+\\z", "abc"), ("(?:)", ""), ("()", "x"), ("(a|)b", "b"), ("[\\d.]+", "1.5"),
      ("^[\\W]$", "-"), ("[[:space:][:digit:]]", "7"), ("(?i)[k]", "\u{212A}"), ("a||b", ""),
      ("^(a?){20}a{20}$", "aaaaaaaaaaaaaaaaaaaa"),
      ("\\t\\n", "\t\n"), ("{", "{"), ("a{x", "a{x"), ("]", "]"), ("}", "}"), ("(?i)é", "É"),
    ])
  func found(pattern: String, text: String) throws { #expect(try isFound(pattern, text) == true) }

  @Test(
    "do not find what they do not",
    arguments: [
      ("abc", "ab"), ("^a$", "a\n"), ("a.c", "a\nc"), ("^a{2,3}$", "aaaa"), ("[^a]", "a"),
      ("\\bfoo\\b", "afoo"), ("(?i:a)B", "Ab"), ("^b$", "a\nb"),
      ("\\d", "٣"), ("\\w", "ä"), ("[[:alpha:]]", "ä"), ("\\p{Lu}", "ä"), ("abc", "ABC"),
      ("^(ab)+$", "aba"), ("\\z.", "a"), ("[^\\d\\D]", "5"), ("(?i)(?-i)a", "A"),
    ])
  func notFound(pattern: String, text: String) throws {
    #expect(try isFound(pattern, text) == false)
  }

  @Test(
    "are refused with a reason where they are none",
    arguments: [
      ("(", "`(` is not closed"), (")", "`)` without `(`"), ("[a", "`[` is not closed"),
      ("*a", "`*` repeats nothing"), ("a**", "a repetition directly after another one"),
      ("a{1001}", "the repetition is out of range"), ("a{3,2}", "the repetition is out of range"),
      ("\\1", "a pattern cannot refer to an earlier group"),
      ("(?=a)", "a pattern cannot look ahead"),
      ("(?<=a)", "a group is named (?<name>…); nothing can be looked behind"),
      ("\\p{Nope}", "unknown property `Nope`; there is L, Lu, Ll, N, Nd, P, S, Z, C …"),
      ("\\", "a lone backslash"), ("\\y", "unknown escape `\\y`"),
      ("[z-a]", "the range is the wrong way round"), ("(?z)", "unknown flag `z`"),
      ("[[:nope:]]", "unknown class [:nope:]"), ("\\x4", "unknown escape"),
      ("{2}", "a repetition of nothing"),
      ("(a{1000}){1000}", "the pattern needs more than 10000 states"),
      ("((((){1000}){1000}){1000}a{1000}){11}", "the pattern needs more than 10000 states"),
    ])
  func refused(pattern: String, message: String) {
    let error = #expect(throws: RegexError.self) { try LinearRegex(pattern, limit: 10_000) }
    #expect(error?.message == message)
  }

  @Test("do not nest more deeply than the limit")
  func depth() {
    func nested(_ depth: Int) -> String {
      String(repeating: "(", count: depth) + "a" + String(repeating: ")", count: depth)
    }
    #expect(throws: Never.self) { try LinearRegex(nested(RegexParser.deepest - 1), limit: 100) }
    #expect(throws: RegexError.self) { try LinearRegex(nested(RegexParser.deepest), limit: 100) }
  }

  @Test("stop where the steps end, and need few where others need ages")
  func steps() throws {
    let regex = try LinearRegex("^(a+)+$", limit: 100)
    let text = String(repeating: "a", count: 5000) + "b"
    var many = 100_000
    #expect(regex.isFound(in: text, steps: &many) == false)
    var few = 1000
    #expect(regex.isFound(in: text, steps: &few) == nil)
  }

  @Test("are functions of expressions, known beforehand or not")
  func functions() throws {
    #expect(try Sample.value("file.name.matches('^ma.*\\\\.pdf$')") == .bool(true))
    #expect(try Sample.value("matches('abc', 'b')") == .bool(true))
    #expect(try Sample.value("tags.exists(t, 'x tax'.matches(t))") == .bool(true))
    #expect(
      Sample.outcome("['('].all(p, 'a'.matches(p))")
        == "failed: \"(\" is no regular expression: `(` is not closed")
  }
}
