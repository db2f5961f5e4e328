import RegularExpressions
import Testing

@Suite("Replacing with a regular expression")
struct ReplacingTests {
  struct Case: Sendable, CustomTestStringConvertible {
    let pattern: String
    let text: String
    let replacement: String
    let result: String
    var testDescription: String { "/\(pattern)/\(replacement)/ in \(text.debugDescription)" }
  }

  @Test(
    "A replacement may refer to groups",
    arguments: [
      Case(pattern: "b", text: "abcb", replacement: "x", result: "axcx"),
      Case(pattern: "(a)(b)?", text: "ab a", replacement: "<$2$1>", result: "<ba> <a>"),
      Case(pattern: "(?<n>a)", text: "a", replacement: "$<n>${n}${1}$1$0", result: "aaaaa"),
      Case(pattern: "a", text: "a", replacement: "$$1", result: "$1"),
      Case(pattern: "(a)", text: "a", replacement: "$10", result: "a0"),
      Case(pattern: "", text: "üb", replacement: "-", result: "-ü-b-"),
      Case(pattern: "x", text: "abc", replacement: "y", result: "abc"),
      Case(pattern: "a", text: "aü", replacement: "", result: "ü"),
    ])
  func groups(_ test: Case) throws {
    let expression = try RegularExpression(test.pattern)
    #expect(try expression.replacing(in: test.text, with: test.replacement).text == test.result)
  }

  @Test(
    "A replacement that refers to what is not there is an error",
    arguments: ["$", "a$b", "$2", "$<x>", "${x}", "$<n", "${2}", "$<>"])
  func wrong(replacement: String) throws {
    let expression = try RegularExpression("(?<n>a)")
    let error = try #require(throws: PatternError.self) {
      try expression.replacing(in: "a", with: replacement)
    }
    #expect(error.reason == .replacement)
    #expect(error.offset == (replacement.hasPrefix("a") ? 1 : 0))
  }

  @Test("Only as many matches are replaced as wanted, and their number is told")
  func limit() throws {
    let expression = try RegularExpression("a")
    let result = try expression.replacing(in: "aaa", with: "b", limit: 2)
    #expect(result.text == "bba")
    #expect(result.count == 2)
  }

  @Test("A result over the limit is an error")
  func resultLimit() throws {
    let expression = try RegularExpression("a")
    let piece = String(repeating: "x", count: RegularExpression.Limits.result / 8)
    #expect(
      try expression.replacing(in: "aaaaaaaa", with: { _ in piece }).text.utf8.count
        == RegularExpression.Limits.result)
    let error = try #require(throws: PatternError.self) {
      try expression.replacing(in: "aaaaaaaaa", with: { _ in piece })
    }
    #expect(error.reason == .resultTooLong)
  }

  @Test("A closure may make each replacement")
  func closure() throws {
    let expression = try RegularExpression(#"\d+"#)
    let result = try expression.replacing(in: "1 22 3") { match in
      String(match.text.utf8.count)
    }
    #expect(result.text == "1 2 1")
    #expect(result.count == 3)
  }
}
