extension SyntaxError {
  /// What is wrong, in one sentence without a full stop.
  package var message: String {
    switch reason {
    case .notUTF8(let byte): "byte 0x\(Self.hex(UInt32(byte), digits: 2)) is not UTF-8 text"
    case .utf16: "the file is UTF-16 text"
    case .forbiddenCharacter(let character):
      "the character \(Self.codePoint(character)) may not stand in a YAML file"
    case .nulInText: "a text can't hold a NUL character"
    case .tooLarge(let bytes, let limit): "the file has \(bytes) bytes; the limit is \(limit)"
    case .tooDeep(let limit): "lists and mappings stand more than \(limit) deep in each other"
    case .tooManyNodes(let limit):
      "the file has more than \(limit) values, counting all that aliases repeat"
    case .tooMuchText(let limit):
      "the file has more than \(limit) bytes of text, counting all that aliases repeat"
    case .tag(let tag): "`\(tag)` begins a YAML tag, and tags are not supported"
    case .mergeKey: "merge keys (`<<`) are not supported"
    case .collectionAsKey(let kind): "a key must be a text, not \(kind)"
    case .templateBraces: "`{{` begins a mapping in a mapping, not a template"
    case .repeatedKey(let name, let first):
      "`\(name)` stands twice in one mapping: on line \(first.line) and on line \(mark.line)"
    case .missingKey: "there is no key before this `:`"
    case .unknownAlias(let name): "no anchor `&\(name)` stands before the alias `*\(name)`"
    case .aliasInsideItself(let name): "the alias `*\(name)` stands inside its own anchor's value"
    case .badAnchorName(let sign): "`\(sign)` begins an \(sign == "*" ? "alias" : "anchor") here"
    case .tab: "a tab stands in the indentation"
    case .unclosedQuote: "this quote is never closed"
    case .unclosedBracket(let bracket): "this `\(bracket)` is never closed"
    case .textAfterQuote: "text goes on after the closing quote"
    case .textAfterCollection: "text goes on after the closing bracket"
    case .textAfterAlias: "text goes on after an alias"
    case .textAfterBlockSign: "text stands on the line of `|` or `>`"
    case .colonInValue: "a `:` inside a plain value begins a key"
    case .reservedStart(let character): "a plain value can't begin with `\(character)`"
    case .templateInBrackets: "`${…}` inside `[ ]` or `{ }` is cut at its brace"
    case .missingComma: "expected `,` or the closing bracket here"
    case .missingColon: "expected `:` after this key"
    case .badEscape(let escape): "`\(escape)` is no escape of a text in double quotes"
    case .expectedKey: "expected a key with the indentation of the mapping"
    case .expectedDash: "expected `- ` with the indentation of the list"
    case .misplacedDash: "a list can't begin here"
    case .expectedValue: "expected a value here"
    case .other(let words): "this is no YAML: \(words)"
    }
  }

  /// What to do about it; with the corrected line where it can be told.
  package var help: String? {
    guard let advice else { return nil }
    guard let correction else { return advice }
    return "\(advice): \(correction)"
  }

  private var advice: String? {
    switch reason {
    case .notUTF8, .utf16: "save the file as UTF-8"
    case .forbiddenCharacter(let character):
      character.value == 0
        ? "remove it"
        : "remove it, or write it in double quotes as \"\\u\(Self.hex(character.value, digits: 4))\""
    case .nulInText: "remove the escape"
    case .tooLarge, .tooManyNodes, .tooMuchText: "split it into several files"
    case .tooDeep: "put inner parts in shortcuts of their own"
    case .tag, .colonInValue, .reservedStart, .textAfterQuote, .textAfterCollection,
      .textAfterAlias, .unknownAlias, .badAnchorName:
      "put the value in quotes or after `|`"
    case .mergeKey: "write the keys out where they are wanted"
    case .collectionAsKey: "put the key in quotes"
    case .templateBraces: "a template is written \"${…}\", in quotes"
    case .repeatedKey: "keep one of the two"
    case .missingKey: "write the key, or put the value in quotes"
    case .aliasInsideItself: "write the inner value out"
    case .tab: "indent with spaces"
    case .unclosedQuote(let quote): "add the closing `\(quote)`"
    case .unclosedBracket(let bracket): "add the closing `\(bracket == "[" ? "]" : "}")`"
    case .textAfterBlockSign: "begin the text on the next line, indented"
    case .templateInBrackets: "put it in quotes: \"${…}\""
    case .missingComma, .expectedValue:
      "values in brackets that hold `:`, `,`, `{` or `[` need quotes"
    case .missingColon: "a line of a mapping is `key: value`"
    case .badEscape: "write `\\\\` for a backslash, or use single quotes"
    case .expectedKey, .expectedDash, .misplacedDash: "check the indentation"
    case .other: nil
    }
  }

  private static func codePoint(_ character: Unicode.Scalar) -> String {
    "U+" + hex(character.value, digits: 4)
  }

  private static func hex(_ value: UInt32, digits: Int) -> String {
    let text = String(value, radix: 16, uppercase: true)
    return String(repeating: "0", count: max(digits - text.count, 0)) + text
  }
}
