internal import Diagnostics
internal import TestKit
internal import Testing
internal import Values
internal import YAML

@Suite("Files from the field, read by their fields")
struct FieldCaseTests {
  private func collector(_ name: String) throws -> DiagnosticCollector {
    let bytes = try FixtureFile.bytes(name, of: "YAMLTests")
    return DiagnosticCollector(SourceText(file: name, bytes: bytes))
  }

  private func report(_ collector: DiagnosticCollector) -> String {
    collector.diagnostics.map { $0.rendered() }.joined(separator: "\n")
  }

  @Test("Times, addresses and numbers keep their shape")
  func shapes() throws {
    let collector = try collector("yaml-shapes.yaml")
    let root = try #require(collector.parse()?.first)
    var reader = try #require(MappingReader(root, of: "a sample", in: collector))
    let times = [27_000, 45_000, 45_045, 300, 86_399].map { Value.duration(.seconds($0)) }
    #expect(reader.required("times", as: .list(.timeOfDay)) == .list(times))
    #expect(reader.required("day", as: .date) == .string("2026-01-02"))
    let texts = [
      "id": "0012", "device": "10:20:30:40:50:10", "serial": "1e3", "uuid": "1234-5678",
      "version": "1.10", "mode": "0644", "label_number": "007", "phone": "+49123",
    ]
    for (key, text) in texts { #expect(reader.requiredText(key) == text) }
    #expect(reader.required("path", as: .path) == .string("~/in"))
    #expect(reader.required("star", as: .glob) == .string("*.log"))
    #expect(reader.required("dot", as: .number) == .double(0.5))
    #expect(reader.required("big", as: .number) == .int(9_007_199_254_740_993))
    #expect(collector.diagnostics.isEmpty)
    #expect(reader.required("size", as: .number) == nil)
    #expect(reader.required("hex", as: .number) == nil)
    #expect(reader.required("mode", as: .number) == nil)
    reader.finish()
    #expect(
      report(collector) == """
        yaml-shapes.yaml:15:7: error: `1_000` has an underscore in a number
         15 | size: 1_000
            |       ^~~~~
            = help: write `1000`
        yaml-shapes.yaml:16:6: error: `0x10` is no decimal number
         16 | hex: 0x10
            |      ^~~~
            = help: write it in decimal
        yaml-shapes.yaml:14:7: error: `0644` has a leading zero
         14 | mode: 0644
            |       ^~~~
            = help: write `644`
        """)
  }

  @Test("Misspelt keys are named with the right ones")
  func misspelt() throws {
    let collector = try collector("yaml-misspelt-key.yaml")
    let root = try #require(collector.parse()?.first)
    var reader = try #require(MappingReader(root, of: "a rule", in: collector))
    _ = (reader.required("id"), reader.optional("conditions"), reader.required("then"))
    if let when = reader.required("when"),
      var trigger = MappingReader(when, of: "a folder trigger", in: collector)
    {
      _ = (trigger.required("folder"), trigger.optional("debounce"))
      trigger.finish()
    }
    reader.finish()
    #expect(
      report(collector) == """
        yaml-misspelt-key.yaml:5:3: error: `debounse` is not a key of a folder trigger; \
        did you mean `debounce`?
          5 |   debounse: 5s
            |   ^~~~~~~~
        yaml-misspelt-key.yaml:6:1: error: `conditons` is not a key of a rule; \
        did you mean `conditions`?
          6 | conditons:
            | ^~~~~~~~~
        """)
  }

  /// The bad files of a messy folder, and what is said of them.
  private static let mess: [(String, String)] = [
    (
      "rules-d-mess/20-tab.yaml",
      """
      rules-d-mess/20-tab.yaml:3:1: error: a tab stands in the indentation
        3 |     folder: inbox
          | ^~~~
          = help: indent with spaces
      """
    ),
    (
      "rules-d-mess/70-half-written.yaml",
      """
      rules-d-mess/70-half-written.yaml:4:13: error: this quote is never closed
        4 |   - notify: "this text has no end
          |             ^
          = help: add the closing `"`
      """
    ),
    (
      "rules-d-mess/90-not-utf8.yaml",
      #"""
      rules-d-mess/90-not-utf8.yaml:4:15: error: byte 0xFC is not UTF-8 text
        4 |   - notify: gr\xfc\xdfe
          |               ^~~~
          = help: save the file as UTF-8
      """#
    ),
    (
      "yaml-merge-keys.yaml",
      """
      yaml-merge-keys.yaml:9:5: error: merge keys (`<<`) are not supported
        9 |     <<: *common
          |     ^~
          = help: write the keys out where they are wanted
      """
    ),
    (
      "yaml-duplicate-key.yaml",
      """
      yaml-duplicate-key.yaml:8:1: error: `then` stands twice in one mapping: on line 5 and on line 8
        8 | then:
          | ^~~~
          = help: keep one of the two
      yaml-duplicate-key.yaml:5:1: note: `then` stands here first
        5 | then:
          | ^~~~
      """
    ),
  ]

  @Test("Each bad file is named with line, column and what to do", arguments: mess)
  func messyFolder(name: String, expected: String) throws {
    let collector = try collector(name)
    #expect(collector.parse() == nil)
    #expect(report(collector) == expected)
  }

  @Test("A sentence is no rule")
  func sentence() throws {
    let collector = try collector("rules-d-mess/60-text-not-a-rule.yaml")
    let root = try #require(collector.parse()?.first)
    #expect(MappingReader(root, of: "a rule", in: collector) == nil)
    #expect(
      report(collector) == """
        rules-d-mess/60-text-not-a-rule.yaml:1:1: error: expected a rule (a mapping), found a text
          1 | just a sentence
            | ^~~~~~~~~~~~~~~
        """)
  }
}
