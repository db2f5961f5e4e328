internal import Testing
internal import Values

@Suite("JSON")
struct JSONTests {
  static let values: [Value] = [
    .null, .bool(true), .int(-5), .uint(7), .double(3), .double(.infinity), .string("a\"\n\u{1}é"),
    .bytes([0, 255, 1]), .list([.int(1), .list([])]),
    .timestamp(Instant(seconds: 5, nanoseconds: 7)),
    .duration(.milliseconds(-1500)), .type("int"), .optional(nil), .optional(.int(1)),
    .entity(Entity(type: "file", fields: ["path": .string("/a"), "size": .int(3)])),
    .entity(Entity(type: "a\"b", fields: ["$uint": .string("3")])),
    .map(ValueMap(["a": .int(1), "$b": .string("x")])),
  ]

  @Test("the lossless form gives every value back", arguments: values)
  func roundTrip(_ value: Value) throws {
    let text = JSON.encode(value, form: .lossless)
    let back = try JSON.decode(text, form: .lossless)
    #expect(back == value)
    #expect(back.typeName == value.typeName)
  }

  @Test("named values are written as the map of them", arguments: [JSON.Form.plain, .lossless])
  func namedValues(form: JSON.Form) {
    for fields in [[:], ["b": .int(1), "a": .bytes([1])], ["$b": .int(1)]] as [[String: Value]] {
      #expect(
        JSON.encode(fields, form: form) == JSON.encode(.map(ValueMap(fields)), form: form))
    }
  }

  @Test(
    "what is no JSON is refused with a place",
    arguments: ["", "{", "[1,]", "01", "\"a", "nul", "1 2", "{\"a\" 1}", "\"\\ud800\"", "+1", "-"])
  func refused(_ text: String) {
    #expect(throws: JSONError.self) { try JSON.decode(text) }
  }

  @Test("nesting is limited by name")
  func depth() throws {
    let deep = String(repeating: "[", count: JSON.maximumDepth + 1)
    #expect(throws: JSONError.self) { try JSON.decode(deep) }
    let limit = JSON.maximumDepth
    let allowed = String(repeating: "[", count: limit) + String(repeating: "]", count: limit)
    _ = try JSON.decode(allowed)
  }

  @Test("text leaves terminal controls and direction marks escaped")
  func controls() {
    #expect(JSON.encode(.string("\u{1B}[31m\u{202E}")) == #""\u001b[31m\u202e""#)
  }
}
