internal import Diagnostics
internal import Testing
internal import Values
internal import YAML

@Suite("Values by their fields")
struct LiteralDecoderTests {
  /// A YAML text, the type of its field, and the value as JSON.
  private static let right: [(String, ParameterType, String)] = [
    ("0012", .text, #""0012""#), ("10:20:30:40:50:10", .text, #""10:20:30:40:50:10""#),
    ("1e3", .text, #""1e3""#), ("1.10", .text, #""1.10""#), ("0644", .text, #""0644""#),
    ("+49123", .text, #""+49123""#), ("~", .text, #""~""#), ("null", .text, #""null""#),
    ("yes", .text, #""yes""#), ("''", .text, #""""#), ("2026-01-02", .text, #""2026-01-02""#),
    ("12", .integer, "12"), ("-12", .integer, "-12"), ("'12'", .integer, "12"),
    ("0", .integer, "0"), ("9007199254740993", .number, "9007199254740993"),
    (".5", .number, "0.5"), ("1e3", .number, "1000.0"), ("0.25", .number, "0.25"),
    ("true", .boolean, "true"), ("FALSE", .boolean, "false"),
    ("2026-01-02", .date, #""2026-01-02""#),
    ("07:30", .timeOfDay, #""27000s""#), ("0:05", .timeOfDay, #""300s""#),
    ("12:30:45", .timeOfDay, #""45045s""#), ("'23:59:59'", .timeOfDay, #""86399s""#),
    ("2 weeks", .duration, #""1209600s""#), ("0", .duration, #""0s""#),
    ("250ms", .duration, #""0.25s""#), ("5 MiB", .byteSize, "5242880"),
    ("10 kB", .byteSize, "10000"),
    ("~/in", .path, #""~/in""#), ("'*.pdf'", .glob, #""*.pdf""#),
    ("run", .oneOf(["skip", "run"]), #""run""#),
    ("[a, 007]", .list(.text), #"["a","007"]"#), ("mon", .list(.text), #"["mon"]"#),
    ("[1, 2]", .list(.integer), "[1,2]"), ("[]", .list(.text), "[]"),
    ("{b: 1, a: 2}", .dictionary(.integer), #"{"b":1,"a":2}"#), ("{}", .dictionary(.any), "{}"),
    ("{a: 1, b: '1', c: [~, true, .5, x]}", .any, #"{"a":1,"b":"1","c":[null,true,0.5,"x"]}"#),
    ("a > 1", .condition, #""a > 1""#), ("[a, b]", .condition, #"["a","b"]"#),
  ]

  @Test("A field says what its letters mean", arguments: right)
  func reads(text: String, type: ParameterType, expected: String) {
    let (value, report) = decoded(text, as: type)
    #expect(report == "")
    #expect(value.map { JSON.encode($0) } == expected)
  }

  /// A YAML text, the type of its field, and the first line of the report.
  private static let wrong: [(String, ParameterType, String)] = [
    ("a:", .text, "f:1:1: error: expected a text, found a mapping"),
    ("[x]", .text, "f:1:1: error: expected a text, found a list"),
    ("007", .integer, "f:1:1: error: `007` has a leading zero"),
    ("-01", .integer, "f:1:1: error: `-01` has a leading zero"),
    ("1_000", .integer, "f:1:1: error: `1_000` has an underscore in a number"),
    ("1_000", .number, "f:1:1: error: `1_000` has an underscore in a number"),
    ("0644", .number, "f:1:1: error: `0644` has a leading zero"),
    ("0x10", .number, "f:1:1: error: `0x10` is no decimal number"),
    ("0o17", .integer, "f:1:1: error: `0o17` is no decimal number"),
    ("1,5", .number, "f:1:1: error: `1,5` has a comma in a number"),
    ("1.5", .integer, "f:1:1: error: expected a whole number, found `1.5`"),
    (".inf", .number, "f:1:1: error: expected a number, found `.inf`"),
    ("1e999", .number, "f:1:1: error: expected a number, found `1e999`"),
    ("many", .number, "f:1:1: error: expected a number, found `many`"),
    (
      "9223372036854775808", .integer,
      "f:1:1: error: `9223372036854775808` is too large a number for 64 bits"
    ),
    (
      "9223372036854775808", .any,
      "f:1:1: error: `9223372036854775808` is too large a number for 64 bits"
    ),
    ("yes", .boolean, "f:1:1: error: expected true or false, found `yes`"),
    ("1", .boolean, "f:1:1: error: expected true or false, found `1`"),
    ("2026-02-30", .date, "f:1:1: error: `2026-02-30` is no date of the calendar"),
    ("7", .timeOfDay, "f:1:1: error: `7` is no time of the day; write it as `7:30` or `07:30:15`"),
    (
      "24:00", .timeOfDay,
      "f:1:1: error: a time of the day begins at `00:00` and ends before `24:00`"
    ),
    ("12:60", .timeOfDay, "f:1:1: error: `12:60` is no time of the day; the last one is 23:59:59"),
    ("-5s", .duration, "f:1:1: error: a span of time can't be negative here"),
    (
      "5 fortnights", .duration,
      "f:1:1: error: `fortnights` is no unit of time; the units are ms, s, min, h, days, weeks, "
        + "months, years"
    ),
    (
      "5M", .byteSize,
      "f:1:1: error: `M` may mean units of 1000 or of 1024; write `MB` for 1000 or `MiB` for 1024"
    ),
    ("''", .path, "f:1:1: error: a path can't be empty"),
    ("stop", .oneOf(["skip", "run"]), "f:1:1: error: `stop` is none of `skip`, `run`"),
    ("[a, [b]]", .list(.text), "f:1:5: error: expected a text, found a list"),
    ("{a: x}", .dictionary(.integer), "f:1:5: error: expected a whole number, found `x`"),
    ("x", .dictionary(.text), "f:1:1: error: expected a mapping, found a text"),
    ("x", .list(.list(.text)), "f:1:1: error: expected a list, found a text"),
    ("{a: b}", .condition, "f:1:1: error: expected a condition, found a mapping"),
    ("x", .steps, "f:1:1: error: expected a list of steps, found a text"),
  ]

  @Test("What a field can't hold is refused with a reason", arguments: wrong)
  func refuses(text: String, type: ParameterType, expected: String) {
    #expect(complaint(text, as: type) == expected)
  }

  @Test("A list reports all its wrong members")
  func severalMembers() {
    let (value, report) = decoded("[1, x, 2, y]", as: .list(.integer))
    #expect(value == nil)
    #expect(report.contains("f:1:5: error:") && report.contains("f:1:11: error:"))
  }

  @Test("A missing value is nothing, whatever the field")
  func nothing() {
    let report = findings("a:\n", file: "f") { node, collector in
      guard var reader = MappingReader(node, of: "a rule", in: collector) else { return }
      #expect(reader.optional("a", as: .text) == nil)
      #expect(reader.optional("a", as: .list(.text)) == nil)
      #expect(reader.optional("a", as: .any) == .null)
    }
    #expect(report.contains("f:1:3: error: expected a text, found nothing"))
    #expect(report.contains("f:1:3: error: expected a list, found nothing"))
  }

  @Test("A span with a sign is read where the field allows it")
  func signed() {
    for (text, expected) in [("-30min", -1800), ("+1h", 3600), ("10s", 10)] {
      _ = findings(text, file: "f") { node, collector in
        #expect(LiteralDecoder(collector).signedSpan(node) == .seconds(expected))
      }
    }
  }
}
