internal import TestKit
internal import Testing

@testable internal import YAML

/// A small generator with a seed: a failing seed is the test's argument.
struct SeededGenerator: RandomNumberGenerator {
  var state: UInt64

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }
}

@Suite("Properties of reading YAML")
struct PropertyTests {
  private static let samples = [
    "yaml-shapes.yaml", "yaml-merge-keys.yaml", "loops.yaml", "rules-d-mess/30-bom-crlf.yaml",
    "rules-d-mess/10-good.yaml", "styles.yaml",
  ]
  private static let pieces: [String] = [
    "\n", "\r\n", " ", "  ", "\t", ": ", "- ", "'", "\"", "|\n", ">\n", ">-\n", "|+\n", "#", " #",
    "&a ", "*a", "!t", "<<: ", "{", "}", "[", "]", ",", "\\", "\\n", "\\x41", "\\\n", "---\n",
    "...\n", "%", "@", "?", "${", "ä", "👻", "\u{2028}", "\0", "a", "''",
  ]

  /// A sample with some pieces put in, taken out or doubled.
  private static func mutant(seed: UInt64, of originals: [[UInt8]]) -> [UInt8] {
    var random = SeededGenerator(state: seed)
    var bytes = originals[Int(seed) % originals.count]
    for _ in 0...Int.random(in: 0..<4, using: &random) {
      let place = Int.random(in: 0...bytes.count, using: &random)
      let length = min(Int.random(in: 0..<12, using: &random), bytes.count - place)
      switch Int.random(in: 0..<4, using: &random) {
      case 0: bytes.removeSubrange(place..<(place + length))
      case 1: bytes.insert(contentsOf: bytes[place..<(place + length)], at: place)
      case 2: bytes.insert(UInt8.random(in: 0...255, using: &random), at: place)
      case _:
        bytes.insert(contentsOf: (pieces.randomElement(using: &random) ?? "").utf8, at: place)
      }
    }
    return bytes
  }

  @Test("A changed file reads as nodes or ends in an error inside the file", arguments: 0..<16)
  func mutants(batch: UInt64) throws {
    let originals = try Self.samples.map { try FixtureFile.bytes($0) }
    for seed in (batch * 64)..<(batch * 64 + 64) {
      let bytes = Self.mutant(seed: seed, of: originals)
      do {
        for document in try Parser.parse(bytes, file: "f") { check(document, in: bytes, seed) }
      } catch {
        #expect((0...bytes.count).contains(error.mark.offset), "seed \(seed)")
        #expect(!error.message.isEmpty && error.mark.line > 0 && error.mark.column > 0)
      }
    }
  }

  /// Places must give the text again, and rise.
  private func check(_ document: Node, in bytes: [UInt8], _ seed: UInt64) {
    for scalar in scalars(in: document) {
      let places = ScalarPlaces.find(in: scalar)
      var text = ""
      text.unicodeScalars.append(contentsOf: places.map(\.character))
      #expect(text == scalar.text, "seed \(seed)")
      #expect(zip(places, places.dropFirst()).allSatisfy { $0.start < $1.start }, "seed \(seed)")
      #expect(places.allSatisfy { $0.end.offset <= bytes.count }, "seed \(seed)")
    }
  }
}
