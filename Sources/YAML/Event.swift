/// One step of reading a YAML text, as the parser below reports it.
struct Event {
  /// What a sequence, mapping or scalar may carry before its value.
  struct Properties {
    var anchor: String?
    var tag: String?
  }

  enum Kind {
    case streamStart
    case streamEnd
    case documentStart
    case documentEnd
    case alias(String)
    case scalar(text: String, style: Scalar.Style, Properties)
    case sequenceStart(Properties)
    case sequenceEnd
    case mappingStart(Properties)
    case mappingEnd
  }

  let kind: Kind
  let start: Mark
  let end: Mark
}

/// What the parser below says when it can't go on, in its own words.
struct ParserProblem: Error {
  let words: String
  let context: String
  let mark: Mark
  let contextMark: Mark
}
