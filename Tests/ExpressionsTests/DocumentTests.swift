import Expressions
import Testing
import Values

@Suite("The page on expressions")
struct DocumentTests {
  struct Example: Sendable, CustomTestStringConvertible {
    let source: String
    let expected: String

    var testDescription: String { source }
  }

  /// The lines of code blocks that say what comes out.
  static let examples: [Example] = {
    let page = CaseFile.bytes(CaseFile.root.appending("docs/expressions.md")) ?? []
    var isCode = false
    var examples: [Example] = []
    for line in String(decoding: page, as: UTF8.self).split(separator: "\n") {
      if line.hasPrefix("```") { isCode = line == "```cel" }
      let marker = "// → "
      guard isCode, let range = line.firstRange(of: marker) else { continue }
      examples.append(
        Example(
          source: String(line[..<range.lowerBound]), expected: String(line[range.upperBound...])))
    }
    return examples
  }()

  @Test("holds what it says", arguments: examples)
  func example(example: Example) throws {
    let outcome = Sample.outcome(example.source)
    guard example.expected != "error" else {
      #expect(outcome.hasPrefix("failed: "))
      return
    }
    #expect(outcome == Sample.outcome(example.expected))
    #expect(!outcome.hasPrefix("failed") && !outcome.hasPrefix("refused"))
  }

  @Test("has examples, and names the limits as they are")
  func page() {
    #expect(Self.examples.count > 90)
    let page = String(
      decoding: CaseFile.bytes(CaseFile.root.appending("docs/expressions.md")) ?? [],
      as: UTF8.self)
    let limits = ExpressionLimits.standard
    for number in [limits.sourceLength, limits.steps, limits.elements, limits.patternSize] {
      let text = String(number)
      let grouped = text.dropLast(3) + "," + text.suffix(3)
      #expect(page.contains("| \(grouped) |"))
    }
    #expect(page.contains("| \(limits.depth) |"))
  }
}
