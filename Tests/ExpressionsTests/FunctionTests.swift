import Expressions
import Testing
import Values

@Suite("Functions")
struct FunctionTests {
  @Test(
    "convert between types",
    arguments: [
      ("int('42')", #"{"int":"42"}"#), ("int(3.9)", #"{"int":"3"}"#),
      ("int(-3.9)", #"{"int":"-3"}"#),
      ("int(7u)", #"{"int":"7"}"#), ("int(timestamp('1970-01-01T00:01:00Z'))", #"{"int":"60"}"#),
      ("int('4x')", #"failed: "4x" does not read as an int"#),
      ("int(1e30)", "failed: the result is out of the range of int"),
      ("int(9223372036854775808.0)", "failed: the result is out of the range of int"),
      ("uint(-1)", "failed: the result is out of the range of uint"),
      ("uint(25.5)", #"{"uint":"25"}"#),
      ("uint('x')", #"failed: "x" does not read as a uint"#), ("double('1.5')", #"{"double":1.5}"#),
      ("double('NaN')", #"{"double":"NaN"}"#), ("double(3)", #"{"double":3.0}"#),
      ("bool('t')", #"{"bool":true}"#),
      ("bool('yes')", #"failed: "yes" does not read as a bool"#),
      ("string(1.0)", #"{"string":"1"}"#),
      ("string(1e100)", #"{"string":"1e+100"}"#), ("string(0.00001)", #"{"string":"1e-05"}"#),
      ("string(123.456)", #"{"string":"123.456"}"#),
      ("string(true)", #"{"string":"true"}"#), ("string(b'abc')", #"{"string":"abc"}"#),
      ("string(b'\\xff')", "failed: the bytes are no UTF-8 text"),
      ("bytes('ä')", #"{"bytes":"w6Q="}"#),
      ("string(duration('90m'))", #"{"string":"5400s"}"#),
      ("string(duration('1.5s'))", #"{"string":"1.5s"}"#),
      ("string(timestamp('2026-01-31T07:30:00+01:00'))", #"{"string":"2026-01-31T06:30:00Z"}"#),
      ("string([1])", "refused: there is no string(list(int))"),
      ("duration(90) == duration('90s')", #"{"bool":true}"#),
    ])
  func conversions(source: String, expected: String) { #expect(Sample.outcome(source) == expected) }

  @Test(
    "work on text by code points",
    arguments: [
      "'äöü'.size() == 3", "size('🐱') == 1", "'äöü'.charAt(1) == 'ö'", "'abc'.charAt(3) == ''",
      "'tacocat'.indexOf('c') == 2", "'tacocat'.indexOf('c', 3) == 4",
      "'tacocat'.indexOf('x') == -1",
      "'tacocat'.lastIndexOf('c') == 4", "'tacocat'.lastIndexOf('c', 3) == 2",
      "'aaa'.lastIndexOf('aa') == 1", "'aaa'.lastIndexOf('', 1) == 1",
      "'abcdef'.substring(2) == 'cdef'", "'abcdef'.substring(2, 4) == 'cd'",
      "'a,b,c'.split(',') == ['a', 'b', 'c']",
      "'a,b,c'.split(',', 2) == ['a', 'b,c']", "'a,b'.split(',', 0) == []",
      "'abc'.split('') == ['a', 'b', 'c']",
      "''.split('') == []", "''.split(',') == ['']", "['a', 'b'].join() == 'ab'",
      "['a', 'b'].join('-') == 'a-b'",
      "'aXbXc'.replace('X', '--') == 'a--b--c'", "'aXbXc'.replace('X', '', 1) == 'abXc'",
      "'ab'.replace('', '-') == '-a-b-'",
      "'aX'.replace('X', 'y', 0) == 'aX'", "'aX'.replace('X', 'y', -1) == 'ay'",
      "'AbÄ'.lowerAscii() == 'abÄ'", "'abä'.upperAscii() == 'ABä'",
      "' \\t\\u2003a b\\n'.trim() == 'a b'",
      "'äbc'.reverse() == 'cbä'", "strings.quote('a\"b\\n') == '\"a\\\\\"b\\\\n\"'",
      "'abc'.contains('bc')",
      "'abc'.contains('')", "!'abc'.contains('cb')", "'aabaab'.contains('abaa')",
      "'abc'.startsWith('ab')", "'abc'.endsWith('bc')",
      "!'c'.endsWith('bc')",
    ])
  func texts(source: String) { #expect(Sample.outcome(source) == #"{"bool":true}"#) }

  @Test(
    "refuse places that a text has not",
    arguments: [
      ("'abc'.charAt(4)", "failed: there is no character 4 in a text of 3"),
      ("'abc'.indexOf('a', 9)", "failed: there is no character 9 in a text of 3"),
      ("'abc'.lastIndexOf('a', -1)", "failed: there is no character -1 in a text of 3"),
      ("'abc'.substring(2, 1)", "failed: the part would end at 1, before it begins at 2"),
    ])
  func places(source: String, expected: String) { #expect(Sample.outcome(source) == expected) }

  @Test(
    "format values",
    arguments: [
      ("'%d%%'.format([7])", "7%"), ("'%s'.format(['x'])", "x"), ("'%.2f'.format([2.675])", "2.67"),
      ("'%.0f'.format([0.5])", "0"), ("'%.0f'.format([1.5])", "2"),
      ("'%.1f'.format([0.25])", "0.2"),
      ("'%.2f'.format([9.999])", "10.00"), ("'%f'.format([1])", "1.000000"),
      ("'%.3f'.format([1e-7])", "0.000"),
      ("'%.3f'.format([-0.0005])", "-0.001"), ("'%.20f'.format([0.1])", "0.10000000000000000555"),
      ("'%.0f'.format([1e22])", "10000000000000000000000"),
      ("'%.1f'.format([5e-324])", "0.0"), ("'%e'.format([0.0])", "0.000000e+00"),
      ("'%.2e'.format([12345.678])", "1.23e+04"),
      ("'%.0e'.format([9.5])", "1e+01"), ("'%.2e'.format([1e-10])", "1.00e-10"),
      ("'%.3e'.format([5e-324])", "4.941e-324"),
      ("'%x %X %o %b'.format([255, 255, 8, -5])", "ff FF 10 -101"), ("'%x'.format(['az'])", "617a"),
      ("'%b'.format([true])", "1"),
      ("'%s'.format([[1, 2.50, 'a', null]])", "[1, 2.5, a, null]"),
      ("'%s'.format([{'b': 1, 'a': true}])", "{a: true, b: 1}"),
      ("'%s %s'.format([timestamp(0), duration('90s')])", "1970-01-01T00:00:00Z 90s"),
      ("'%d'.format([1.5])", "1.5"), ("'%s'.format([int])", "int"),
    ])
  func format(source: String, expected: String) throws {
    #expect(try Sample.value(source) == .string(expected))
  }

  @Test(
    "refuse formats that do not fit",
    arguments: [
      "'%d'.format(['x'])", "'%s'.format([])", "'%'.format([1])", "'%.f'.format([1.0])",
      "'%z'.format([1])",
      "'%.1001f'.format([1.0])", "'%b'.format(['x'])", "'%o'.format([1.5])", "'%e'.format([null])",
      "'%x'.format([1.5])",
    ])
  func wrongFormats(source: String) { #expect(Sample.outcome(source).hasPrefix("failed: ")) }

  @Test(
    "calculate",
    arguments: [
      "math.greatest(1, 3, 2) == 3", "math.least([3.0, 1.0]) == 1.0",
      "math.greatest(1, 2.5) == 2.5", "math.least(5) == 5",
      "math.ceil(1.2) == 2.0", "math.floor(-1.2) == -2.0", "math.round(2.5) == 3.0",
      "math.round(-2.5) == -3.0", "math.trunc(-1.9) == -1.0",
      "math.abs(-3) == 3", "math.abs(2u) == 2u", "math.sign(-2.5) == -1.0", "math.isNaN(0.0 / 0.0)",
      "math.isInf(1.0 / 0.0)", "!math.isFinite(1.0 / 0.0)",
      "math.bitAnd(6, 3) == 2", "math.bitOr(6u, 1u) == 7u", "math.bitXor(6, 3) == 5",
      "math.bitNot(0) == -1",
      "math.bitShiftLeft(1, 10) == 1024", "math.bitShiftLeft(1, 64) == 0",
      "math.bitShiftRight(-1, 63) == 1", "math.bitShiftRight(8u, 2) == 2u",
      "math.sqrt(16) == 4.0", "math.isNaN(math.sqrt(-1.0))", "base64.encode(b'hi') == 'aGk='",
      "base64.decode('aGk') == b'hi'",
    ])
  func calculation(source: String) { #expect(Sample.outcome(source) == #"{"bool":true}"#) }

  @Test(
    "refuse numbers that they cannot take",
    arguments: [
      ("math.abs(-9223372036854775808)", "failed: the result is out of the range of int"),
      ("math.bitShiftLeft(1, -1)", "failed: math.bitShiftLeft by -1, which is negative"),
      ("math.greatest(dyn('x'), 1)", "failed: `math.greatest` does not go with string, int"),
      ("math.least(dyn([]))", "failed: math.least of nothing"),
      ("base64.decode('a*')", "failed: this is no base64"),
      ("math.floor(1)", "refused: there is no math.floor(int)"),
    ])
  func wrongNumbers(source: String, expected: String) {
    #expect(Sample.outcome(source) == expected)
  }

  @Test(
    "take points in time and spans apart",
    arguments: [
      "timestamp('2026-07-15T21:30:05.25Z').getFullYear() == 2026",
      "timestamp('2026-07-15T21:30:05Z').getMonth() == 6",
      "timestamp('2026-07-15T21:30:05Z').getDate() == 15",
      "timestamp('2026-07-15T21:30:05Z').getDayOfMonth() == 14",
      "timestamp('2026-07-15T21:30:05Z').getDayOfYear() == 195",
      "timestamp('2026-07-15T21:30:05Z').getDayOfWeek() == 3",
      "timestamp('1969-12-28T00:00:00Z').getDayOfWeek() == 0",
      "timestamp('2026-07-15T21:30:05Z').getHours('Europe/Berlin') == 23",
      "timestamp('2026-07-15T21:30:05Z').getHours('-09:30') == 12",
      "timestamp('2026-07-15T23:30:05Z').getDate('Asia/Kathmandu') == 16",
      "timestamp('2026-07-15T21:30:05Z').getMinutes('05:45') == 15",
      "timestamp('2026-07-15T21:30:05.25Z').getMilliseconds() == 250",
      "duration('90m').getHours() == 1", "duration('90m').getMinutes() == 90",
      "duration('90m').getSeconds() == 5400", "duration('1.5s').getMilliseconds() == 500",
      "timestamp('2026-01-31T00:00:00Z') + duration('24h') == timestamp('2026-02-01T00:00:00Z')",
      "timestamp('2026-01-02T00:00:00Z') - timestamp('2026-01-01T00:00:00Z') == duration('24h')",
      "duration('1h') > duration('59m')", "duration('-1.5h') == duration('-90m')",
      "duration('1h1m1s1ms1us1ns') > duration('1h')",
      "duration('.5s') == duration('500ms')", "now > timestamp('2026-01-01T00:00:00Z')",
      "now.getHours() == 21",
    ])
  func times(source: String) { #expect(Sample.outcome(source) == #"{"bool":true}"#) }

  @Test(
    "refuse times that there are not",
    arguments: [
      ("timestamp('yesterday')", "refused: \"yesterday\" is no time such as 2026-01-31T07:30:00Z"),
      ("timestamp('0000-01-01T00:00:00Z')", "refused: the result is out of the range of timestamp"),
      ("timestamp(-99999999999999)", "failed: the result is out of the range of timestamp"),
      (
        "timestamp('9999-12-31T23:59:59Z') + duration('1s')",
        "failed: the result is out of the range of timestamp"
      ),
      ("duration('5 minutes')", "refused: \"5 minutes\" is no duration such as 1h30m or 90s"),
      ("duration('')", "refused: \"\" is no duration such as 1h30m or 90s"),
      ("duration('300000h') * 2", "refused: `*` does not go with duration and int"),
      ("duration('9999999h')", "refused: the result is out of the range of duration"),
      ("now.getHours('Mars/Olympus')", "failed: there is no time zone \"Mars/Olympus\""),
      ("now.getHours('+25:00')", "failed: there is no time zone \"+25:00\""),
    ])
  func wrongTimes(source: String, expected: String) { #expect(Sample.outcome(source) == expected) }

  @Test(
    "make plain values of the well-known structures",
    arguments: [
      ("google.protobuf.Value{}", #"{"null":true}"#),
      ("google.protobuf.Value{number_value: 1.5}", #"{"double":1.5}"#),
      ("google.protobuf.Struct{fields: {'a': 1}}", #"{"map":[[{"string":"a"},{"int":"1"}]]}"#),
      ("google.protobuf.Int32Value{value: 7}", #"{"int":"7"}"#),
      ("google.protobuf.BoolValue{}", #"{"bool":false}"#),
      ("google.protobuf.Duration{seconds: 90}", #"{"duration":[90,0]}"#),
      ("google.protobuf.Timestamp{seconds: 1, nanos: 5}", #"{"timestamp":[1,5]}"#),
      (
        "google.protobuf.Int32Value{value: 2147483648}",
        "failed: the result is out of the range of int32"
      ),
      ("google.protobuf.ListValue{values: [1]}", #"{"list":[{"int":"1"}]}"#),
      ("google.protobuf.FloatValue{value: 0.1}", #"{"double":0.10000000149011612}"#),
      ("google.protobuf.Value{x: 1}", "failed: this google.protobuf.Value has no field `x`"),
      ("Unknown{a: 1}", "refused: there is no type `Unknown` to make a value of"),
    ])
  func structures(source: String, expected: String) { #expect(Sample.outcome(source) == expected) }
}
