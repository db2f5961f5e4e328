/// Says in words of the rule language what the parser below stumbled over.
///
/// libyaml names what its grammar wanted. What the writer did is told better by the character at
/// the place and by what was read just before it.
struct SyntaxDiagnosis {
  let source: SourceBytes
  /// The last event before the problem.
  let last: Event?

  func explain(_ problem: ParserProblem) -> SyntaxError {
    if let tab = tabInIndentation(at: problem.mark) { return error(.tab, at: tab) }
    if problem.context.hasSuffix("quoted scalar") { return quoted(problem) }
    if problem.context.hasSuffix("tag") { return tag(at: problem.contextMark) }
    if let mark = tagAtStartOfValue(on: problem.mark) { return tag(at: mark) }
    switch problem.context {
    case "while scanning an anchor", "while scanning an alias":
      let sign = character(at: problem.contextMark) ?? "&"
      return error(.badAnchorName(sign), at: problem.contextMark, quoting: true)
    case "while scanning a block scalar":
      return error(.textAfterBlockSign, at: problem.mark)
    case "while scanning a simple key":
      return error(.missingColon, at: problem.contextMark, width: lineWidth(problem.contextMark))
    case "while scanning a directive":
      return error(.reservedStart("%"), at: problem.contextMark, quoting: true)
    case "while parsing a flow sequence", "while parsing a flow mapping":
      return flow(problem)
    case _:
      return layout(problem)
    }
  }

  private func quoted(_ problem: ParserProblem) -> SyntaxError {
    switch problem.words {
    case "found unexpected end of stream", "found unexpected document indicator":
      let quote = character(at: problem.contextMark) ?? "\""
      return error(.unclosedQuote(quote), at: problem.contextMark)
    case _:
      let rest = source.restOfLine(from: problem.mark.offset)
      let escape = String(rest.prefix(2))
      return error(.badEscape(escape), at: problem.mark, width: escape.unicodeScalars.count)
    }
  }

  private func tag(at mark: Mark) -> SyntaxError {
    let rest = source.restOfLine(from: mark.offset)
    let tag = rest.prefix { $0 != " " && $0 != "\t" }
    return error(.tag(String(tag)), at: mark, width: tag.unicodeScalars.count, quoting: true)
  }

  /// Where the `!` stands that the value on a line begins with; nil where it doesn't.
  ///
  /// What follows a tag often is a problem of its own (`!a && b`), but the tag is the cause.
  private func tagAtStartOfValue(on mark: Mark) -> Mark? {
    let line = source.line(at: mark.offset)
    guard let value = Quoting.startOfValue(in: line), value < line.endIndex, line[value] == "!"
    else { return nil }
    var cursor = startOfLine(of: mark)
    for _ in line[..<value].unicodeScalars { cursor.advance() }
    return cursor.mark
  }

  private func flow(_ problem: ParserProblem) -> SyntaxError {
    if problem.mark.offset >= source.bytes.count {
      let bracket = character(at: problem.contextMark) ?? "["
      return error(.unclosedBracket(bracket), at: problem.contextMark)
    }
    let isBrace = character(at: problem.mark) == "{"
    if isBrace, problem.mark.offset > 0, source.bytes[problem.mark.offset - 1] == UInt8(ascii: "$")
    {
      let start = Mark(
        line: problem.mark.line, column: problem.mark.column - 1, offset: problem.mark.offset - 1)
      return error(.templateInBrackets, at: start, width: 2)
    }
    return error(.missingComma, at: problem.mark)
  }

  private func layout(_ problem: ParserProblem) -> SyntaxError {
    switch problem.words {
    case "mapping values are not allowed in this context", "found unexpected ':'":
      return error(.colonInValue, at: problem.mark, quoting: true)
    case "mapping keys are not allowed in this context":
      return error(.reservedStart("?"), at: problem.mark, quoting: true)
    case "block sequence entries are not allowed in this context":
      return error(.misplacedDash, at: problem.mark)
    case "found character that cannot start any token":
      return error(
        .reservedStart(character(at: problem.mark) ?? " "), at: problem.mark, quoting: true)
    case "did not find expected node content":
      return error(.expectedValue, at: problem.mark)
    case "did not find expected key" where character(at: problem.mark) == ":":
      return error(.missingKey, at: problem.mark)
    case "did not find expected key":
      return afterValue(problem) ?? error(.expectedKey, at: problem.mark)
    case "did not find expected '-' indicator":
      return afterValue(problem) ?? error(.expectedDash, at: problem.mark)
    case "did not find expected <document start>":
      return afterValue(problem) ?? error(.expectedKey, at: problem.mark)
    case _:
      return error(.other(problem.words), at: problem.mark)
    }
  }

  /// The error for text behind a value that was already complete; nil where there is none.
  private func afterValue(_ problem: ParserProblem) -> SyntaxError? {
    guard let last, last.start < last.end, last.end.line == problem.mark.line,
      last.end <= problem.mark
    else { return nil }
    let reason: SyntaxError.Reason
    switch last.kind {
    case .scalar(_, .singleQuoted, _), .scalar(_, .doubleQuoted, _): reason = .textAfterQuote
    case .sequenceEnd, .mappingEnd: reason = .textAfterCollection
    case .alias: reason = .textAfterAlias
    case .scalar, .sequenceStart, .mappingStart, .streamStart, .streamEnd, .documentStart,
      .documentEnd:
      return nil
    }
    let isOneLine = last.start.line == last.end.line
    return error(
      reason, at: problem.mark, width: lineWidth(problem.mark), quoting: isOneLine)
  }

  /// Where a tab stands before anything else on the line of a mark, or at the mark.
  private func tabInIndentation(at mark: Mark) -> Mark? {
    var cursor = startOfLine(of: mark)
    while let character = cursor.character, ScalarPlaces.isBlank(character) {
      if character == "\t" { return cursor.mark }
      cursor.advance()
    }
    return nil
  }

  private func startOfLine(of mark: Mark) -> SourceCursor {
    let start = source.startOfLine(at: mark.offset)
    return SourceCursor(
      source, from: Mark(line: mark.line, column: 1, offset: start), to: source.bytes.count)
  }

  private func character(at mark: Mark) -> Unicode.Scalar? {
    SourceCursor(source, from: mark, to: source.bytes.count).character
  }

  private func lineWidth(_ mark: Mark) -> Int {
    source.restOfLine(from: mark.offset).unicodeScalars.count
  }

  private func error(
    _ reason: SyntaxError.Reason, at mark: Mark, width: Int = 1, quoting: Bool = false
  ) -> SyntaxError {
    let line = source.line(at: mark.offset)
    let correction =
      switch reason {
      case _ where !quoting: String?.none
      case .textAfterCollection: Quoting.correctedLine(line)
      case _: Quoting.correctedLine(line, column: mark.column)
      }
    return SyntaxError(
      reason, file: source.file, mark: mark, width: width, correction: correction)
  }
}
