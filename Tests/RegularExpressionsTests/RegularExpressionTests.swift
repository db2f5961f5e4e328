import RegularExpressions
import Testing

@Suite("A regular expression")
struct RegularExpressionTests {
  @Test("The first match tells text, range in bytes and groups by number and name")
  func firstMatch() throws {
    let expression = try RegularExpression(#"(?<key>\w+)=(?<value>\w+)?;"#)
    let match = try #require(try expression.firstMatch(in: "grün: über=; k=v;"))
    #expect(match.text == "über=;")
    #expect(match.whole.range == 7..<14)
    #expect(match[1]?.text == "über")
    #expect(match[2] == nil)
    #expect(match[3] == nil)
    #expect(match["key"]?.range == 7..<12)
    #expect(match["value"] == nil)
    #expect(match["other"] == nil)
    #expect(match.named.map(\.name) == ["key", "value"])
    #expect(match[0] == match.whole)
  }

  @Test("No match is nil, also in an empty text")
  func noMatch() throws {
    let expression = try RegularExpression("x")
    #expect(try expression.firstMatch(in: "abc") == nil)
    #expect(try expression.firstMatch(in: "") == nil)
    #expect(try RegularExpression("").firstMatch(in: "")?.whole.range == 0..<0)
  }

  struct Case: Sendable, CustomTestStringConvertible {
    let pattern: String
    var options: RegularExpression.Options = []
    let text: String
    let found: [String]
    var testDescription: String { "/\(pattern)/ in \(text.debugDescription)" }
  }

  @Test(
    "All matches come from left to right and don't overlap",
    arguments: [
      Case(pattern: "aa", text: "aaaaa", found: ["aa", "aa"]),
      Case(pattern: "x*", text: "axb", found: ["", "x", "", ""]),
      Case(pattern: "a|", text: "üa", found: ["", "a", ""]),
      Case(pattern: "$", options: .multiline, text: "a\r\nb", found: ["", ""]),
      Case(pattern: "^.", options: .multiline, text: "a\nb", found: ["a", "b"]),
      Case(pattern: "A", options: .ignoringCase, text: "aÄA", found: ["a", "A"]),
      Case(pattern: "ä", options: .ignoringCase, text: "aÄA", found: ["Ä"]),
      Case(pattern: "a.c", text: "a\nc", found: []),
      Case(pattern: "a.c", options: .dotMatchesLineEnds, text: "a\nc", found: ["a\nc"]),
      Case(pattern: "a b # c", options: .extended, text: "ab", found: ["ab"]),
      Case(pattern: "a.", options: .literal, text: "ab a.", found: ["a."]),
      Case(pattern: "A.", options: [.literal, .ignoringCase], text: "a.", found: ["a."]),
      Case(pattern: "a", options: .wholeText, text: "aa", found: []),
      Case(pattern: "a+", options: .wholeText, text: "aa", found: ["aa"]),
      Case(pattern: #"\w\b"#, text: "né à", found: ["é", "à"]),
      Case(pattern: ".", text: "👍🏽e", found: ["👍", "🏽", "e"]),
      Case(pattern: #"a\Kb"#, text: "abab", found: ["b", "b"]),
      Case(pattern: #"(?<=a)b"#, text: "ab", found: ["b"]),
      Case(pattern: "a\0b", text: "a\0b", found: ["a\0b"]),
    ])
  func allMatches(_ test: Case) throws {
    let expression = try RegularExpression(test.pattern, options: test.options)
    let (matches, isCut) = try expression.allMatches(in: test.text)
    // Compared by scalars: Swift joins some of them to one character.
    #expect(matches.map { Array($0.text.utf8) } == test.found.map { Array($0.utf8) })
    #expect(!isCut)
  }

  @Test("More matches than the limit are cut and said to be")
  func limit() throws {
    let expression = try RegularExpression("a")
    let found = try expression.allMatches(in: "aaaa", limit: 3)
    #expect(found.matches.count == 3)
    #expect(found.isCut)
    #expect(try !expression.allMatches(in: "aaaa", limit: 4).isCut)
  }

  @Test(
    "A wrong pattern is an error that says what and where",
    arguments: [
      ("a(b", 3), ("a)b", 1), ("[a", 2), ("*", 0), (#"a\"#, 2), ("(?<n>a)(?<n>b)", 12),
      (#"ü\C"#, 4),
    ])
  func wrong(pattern: String, offset: Int) throws {
    let error = try #require(throws: PatternError.self) { try RegularExpression(pattern) }
    #expect(error.reason == .invalid)
    #expect(error.offset == offset)
    #expect(!error.message.isEmpty)
  }

  @Test("A pattern at the limit of its length is taken, one over it is not")
  func longPattern() throws {
    let longest = String(repeating: "a", count: RegularExpression.Limits.pattern)
    // The library has a limit of its own on compiled code, which may come first.
    do throws(PatternError) {
      _ = try RegularExpression(longest)
    } catch {
      #expect(error.reason == .tooComplex)
      #expect(error.offset != nil)
    }
    let error = try #require(throws: PatternError.self) { try RegularExpression(longest + "a") }
    #expect(error.reason == .tooComplex)
    #expect(error.offset == nil)
  }

  @Test("Parentheses nest to the limit and no further")
  func nesting() throws {
    func nested(_ depth: Int) -> String {
      String(repeating: "(?:", count: depth) + "a" + String(repeating: ")", count: depth)
    }
    let deepest = Int(RegularExpression.Limits.nesting)
    #expect(try RegularExpression(nested(deepest)).matches("a"))
    let error = try #require(throws: PatternError.self) {
      try RegularExpression(nested(deepest + 1))
    }
    #expect(error.reason == .tooComplex)
  }

  @Test("A search that would take for ever is given up")
  func tooHard() throws {
    let expression = try RegularExpression("(a+)+$")
    let text = String(repeating: "a", count: 40) + "!"
    let error = try #require(throws: PatternError.self) { try expression.firstMatch(in: text) }
    #expect(error.reason == .tooHard)
  }

  @Test("A search that is quadratic in a long text is given up when its time is over")
  func tooSlow() throws {
    let text = String(repeating: "ab", count: 500_000)
    let expressions = ["(?:(.)(?=.*))*[xy]", "(?=.*[xy])b"]
    for pattern in expressions {
      let expression = try RegularExpression(pattern)
      let error = try #require(throws: PatternError.self) {
        try expression.firstMatch(in: text, within: .milliseconds(50))
      }
      #expect(error.reason == .tooHard)
    }
  }

  @Test("All matches of a search together have one time")
  func timeOfAll() throws {
    let expression = try RegularExpression("a")
    let error = try #require(throws: PatternError.self) {
      try expression.allMatches(in: "aaa", within: .zero - .nanoseconds(1))
    }
    #expect(error.reason == .tooHard)
  }

  @Test("A search that needs too much memory is given up")
  func tooMuchMemory() throws {
    // Each try of the group keeps a frame until the end.
    let expression = try RegularExpression("^(?:(a)|b)*x")
    let text = String(repeating: "ab", count: 500_000)
    let error = try #require(throws: PatternError.self) { try expression.firstMatch(in: text) }
    #expect(error.reason == .tooHard)
  }

  @Test("One expression serves many threads at a time")
  func shared() async throws {
    let expression = try RegularExpression(#"(\d+)-(\d+)"#)
    try await withThrowingTaskGroup(of: Bool.self) { group in
      for number in 0..<64 {
        group.addTask {
          try expression.firstMatch(in: "a\(number)-\(number)")?[2]?.text == "\(number)"
        }
      }
      for try await isRight in group { #expect(isRight) }
    }
  }
}
