import Expressions
import Testing
import Values

@Suite("Expressions")
struct LanguageTests {
  @Test(
    "have numbers of three kinds",
    arguments: [
      ("7", #"{"int":"7"}"#), ("0x1f", #"{"int":"31"}"#), ("-0X10", #"{"int":"-16"}"#),
      ("7u", #"{"uint":"7"}"#), ("0xFFu", #"{"uint":"255"}"#), ("1.5", #"{"double":1.5}"#),
      (".5", #"{"double":0.5}"#), ("1e3", #"{"double":1000.0}"#),
      ("2.5E-1", #"{"double":0.25}"#),
      ("-9223372036854775808", #"{"int":"-9223372036854775808"}"#),
      ("18446744073709551615u", #"{"uint":"18446744073709551615"}"#),
      ("9223372036854775808", "refused: the number is too large"),
      ("- 9223372036854775808", #"{"int":"-9223372036854775808"}"#),
      ("99999999999999999999", "refused: the number is too large"),
      ("1e", "refused: the number has no digits after its exponent"),
      ("0x", "refused: the number has no digits"),
      ("5MB", "refused: `MB` follows a number"), ("1.5e3x", "refused: `x` follows a number"),
    ])
  func numbers(source: String, expected: String) { #expect(Sample.outcome(source) == expected) }

  @Test(
    "have text and bytes in many kinds of quotes",
    arguments: [
      (#""a\tb""#, #"{"string":"a\tb"}"#), (#"'it\'s'"#, #"{"string":"it's"}"#),
      (#"r"\d+""#, #"{"string":"\\d+"}"#), (#"R'C:\'"#, #"{"string":"C:\\"}"#),
      ("'''a\n'b''''", "refused: the text that begins here does not end"),
      ("'''a\n'b' '''", #"{"string":"a\n'b' "}"#),
      (#""\u00e4\U0001F431\x41\101""#, #"{"string":"ä🐱AA"}"#),
      (#"b"\xff\000""#, #"{"bytes":"/wA="}"#), (#"b'ÿ'"#, #"{"bytes":"w78="}"#),
      (#"rb'\n'"#, #"{"bytes":"XG4="}"#), (#"Br"\n""#, #"{"bytes":"XG4="}"#),
      (#""\ud800""#, "refused: the escape names no character"),
      (#""\q""#, #"refused: `\q` is no escape"#), (#""\x4""#, "refused: the escape needs 2 digits"),
      (#"b"\u0041""#, #"refused: `\u` is no escape"#),
      ("'a\nb'", "refused: the text that begins here does not end"),
      ("'a", "refused: the text that begins here does not end"),
      ("'a' // note\n + 'b'", #"{"string":"ab"}"#),
      ("// all a note", "refused: the expression is empty"),
    ])
  func texts(source: String, expected: String) { #expect(Sample.outcome(source) == expected) }

  @Test(
    "bind operators as tightly as the specification says",
    arguments: [
      "1 + 2 * 3 == 7", "(1 + 2) * 3 == 9", "10 - 4 - 3 == 3", "24 / 4 / 2 == 3", "7 % 4 * 2 == 6",
      "!false && true", "false && false || true", "true || false && false", "1 < 2 == true",
      "-2 * -3 == 6", "!!true", "--5 == 5", "2 in [1, 2] && !(3 in [1])",
      "true ? (false ? 1 == 2 : true) : false", "(false ? 1 : true ? 2 : 3) == 2",
      "1 + 1 in [2]", "'b' > 'a' && 'B' < 'a'", "b'b' > b'a'", "true > false",
      "{'a': [1, {'b': 2}]}.a[1].b == 2", "-5.0 == 0.0 - 5.0", "[1, 2,] == [1, 2]",
      "{1: 2,} == {1: 2}",
    ])
  func precedence(source: String) { #expect(Sample.outcome(source) == #"{"bool":true}"#) }

  @Test(
    "calculate within the range of their type",
    arguments: [
      ("7 / 2", #"{"int":"3"}"#), ("-7 / 2", #"{"int":"-3"}"#), ("-7 % 3", #"{"int":"-1"}"#),
      ("7.0 / 2.0", #"{"double":3.5}"#), ("1 / 0", "failed: division by zero"),
      ("1 % 0", "failed: division by zero"), ("1.0 / 0.0", #"{"double":"Infinity"}"#),
      ("9223372036854775807 + 1", "failed: the result is out of the range of int"),
      ("-9223372036854775808 / -1", "failed: the result is out of the range of int"),
      ("-9223372036854775808 % -1", "failed: the result is out of the range of int"),
      ("0u - 1u", "failed: the result is out of the range of uint"),
      ("-(-9223372036854775808)", "failed: the result is out of the range of int"),
      ("1 + 1.0", "refused: `+` does not go with int and double"),
      ("1 + 1u", "refused: `+` does not go with int and uint"),
      ("'a' + 1", "refused: `+` does not go with string and int"),
      ("'a' + 'b'", #"{"string":"ab"}"#), ("b'a' + b'b'", #"{"bytes":"YWI="}"#),
      ("[1] + [2]", #"{"list":[{"int":"1"},{"int":"2"}]}"#),
      ("5.0 % 2.0", "refused: `%` does not go with double and double"),
    ])
  func arithmetic(source: String, expected: String) { #expect(Sample.outcome(source) == expected) }

  @Test(
    "compare numbers of all types, and nothing else across types",
    arguments: [
      "1 < 2u", "1u < 2.5", "2.5 > 1", "dyn(1) == 1.0", "dyn(1u) == 1", "dyn('1') != 1",
      "1 < dyn(1.5)", "-1 < 0u", "18446744073709551615u > -1", "0.0 / 0.0 != 0.0 / 0.0",
      "!(0.0 / 0.0 < 1.0)", "!(0.0 / 0.0 >= 1.0)", "[1, 2] == [dyn(1.0), 2u]",
      "{'a': dyn(1)} == {'a': 1.0}",
      "dyn([1]) != [1, 2]", "null == dyn(null)", "dyn(null) != 0", "'e\\u0301' != '\\u00e9'",
      "cel.bind(n, [0.0 / 0.0], n != n)", "dyn(9007199254740993) != 9007199254740992.0",
    ])
  func comparison(source: String) { #expect(Sample.outcome(source) == #"{"bool":true}"#) }

  @Test(
    "let one side decide where the other fails",
    arguments: [
      ("false && 1 / 0 > 0", #"{"bool":false}"#), ("1 / 0 > 0 && false", #"{"bool":false}"#),
      ("true || 1 / 0 > 0", #"{"bool":true}"#), ("1 / 0 > 0 || true", #"{"bool":true}"#),
      ("true && 1 / 0 > 0", "failed: division by zero"),
      ("1 / 0 > 0 || false", "failed: division by zero"),
      ("1 / 0 > 0 && fields.missing > 0", "failed: division by zero"),
      ("true ? 1 : 1 / 0", #"{"int":"1"}"#), ("1 / 0 > 0 ? 1 : 2", "failed: division by zero"),
      ("dyn(1) && false", #"{"bool":false}"#),
      ("dyn(1) && true", "failed: `&&` does not go with int"),
      ("[1, 0].exists(x, 1 / x > 0)", #"{"bool":true}"#),
      ("[0, 1].exists(x, 1 / x > 0)", #"{"bool":true}"#),
      ("[0, 2].exists(x, 1 / x > 0)", "failed: division by zero"),
      ("[0, 1].all(x, 1 / x > 1)", #"{"bool":false}"#),
      // What nobody knows weighs more than what cannot be.
      ("1 / 0 > 0 && disk('x').mounted", "failed: the state of that disk is not known now"),
      ("disk('x').mounted && 1 / 0 > 0", "failed: the state of that disk is not known now"),
      ("disk('x').mounted || true", #"{"bool":true}"#),
      ("!disk('x').mounted", "failed: the state of that disk is not known now"),
    ])
  func absorption(source: String, expected: String) { #expect(Sample.outcome(source) == expected) }

  @Test(
    "tell missing fields from false",
    arguments: [
      ("fields.missing > 3", "failed: the map has no key \"missing\""),
      ("!(fields.missing > 3)", "failed: the map has no key \"missing\""),
      ("has(fields.missing)", #"{"bool":false}"#),
      ("has(fields.count) && fields.count == 3", #"{"bool":true}"#),
      ("fields.?missing.orValue(0) > 3", #"{"bool":false}"#),
      ("fields['from']", #"{"string":"scanner"}"#),
      ("tags[5]", "failed: there is no element 5 in a list of 2, which counts from 0"),
      ("tags[-1]", "failed: there is no element -1 in a list of 2, which counts from 0"),
      ("sizes.c", "failed: the map has no key \"c\""),
      ("dyn(1).x", "failed: this int has no field `x`"),
      ("dyn(file).size", #"{"int":"4096"}"#),
      ("dyn(file).szie", "failed: this file has no field `szie`"),
      ("file['size'] == 4096", "refused: file has no elements"),
      ("{'a': 1, 'a': 2}", "failed: the key \"a\" stands twice"),
      ("{1: 1, 1u: 2}", "failed: the key 1u stands twice"),
    ])
  func missing(source: String, expected: String) { #expect(Sample.outcome(source) == expected) }

  @Test(
    "go through lists and maps with macros",
    arguments: [
      "[1, 2, 3].all(x, x > 0)", "![1, 2].all(x, x > 1)", "[1, 2].exists_one(x, x == 1)",
      "![1, 1].existsOne(x, x == 1)", "[1, 2, 3].filter(x, x != 2) == [1, 3]",
      "[1, 2].map(x, x * 2) == [2, 4]", "[1, 2, 3].map(x, x > 1, x * 2) == [4, 6]",
      "sizes.all(k, sizes[k] > 0)", "sizes.map(k, k) == ['a', 'b']",
      "[[1], [2, 3]].map(l, l.map(x, x + l.size())) == [[2], [4, 5]]",
      "[5, 6].all(i, v, v == i + 5)", "sizes.exists(k, v, k == 'b' && v == 2)",
      "['a', 'b'].transformList(i, v, v + string(i)) == ['a0', 'b1']",
      "['a', 'b'].transformList(i, v, i > 0, v) == ['b']",
      "sizes.transformMap(k, v, v + 1) == {'a': 2, 'b': 3}",
      "['x', 'y'].transformMap(i, v, v) == {0: 'x', 1: 'y'}",
      "sizes.transformMapEntry(k, v, {string(v): k}) == {'1': 'a', '2': 'b'}",
      "sizes.transformMapEntry(k, v, v > 1, {v: k}) == {2: 'b'}",
      "cel.bind(x, 2, x * x) == 4",
      "cel.bind(x, 1, cel.bind(y, x + 1, [x, y].map(z, z + x))) == [2, 3]",
      "[1].map(x, cel.bind(y, x, [y].map(x, x + y)))[0] == [2]", "[1, 2].exists(file, file == 2)",
    ])
  func macros(source: String) { #expect(Sample.outcome(source) == #"{"bool":true}"#) }

  @Test(
    "refuse macros that are written wrongly",
    arguments: [
      ("[1].all(1, true)", "refused: expected a simple name for the variable"),
      ("[1].all(x.y, true)", "refused: expected a simple name for the variable"),
      ("[1].all(x, x, true)", "refused: the two variables need different names"),
      ("has(file)", "refused: has() takes a field, as in has(x.field)"),
      ("[1].map(x)", "refused: `map` is not called this way"),
      ("5.all(x, true)", "refused: `all` goes through a list or map, but this is int"),
      ("[1].all(x, x)", "refused: the condition of `all` must be true or false, but this is int"),
      ("[1].transformMapEntry(i, v, v)", "refused: the new entry must be a map, but this is int"),
      ("[1, 2].transformMapEntry(i, v, {'a': v})", "failed: the key \"a\" stands twice"),
    ])
  func wrongMacros(source: String, expected: String) { #expect(Sample.outcome(source) == expected) }

  @Test(
    "carry values that may be missing",
    arguments: [
      "maybe.hasValue()", "maybe.value() == 7", "maybe.orValue(1) == 7",
      "optional.none().orValue(1) == 1",
      "!optional.ofNonZeroValue('').hasValue()", "optional.of(1).or(optional.of(2)).value() == 1",
      "{'a': {'b': 1}}.?a.b.orValue(0) == 1", "{'a': {'b': 1}}.?x.b.orValue(0) == 0",
      "[1, 2][?5].orValue(9) == 9", "[1, 2][?1].value() == 2",
      "maybe.optMap(x, x + 1).value() == 8",
      "!optional.none().optMap(x, x + 1).hasValue()", "maybe.optFlatMap(x, [x][?0]).value() == 7",
      "[?maybe, ?optional.none(), 1] == [7, 1]", "{?'a': maybe, ?'b': optional.none()} == {'a': 7}",
      "[1, 2].first().value() == 1", "[1, 2].last().value() == 2", "![].first().hasValue()",
      "[optional.of(1), optional.none()].unwrapOpt() == [1]", "optional.unwrap([maybe]) == [7]",
      "type(maybe) == optional_type", "optional.of(1) == optional.of(1)",
      "optional.none() != optional.of(dyn(null))",
    ])
  func optionals(source: String) { #expect(Sample.outcome(source) == #"{"bool":true}"#) }

  @Test("give an error for the value of nothing")
  func noValue() {
    #expect(Sample.outcome("optional.none().value()") == "failed: the optional has no value")
  }

  @Test(
    "know their types",
    arguments: [
      ("file.size > 5", ValueType.bool), ("file.name", .string), ("[1, 'a']", .list(.dynamic)),
      ("[1, 2]", .list(.int)), ("{'a': 1.5}", .map(.string, .double)), ("[]", .list(.dynamic)),
      ("[[], [1]]", .list(.list(.int))), ("maybe", .optional(.int)), ("sizes.a", .int),
      ("fields.x", .dynamic),
      ("tags.map(t, t.size())", .list(.int)), ("file.?size", .optional(.int)),
      ("true ? 1 : dyn(2)", .dynamic), ("now - span('1h')", .timestamp), ("now - now", .duration),
      ("type(1)", .type(.int)), ("int", .type(.int)), ("rule('x').last_run", .optional(.timestamp)),
      ("[optional.none(), maybe]", .list(.optional(.int))),
      ("tags.transformMap(i, v, v)", .map(.int, .string)),
      ("cel.bind(x, file, x.modified)", .timestamp), ("math.greatest(1, 2.0)", .dynamic),
      ("math.greatest(1, 2)", .int),
    ])
  func types(source: String, expected: ValueType) throws {
    #expect(try Expression(source, environment: Sample.environment).type == expected)
  }

  @Test("name the variables and fields that they use")
  func references() throws {
    func references(_ source: String) throws -> Set<[String]> {
      try Expression(source, environment: Sample.environment).references
    }
    #expect(
      try references("file.size > 5 && file.name.endsWith('.pdf')") == [
        ["file", "size"], ["file", "name"],
      ])
    #expect(
      try references("has(fields.a.b) || event == 'x'") == [["fields", "a", "b"], ["event"]])
    #expect(try references("tags.exists(file, file == event)") == [["tags"], ["event"]])
    #expect(try references("1 + 1") == [])
  }

  @Test("come apart into the conditions that must all hold")
  func conjuncts() throws {
    let whole = try Expression(
      "file.size > 5 && (event == 'x' && true) && tags.size() == 2", environment: Sample.environment
    )
    let scalars = Array(whole.source.unicodeScalars)
    let parts = whole.conjuncts.map { String(String.UnicodeScalarView(scalars[$0.range])) }
    #expect(parts == ["file.size > 5", "event == 'x'", "true", "tags.size() == 2"])
    #expect(try whole.conjuncts.map { try $0.test(Sample.bindings) } == [true, false, true, true])
    #expect(whole.conjuncts[2].constant == .bool(true))
  }
}
