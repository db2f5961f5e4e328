internal import Diagnostics
internal import Testing

@Suite("Lines of files")
struct SourceTextTests {
  @Test("Lines end at line feed, carriage return or both")
  func lines() {
    let source = SourceText(file: "f", text: "\u{FEFF}a\r\nb\rc\n\nd")
    #expect((0...7).map { source.line($0) } == [nil, "a", "b", "c", "", "d", nil, nil])
  }

  @Test("A last line break begins an empty line, where an error at the end may stand")
  func end() {
    let source = SourceText(file: "f", text: "a\n")
    #expect(source.line(2) == "")
    #expect(source.line(3) == nil)
    #expect(SourceText(file: "f", text: "").line(1) == "")
  }

  @Test("Places of other files have no excerpt")
  func otherFile() {
    let source = SourceText(file: "f", text: "a")
    #expect(source.excerpt(at: .init(file: "g", line: 1, column: 1), width: 1) == nil)
    #expect(source.excerpt(at: .init(wholeFile: "f"), width: 1) == nil)
    #expect(source.excerpt(at: .init(file: "f", line: 1, column: 1), width: 1) != nil)
  }
}
