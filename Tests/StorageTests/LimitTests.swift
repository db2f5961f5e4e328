import Automation
import TestKit
import Testing
import Values
import Workflow

@testable import Storage

@Suite("What is too long to be kept")
struct LimitTests {
  @Test("A value at the limit is kept whole, one byte more is cut and marked")
  func atTheLimit() {
    let fits = StoredText(.string(String(repeating: "x", count: 98)), limit: 100)
    #expect(fits.text.utf8.count == 100)
    #expect(!fits.isCut)
    let over = StoredText(.string(String(repeating: "x", count: 99)), limit: 100)
    #expect(over.isCut)
    #expect(over.text.utf8.count <= 100)
    #expect(StoredText.value(over.text).text?.hasSuffix("x…") == true)
  }

  @Test("Long arguments, results and events are cut in their rows and marked there")
  func rowsAreMarked() throws {
    let state = try StateOfTest()
    let long = Value.string(String(repeating: "ä", count: StorageLimits.largestResult))
    var event = Event.added(1)
    event.fields["text"] = .string(String(repeating: "x", count: StorageLimits.largestEvent))
    try state.writer().append(
      Record(
        .observed(event), .queued(.of(1, event: 1)),
        .stepBegan(.of(1, "1", ["text": long, "path": .string("/a")])),
        .stepEnded(RunID(1), step: "1", .succeeded(Outcome(.int(1))), at: .at(3)),
        .stepBegan(.of(1, "2")),
        .stepEnded(RunID(1), step: "2", .succeeded(Outcome(long)), at: .at(3)),
        .stepBegan(.of(1, "3")),
        .stepEnded(RunID(1), step: "3", .succeeded(Outcome(.int(1))), at: .at(3)),
        .stepBegan(.of(1, "4")),
        .stepEnded(
          RunID(1), step: "4", .failed(ActionFailure(.limit, "m", details: ["x": long])),
          at: .at(3)),
        .ended(RunID(1), RunEnding(.succeeded, reason: "", result: long), at: .at(4))))
    let run = try #require(try state.reader().run(RunID(1)))
    #expect(run.steps.map(\.isCut) == [true, true, false, true])
    #expect(run.steps[0].arguments["path"] == .string("/a"))
    #expect(run.steps[1].result.text?.hasSuffix("ä…") == true)
    #expect(run.isCut)
    // The small fields of the event are whole, so that the log still shows what it was about.
    let kept = try #require(run.summary.event)
    #expect(kept.type == "folder.added")
    #expect(kept.fields["file"] == event.fields["file"])
    #expect(kept.fields["text"]?.text?.hasSuffix("x…") == true)
  }

  @Test("More touched paths than the limit are left out and the step is marked")
  func touchedPaths() {
    let paths = (0...StorageLimits.mostTouchedPaths).map { FilePath("/\($0)") }
    let fits = StoredResult(.succeeded(Outcome(touched: Array(paths.dropLast()))))
    let over = StoredResult(.succeeded(Outcome(touched: paths)))
    #expect(!fits.isCut)
    #expect(over.isCut)
    #expect(over.touched == fits.touched)
  }

  @Test("Sentences are cut between characters")
  func sentences() {
    let text = String(repeating: "€", count: 2_000)
    let short = shortened(text)
    #expect(short.utf8.count <= StorageLimits.longestSentence)
    #expect(short.hasSuffix("€…"))
    #expect(shortened("short") == "short")
  }

  @Test("Whatever the value, what is cut fits and can be read", arguments: 0..<30 as Range<UInt64>)
  func cutsFit(seed: UInt64) throws {
    var numbers = SeededGenerator(seed: seed)
    let value = randomValue(&numbers, depth: 0)
    for limit in [16, 100, 1_000, 4_000] {
      let stored = StoredText(value, limit: limit)
      #expect(stored.text.utf8.count <= limit)
      let read = try JSON.decode(stored.text, form: .lossless)
      if !stored.isCut { #expect(read == value) }
      // What is cut was too long indeed.
      #expect(stored.isCut == (JSON.encode(value, form: .lossless).utf8.count > limit))
    }
  }

  @Test("Values nested too deeply for reading lose their depths and nothing else")
  func deepValues() throws {
    var value = Value.entity(Entity(type: "file", fields: ["x": .int(1)]))
    for _ in 0..<300 { value = .entity(Entity(type: "file", fields: ["in": value, "n": .int(1)])) }
    let stored = StoredText(value, limit: 1 << 20)
    #expect(stored.isCut)
    let read = try JSON.decode(stored.text, form: .lossless)
    #expect(ValueCutter.depth(of: read) == ValueCutter.deepest)
    #expect(read.member("n") == .int(1))
    // The deepest that is kept whole can be read as well.
    let fields = StoredText(["value": read], limit: 1 << 20)
    #expect(StoredText.fields(fields.text)["value"]?.member("n") == .int(1))
  }

  private func randomValue(_ numbers: inout SeededGenerator, depth: Int) -> Value {
    let count = Int.random(in: 0..<8, using: &numbers)
    switch Int.random(in: 0..<(depth < 6 ? 9 : 5), using: &numbers) {
    case 0: return .int(Int64.random(in: .min ... .max, using: &numbers))
    case 1:
      let texts = ["a", "é", "\u{1F600}", "\u{2028}", "\"", "\u{10FF80}", "e\u{301}"]
      let text = texts.randomElement(using: &numbers) ?? ""
      return .string(
        String(repeating: text, count: Int.random(in: 0..<900, using: &numbers)))
    case 2:
      return .bytes([UInt8](repeating: 9, count: Int.random(in: 0..<900, using: &numbers)))
    case 3: return .timestamp(.at(Int64.random(in: 0..<1_000, using: &numbers)))
    case 4: return .bool(true)
    case 5: return .list((0..<count).map { _ in randomValue(&numbers, depth: depth + 1) })
    case 6: return .optional(randomValue(&numbers, depth: depth + 1))
    case 7:
      var map = ValueMap()
      for key in 0..<count { map[.int(Int64(key))] = randomValue(&numbers, depth: depth + 1) }
      return .map(map)
    default:
      var entity = Entity(type: "file", fields: [:])
      for key in 0..<count { entity.fields["\(key)"] = randomValue(&numbers, depth: depth + 1) }
      return .entity(entity)
    }
  }
}

extension Value {
  fileprivate var text: String? { if case .string(let text) = self { text } else { nil } }
}
