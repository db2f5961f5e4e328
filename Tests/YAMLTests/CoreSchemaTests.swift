internal import Testing
internal import YAML

@Suite("The core schema")
struct CoreSchemaTests {
  private static let table: [(String, CoreSchema.Meaning)] = [
    ("", .null), ("~", .null), ("null", .null), ("NULL", .null), ("nUll", .text("nUll")),
    ("true", .boolean(true)), ("False", .boolean(false)), ("yes", .text("yes")),
    ("on", .text("on")), ("0", .integer(0)), ("-12", .integer(-12)), ("+12", .integer(12)),
    ("007", .integer(7)), ("0o17", .integer(15)), ("0x1F", .integer(31)), ("0o8", .text("0o8")),
    ("-0x1", .text("-0x1")), ("0x", .text("0x")), ("1_000", .text("1_000")),
    ("9223372036854775807", .integer(.max)), ("-9223372036854775808", .integer(.min)),
    ("9223372036854775808", .integerOutOfRange("9223372036854775808")),
    ("9007199254740993", .integer(9_007_199_254_740_993)),
    ("1.5", .number(1.5)), (".5", .number(0.5)), ("1.", .number(1)), ("1e3", .number(1000)),
    ("-1.5E-2", .number(-0.015)), (".", .text(".")), ("1e", .text("1e")), ("e3", .text("e3")),
    (".inf", .number(.infinity)), ("-.INF", .number(-.infinity)), ("inf", .text("inf")),
    ("nan", .text("nan")), ("0x1p3", .text("0x1p3")), ("12:30", .text("12:30")),
    ("1 2", .text("1 2")), ("+", .text("+")), ("-", .text("-")), ("２", .text("２")),
  ]

  @Test("Plain scalars mean what YAML 1.2.2 says", arguments: table)
  func plain(text: String, expected: CoreSchema.Meaning) {
    #expect(CoreSchema.resolve(plain: text) == expected)
  }

  @Test("Not a number is a number")
  func notANumber() {
    guard case .number(let number) = CoreSchema.resolve(plain: ".nan") else {
      Issue.record("`.nan` is no number")
      return
    }
    #expect(number.isNaN)
  }

  @Test("Quoted and block scalars are text")
  func quoted() throws {
    let root = try #require(try Parser.parse("[1, '1', \"true\"]", file: "f").first?.sequence)
    let meanings = root.compactMap(\.scalar).map { CoreSchema.resolve($0) }
    #expect(meanings == [.integer(1), .text("1"), .text("true")])
  }
}
