import Testing
import Values

@testable import Expressions

@Suite("The conformance suite")
struct ConformanceTests {
  @Test(
    "passes but for the listed exceptions", .enabled(if: CaseFile.text != nil, CaseFile.skipped))
  func cases() throws {
    let text = try #require(CaseFile.text)
    let report = ConformanceRunner().run(text)
    for failure in report.failed { Issue.record("\(failure.name): \(failure.reason)") }
    #expect(report.passed.count > 1000)
  }
}
