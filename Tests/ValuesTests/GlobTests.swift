import Testing
import Values

@Suite("Shell patterns")
struct GlobTests {
  @Test(
    "match whole texts",
    arguments: [
      ("*.pdf", "a.pdf", true), ("*.pdf", ".pdf", true), ("*.pdf", "a.pdf.txt", false),
      ("*.pdf", "sub/a.pdf", false), ("**.pdf", "sub/a.pdf", true), ("a*", "abc", true),
      ("a*", "a/c", false), ("a*c", "abbc", true), ("a*c", "abbd", false), ("?", "ä", true),
      ("?", "", false), ("?", "/", false), ("???", "abc", true), ("[a-c]x", "bx", true),
      ("[!a-c]x", "bx", false), ("[^a-c]x", "dx", true), ("[]x]", "]", true), ("[a", "[a", true),
      ("{a,b}.txt", "b.txt", true), ("{a,b}.txt", "c.txt", false), ("{a,{b,c}d}", "cd", true),
      ("{a,b", "{a,b", true), ("a,b", "a,b", true), ("a}", "a}", true), ("\\*", "*", true),
      ("\\*", "a", false), ("a\\", "a\\", true), ("**/x", "x", true), ("**/x", "a/b/x", true),
      ("**/x", "ax", false), ("a/**", "a/b/c", true), ("a/**", "a", false),
      ("a/**/b", "a/b", true), ("a/**/b", "a/c/d/b", true), ("a/**/b", "a/cb", false),
      ("*/*", "a/b", true), ("*/*", "a/b/c", false), ("", "", true), ("", "a", false),
      ("*", "", true), ("*", "a/b", false), ("**", "a/b", true), ("a**b", "a/x/b", true),
      ("*{.jpg,.png}", "x.png", true), ("{,x}y", "y", true), ("[[:]", ":", true),
      ("*a*b*", "xaxbx", true), ("***", "a/b", true),
    ])
  func matching(pattern: String, text: String, expected: Bool) {
    #expect(GlobPattern(pattern).matches(text) == expected)
  }

  @Test("take names that are not UTF-8")
  func bytes() {
    #expect(GlobPattern("?.txt").matches(bytes: [0xFF] + Array(".txt".utf8)))
    #expect(!GlobPattern("?.txt").matches(bytes: [0xFF, 0xFE] + Array(".txt".utf8)))
  }

  @Test("say what they begin and end with")
  func literals() {
    #expect(GlobPattern("Scan*.pdf").literalPrefix == "Scan")
    #expect(GlobPattern("Scan*.pdf").literalSuffix == ".pdf")
    #expect(GlobPattern("x{a,b}c").literalPrefix == "x")
    #expect(GlobPattern("x{a,b}c").literalSuffix == "")
    #expect(GlobPattern("*.pdf").indexableShape == .suffix(".pdf"))
    #expect(GlobPattern("a\\*b").indexableShape == .literal("a*b"))
    #expect(GlobPattern("a*").indexableShape == .prefix("a"))
  }

  @Test("stay linear where stars would backtrack")
  func linear() {
    let pattern = GlobPattern(String(repeating: "*a", count: 40) + "b")
    #expect(!pattern.matches(String(repeating: "a", count: 2000)))
  }
}
