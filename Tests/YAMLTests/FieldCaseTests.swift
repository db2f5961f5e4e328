internal import TestKit
internal import Testing
internal import YAML

@Suite("Files from the field")
struct FieldCaseTests {
  private func read(_ name: String) throws -> String {
    let bytes = try FixtureFile.bytes(name)
    do {
      return outline(try Parser.parse(bytes, file: name))
    } catch {
      return error.description
    }
  }

  @Test("Values keep the letters they were typed with")
  func shapes() throws {
    let root = try #require(
      try Parser.parse(FixtureFile.bytes("yaml-shapes.yaml"), file: "shapes").first)
    let expected = [
      "id": "0012", "device": "10:20:30:40:50:10", "serial": "1e3", "uuid": "1234-5678",
      "version": "1.10", "mode": "0644", "label_number": "007", "phone": "+49123",
      "path": "~/in", "star": "*.log", "day": "2026-01-02", "size": "1_000", "hex": "0x10",
      "dot": ".5", "big": "9007199254740993",
    ]
    for (key, value) in expected { #expect(root[key]?.scalar?.text == value) }
    let times = root["times"]?.sequence?.compactMap(\.scalar?.text)
    #expect(times == ["07:30", "12:30", "12:30:45", "0:05", "23:59:59"])
  }

  @Test("A doubled key refuses the file and names both lines")
  func doubled() throws {
    #expect(
      try read("yaml-duplicate-key.yaml")
        == "yaml-duplicate-key.yaml:8:1: `then` stands twice in one mapping: on line 5 and on "
        + "line 8; keep one of the two")
  }

  @Test("Merge keys are refused in plain words")
  func merged() throws {
    #expect(
      try read("yaml-merge-keys.yaml")
        == "yaml-merge-keys.yaml:9:5: merge keys (`<<`) are not supported; write the keys out "
        + "where they are wanted")
  }

  /// The files of a messy folder, and how each one's reading begins.
  private static let mess: [(String, String)] = [
    ("10-good.yaml", #"{id: "good", when: {folder: "inbox"}, then: [{notify: "good"}]}"#),
    ("20-tab.yaml", "rules-d-mess/20-tab.yaml:3:1: a tab stands in the indentation"),
    ("30-bom-crlf.yaml", #"{id: "bom", when: {folder: "inbox"}, then: [{notify: "bom"}]}"#),
    ("40-empty.yaml", ""),
    ("50-comments-only.yaml", ""),
    ("60-text-not-a-rule.yaml", #""just a sentence""#),
    ("70-half-written.yaml", "rules-d-mess/70-half-written.yaml:4:13: this quote is never closed"),
    ("80-same-id.yaml", #"{id: "good", when: {folder: "outbox"}, "#),
    ("90-not-utf8.yaml", "rules-d-mess/90-not-utf8.yaml:4:15: byte 0xFC is not UTF-8 text"),
    ("#10-good.yaml#", #"{id: "good", when: {folder: "inbox"}, then: [{notify: "AUTOSAVE"}]}"#),
  ]

  @Test("Each file of a messy folder is read, or its trouble named and located", arguments: mess)
  func messyFolder(name: String, expected: String) throws {
    let result = try read("rules-d-mess/\(name)")
    #expect(expected.isEmpty ? result.isEmpty : result.hasPrefix(expected))
  }

  @Test("A file of several documents gives each of them")
  func documents() throws {
    let documents = try Parser.parse(FixtureFile.bytes("loops.yaml"), file: "loops")
    #expect(documents.count == 5)
    #expect(documents.last?["id"]?.scalar?.text == "never-done")
  }
}
