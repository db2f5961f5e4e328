internal import Testing
internal import YAML

@Suite("Limits of YAML files")
struct LimitTests {
  private func limits(_ change: (inout ParserLimits) -> Void) -> ParserLimits {
    var limits = ParserLimits()
    change(&limits)
    return limits
  }

  @Test("A file may have as many bytes as the limit says, and no more")
  func size() {
    let limits = limits { $0.bytes = 4 }
    #expect(reading("a: b", limits: limits) == #"{a: "b"}"#)
    #expect(
      reading("a: bc", limits: limits)
        == "f.yaml:1:1: the file has 5 bytes; the limit is 4; split it into several files")
  }

  @Test("Nesting ends at the limit, also through aliases")
  func depth() {
    let limits = limits { $0.depth = 3 }
    #expect(reading("[[a]]", limits: limits) == #"[["a"]]"#)
    #expect(reading("[[[a]]]", limits: limits).hasPrefix("f.yaml:1:4: lists and mappings stand"))
    #expect(reading("- &x [a]\n- *x", limits: limits) == #"[["a"], ["a"]]"#)
    #expect(
      reading("- &x [a]\n- [*x]", limits: limits).hasPrefix("f.yaml:2:4: lists and mappings stand"))
  }

  @Test("Nesting of thousands of brackets ends in an error")
  func deepBrackets() {
    for bracket in ["[", "{", "- ", "? ", "{a: "] {
      let text = String(repeating: bracket, count: 100_000)
      #expect(reading(text).hasPrefix("f.yaml:1:"))
    }
  }

  @Test("Values are counted with what aliases repeat")
  func nodes() {
    let limits = limits { $0.nodes = 7 }
    #expect(reading("- &x [a, b]\n- *x", limits: limits) == #"[["a", "b"], ["a", "b"]]"#)
    #expect(
      reading("- &x [a, b]\n- *x\n- c", limits: limits)
        .hasPrefix("f.yaml:3:3: the file has more than 7 values"))
  }

  @Test("Text is counted with what aliases repeat")
  func text() {
    let limits = limits { $0.textBytes = 6 }
    #expect(reading("- &x abc\n- *x", limits: limits) == #"["abc", "abc"]"#)
    #expect(
      reading("- &x abc\n- *x\n- d", limits: limits)
        .hasPrefix("f.yaml:3:3: the file has more than 6 bytes of text"))
  }

  @Test("A pile of aliases of aliases ends in a located error")
  func aliasBomb() {
    var text = "a0: &a0 [lol, lol, lol, lol, lol, lol, lol, lol, lol]\n"
    for level in 1...9 {
      let members = Array(repeating: "*a\(level - 1)", count: 9).joined(separator: ", ")
      text += "a\(level): &a\(level) [\(members)]\n"
    }
    #expect(reading(text).hasPrefix("f.yaml:6:10: "))
    #expect(reading(text).contains("more than 100000 values"))
  }

  @Test("A mapping of many keys is read")
  func manyKeys() throws {
    let text = (0..<20_000).map { "k\($0): \($0)\n" }.joined()
    #expect(try Parser.parse(text, file: "f").first?.mapping?.count == 20_000)
  }
}
