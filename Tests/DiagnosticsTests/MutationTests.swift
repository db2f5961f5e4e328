internal import Diagnostics
internal import TestKit
internal import Testing
internal import Values
internal import YAML

/// A small generator with a seed: a failing seed is the test's argument.
private struct SeededGenerator: RandomNumberGenerator {
  var state: UInt64

  mutating func next() -> UInt64 {
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return (state >> 33) << 32 | ((state &* 0x9E37_79B9_7F4A_7C15) >> 32)
  }
}

@Suite("Any bytes and any field")
struct MutationTests {
  private static let types: [ParameterType] = [
    .text, .integer, .number, .boolean, .date, .timeOfDay, .duration, .byteSize, .path, .glob,
    .oneOf(["a", "b"]), .list(.duration), .dictionary(.byteSize), .any, .condition,
  ]

  @Test("Each field of a changed file has a value or a message that can be shown", arguments: 0..<8)
  func mutants(seed: UInt64) throws {
    let original = try FixtureFile.bytes("yaml-shapes.yaml", of: "YAMLTests")
    var random = SeededGenerator(state: seed)
    for _ in 0..<5 {
      var bytes = original
      for _ in 0..<Int.random(in: 1...6, using: &random) {
        let place = Int.random(in: 0..<bytes.count, using: &random)
        bytes[place] = UInt8.random(in: 0x20...0x7E, using: &random)
      }
      let collector = DiagnosticCollector(SourceText(file: "f", bytes: bytes))
      for document in collector.parse() ?? [] { check(document, collector) }
      for diagnostic in collector.diagnostics {
        #expect(diagnostic.excerpt != nil)
        #expect(!diagnostic.rendered().isEmpty && !JSON.encode(diagnostic.value).isEmpty)
      }
    }
  }

  private func check(_ document: Node, _ collector: DiagnosticCollector) {
    for pair in document.mapping ?? [] {
      for type in Self.types {
        let before = collector.diagnostics.count + collector.leftOut
        let value = LiteralDecoder(collector).decode(pair.value, as: type)
        let after = collector.diagnostics.count + collector.leftOut
        #expect((value == nil) == (after > before))
      }
    }
  }
}
