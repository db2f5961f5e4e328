import Testing
import Values

@testable import Expressions

@Suite("The conformance suite")
struct ConformanceTests {
  /// Cases that cannot pass, with the reason in docs/decisions/0005-cel.md.
  static let exceptions: Set<String> = [
    "parse/bytes_literals/triple_single_quoted_unescaped_punctuation"
  ]

  @Test(
    "passes but for the listed exceptions", .enabled(if: CaseFile.text != nil, CaseFile.skipped))
  func cases() throws {
    let text = try #require(CaseFile.text)
    let report = ConformanceRunner(world: Sample.world).run(text)
    for failure in report.failed where !Self.exceptions.contains(failure.name) {
      Issue.record("\(failure.name): \(failure.reason)")
    }
    #expect(report.passed.count + Self.exceptions.count >= 1106)
  }

  @Test("tells right outcomes from wrong ones")
  func runner() {
    let report = ConformanceRunner().run(
      """
      {"file": "f", "section": "s", "name": "right", "expr": "1 + 1", "value": {"int": "2"}}
      {"file": "f", "section": "s", "name": "type", "expr": "1 + 1", "value": {"double": 2.0}}
      {"file": "f", "section": "s", "name": "value", "expr": "1 + 1", "value": {"int": "3"}}
      {"file": "f", "section": "s", "name": "fails", "expr": "1 / 0", "error": true}
      {"file": "f", "section": "s", "name": "refused", "expr": "1 +", "error": true}
      {"file": "f", "section": "s", "name": "no error", "expr": "1", "error": true}

      {"file": "f", "section": "s", "name": "deduced", "expr": "[1]", "check_only": true, "deduced": {"list": "int"}}
      {"file": "f", "section": "s", "name": "other", "expr": "[1]", "check_only": true, "deduced": "int"}
      {"file": "f", "section": "s", "name": "bound", "expr": "x.y", "env": [{"name": "x.y", "type": "bool"}], "bindings": {"x.y": {"bool": true}}, "value": {"bool": true}}
      {"file": "f", "section": "s", "name": "container", "expr": "y", "container": "a.b", "env": [{"name": "a.y", "type": "bool"}], "bindings": {"a.y": {"bool": true}}, "value": {"bool": true}}
      {"file": "f", "section": "s", "name": "unchecked", "expr": "1 == 1.0", "disable_check": true, "value": {"bool": true}}
      {"file": "f", "section": "s", "name": "macros off", "expr": "[1].all(x, true)", "disable_macros": true, "disable_check": true, "error": true}
      no case
      """)
    #expect(
      report.passed == [
        "f/s/right", "f/s/fails", "f/s/refused", "f/s/deduced", "f/s/bound", "f/s/container",
        "f/s/unchecked", "f/s/macros off",
      ])
    #expect(
      report.failed.map(\.name) == [
        "f/s/type", "f/s/value", "f/s/no error", "f/s/other", "line 13",
      ])
    #expect(report.failed[0].reason == "1 + 1: expected {\"double\":2.0}, found {\"int\":\"2\"}")
  }

  @Test(
    "writes values with their types, and reads them back",
    arguments: [
      (#"{"null":true}"#, Value.null), (#"{"bool":false}"#, .bool(false)),
      (#"{"int":"-5"}"#, .int(-5)), (#"{"uint":"18446744073709551615"}"#, .uint(.max)),
      (#"{"double":1.5}"#, .double(1.5)), (#"{"double":"-Infinity"}"#, .double(-.infinity)),
      (#"{"string":"ä"}"#, .string("ä")), (#"{"bytes":"AP8="}"#, .bytes([0, 255])),
      (#"{"list":[{"int":"1"},{"null":true}]}"#, .list([.int(1), .null])),
      (#"{"timestamp":[-1,5]}"#, .timestamp(Instant(seconds: -1, nanoseconds: 5))),
      (#"{"duration":[-1,-5]}"#, .duration(.seconds(-1) - .nanoseconds(5))),
      (#"{"type":"int"}"#, .type("int")), (#"{"optional":null}"#, .optional(nil)),
      (#"{"optional":{"int":"1"}}"#, .optional(.int(1))),
      (#"{"map":[[{"string":"a"},{"int":"1"}]]}"#, .map(ValueMap(["a": .int(1)]))),
    ])
  func tagged(text: String, value: Value) throws {
    #expect(JSON.encode(TaggedValue.encode(value)) == text)
    #expect(TaggedValue.decode(try JSON.decode(text)) == value)
  }

  @Test(
    "does not read what has not the form of a value",
    arguments: [#"{"int":5}"#, #"{"x":1}"#, "5", "{}"])
  func untagged(text: String) throws {
    #expect(TaggedValue.decode(try JSON.decode(text)) == nil)
  }
}
