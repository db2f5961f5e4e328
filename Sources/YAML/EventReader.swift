internal import CYAML

/// Reads the events of a YAML text one by one with libyaml.
@safe final class EventReader {
  // Both live as long as this object: libyaml keeps a pointer into the input, and its state is a
  // structure that must not move.
  private let input: UnsafeMutableBufferPointer<UInt8>
  private let parser: UnsafeMutablePointer<yaml_parser_t>
  private var marks: MarkConverter

  init(_ source: SourceBytes) {
    let content = source.bytes[source.contentStart...]
    unsafe input = .allocate(capacity: content.count)
    _ = unsafe input.initialize(fromContentsOf: content)
    unsafe parser = .allocate(capacity: 1)
    unsafe parser.initialize(to: yaml_parser_t())
    marks = MarkConverter(source)
    guard unsafe yaml_parser_initialize(parser) == 1 else {
      fatalError("libyaml found no memory for its parser")
    }
    unsafe yaml_parser_set_encoding(parser, YAML_UTF8_ENCODING)
    unsafe yaml_parser_set_input_string(parser, input.baseAddress, input.count)
  }

  deinit {
    unsafe yaml_parser_delete(parser)
    unsafe parser.deallocate()
    unsafe input.deallocate()
  }

  /// The next event; after the end of the stream there is none to ask for.
  func next() throws(ParserProblem) -> Event {
    var raw = unsafe yaml_event_t()
    guard unsafe yaml_parser_parse(parser, &raw) == 1 else { throw problem() }
    defer { unsafe yaml_event_delete(&raw) }
    let start = unsafe marks.mark(raw.start_mark)
    return unsafe Event(kind: Self.kind(of: raw), start: start, end: marks.mark(raw.end_mark))
  }

  private func problem() -> ParserProblem {
    let state = unsafe parser.pointee
    return unsafe ParserProblem(
      words: state.problem.map { unsafe String(cString: $0) } ?? "out of memory",
      context: state.context.map { unsafe String(cString: $0) } ?? "",
      mark: marks.mark(state.problem_mark), contextMark: marks.mark(state.context_mark))
  }

  private static func kind(of raw: yaml_event_t) -> Event.Kind {
    switch unsafe raw.type {
    case YAML_STREAM_START_EVENT: return .streamStart
    case YAML_DOCUMENT_START_EVENT: return .documentStart
    case YAML_DOCUMENT_END_EVENT: return .documentEnd
    case YAML_ALIAS_EVENT: return unsafe .alias(text(raw.data.alias.anchor) ?? "")
    case YAML_SCALAR_EVENT: return unsafe scalar(raw)
    case YAML_SEQUENCE_START_EVENT:
      let start = unsafe raw.data.sequence_start
      return unsafe .sequenceStart(
        .init(anchor: text(start.anchor), tag: text(start.tag)))
    case YAML_SEQUENCE_END_EVENT: return .sequenceEnd
    case YAML_MAPPING_START_EVENT:
      let start = unsafe raw.data.mapping_start
      return unsafe .mappingStart(
        .init(anchor: text(start.anchor), tag: text(start.tag)))
    case YAML_MAPPING_END_EVENT: return .mappingEnd
    // The type is C's: only the end of the stream is left.
    case _: return .streamEnd
    }
  }

  private static func scalar(_ raw: yaml_event_t) -> Event.Kind {
    let scalar = unsafe raw.data.scalar
    let bytes = unsafe UnsafeBufferPointer(start: scalar.value, count: scalar.length)
    let style: Scalar.Style =
      switch unsafe scalar.style {
      case YAML_SINGLE_QUOTED_SCALAR_STYLE: .singleQuoted
      case YAML_DOUBLE_QUOTED_SCALAR_STYLE: .doubleQuoted
      case YAML_LITERAL_SCALAR_STYLE: .literal
      case YAML_FOLDED_SCALAR_STYLE: .folded
      case _: .plain
      }
    return unsafe .scalar(
      text: String(decoding: bytes, as: UTF8.self), style: style,
      .init(anchor: text(scalar.anchor), tag: text(scalar.tag)))
  }

  private static func text(_ pointer: UnsafeMutablePointer<yaml_char_t>?) -> String? {
    guard let pointer = unsafe pointer else { return nil }
    return unsafe String(cString: pointer)
  }
}

/// Gives libyaml's positions, which count characters, their offset in bytes.
///
/// Positions come nearly in order, so going on from the last one costs one walk over the file.
private struct MarkConverter {
  private let source: SourceBytes
  private var index = 0
  private var offset: Int

  init(_ source: SourceBytes) {
    self.source = source
    offset = source.contentStart
  }

  mutating func mark(_ raw: yaml_mark_t) -> Mark {
    let target = Int(raw.index)
    while index < target, offset < source.bytes.count {
      offset += UTF8Text.length(ofFirst: source.bytes[offset])
      index += 1
    }
    while index > target, offset > source.contentStart {
      offset -= 1
      while source.bytes[offset] & 0xC0 == 0x80 { offset -= 1 }
      index -= 1
    }
    return Mark(line: Int(raw.line) + 1, column: Int(raw.column) + 1, offset: offset)
  }
}
