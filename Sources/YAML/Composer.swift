/// Builds nodes from events, and refuses what a rule file can't have.
struct Composer {
  /// An anchor whose value is still being read, or has been.
  private enum Anchor {
    case open
    case closed(Composed)
  }

  /// A node, and how much it is once all aliases in it are followed.
  private struct Composed {
    var node: Node
    var height = 1
    var count = 1
    var textBytes = 0
  }

  private let source: SourceBytes
  private let limits: ParserLimits
  private let reader: EventReader
  private var anchors: [String: Anchor] = [:]
  private var count = 0
  private var textBytes = 0
  private var last: Event?

  init(_ source: SourceBytes, limits: ParserLimits) {
    self.source = source
    self.limits = limits
    reader = EventReader(source)
  }

  mutating func documents() throws(SyntaxError) -> [Node] {
    var documents: [Node] = []
    while true {
      let event = try next()
      switch event.kind {
      case .streamEnd:
        return documents
      case .streamStart, .documentEnd:
        continue
      case .documentStart:
        anchors = [:]
        let root = try compose(next(), depth: 1).node
        if !root.isBlank { documents.append(root) }
      case .alias, .scalar, .sequenceStart, .sequenceEnd, .mappingStart, .mappingEnd:
        throw error(.other("a value outside a document"), at: event.start)
      }
    }
  }

  private mutating func next() throws(SyntaxError) -> Event {
    do {
      let event = try reader.next()
      last = event
      return event
    } catch {
      throw SyntaxDiagnosis(source: source, last: last).explain(error)
    }
  }

  private func error(
    _ reason: SyntaxError.Reason, at mark: Mark, width: Int = 1, quoting: Bool = false
  ) -> SyntaxError {
    let line = source.line(at: mark.offset)
    let correction = quoting ? Quoting.correctedLine(line, column: mark.column) : nil
    return SyntaxError(
      reason, file: source.file, mark: mark, width: width, correction: correction)
  }

  private mutating func compose(_ event: Event, depth: Int) throws(SyntaxError) -> Composed {
    guard depth <= limits.depth else { throw error(.tooDeep(limit: limits.depth), at: event.start) }
    switch event.kind {
    case .alias(let name):
      return try alias(name, at: event, depth: depth)
    case .scalar(let text, let style, let properties):
      try check(properties, of: event)
      let composed = try self.scalar(text, style, at: event, hasAnchor: properties.anchor != nil)
      if let anchor = properties.anchor { anchors[anchor] = .closed(composed) }
      return composed
    case .sequenceStart(let properties), .mappingStart(let properties):
      try check(properties, of: event)
      return try collection(event, anchor: properties.anchor, depth: depth)
    case .streamStart, .streamEnd, .documentStart, .documentEnd, .sequenceEnd, .mappingEnd:
      throw error(.other("a value is missing"), at: event.start)
    }
  }

  private mutating func scalar(
    _ text: String, _ style: Scalar.Style, at event: Event, hasAnchor: Bool
  ) throws(SyntaxError) -> Composed {
    // Only an escape can make a NUL: the file itself was checked.
    guard style != .doubleQuoted || !text.utf8.contains(0) else {
      throw error(.nulInText, at: event.start)
    }
    let length = text.utf8.count
    try add(count: 1, textBytes: length, at: event.start)
    let start = hasAnchor ? startBehindAnchor(of: event) : event.start
    let scalar = Scalar(text: text, style: style, source: source, start: start, end: event.end)
    let node = Node(kind: .scalar(scalar), start: start, end: event.end)
    return Composed(node: node, textBytes: length)
  }

  /// Where the value itself begins: blanks, breaks and comments may follow its anchor.
  private func startBehindAnchor(of event: Event) -> Mark {
    var cursor = SourceCursor(source, from: event.start, to: event.end.offset)
    while let character = cursor.character, character != "\n", character != " ", character != "\t" {
      cursor.advance()
    }
    var isComment = false
    while let character = cursor.character {
      if character == "\n" {
        isComment = false
      } else if character == "#" {
        isComment = true
      } else if !isComment, !ScalarPlaces.isBlank(character) {
        break
      }
      cursor.advance()
    }
    return cursor.mark
  }

  private func check(_ properties: Event.Properties, of event: Event) throws(SyntaxError) {
    guard properties.tag != nil else { return }
    // The event begins at its anchor or tag, whichever comes first.
    let text = source.text(event.start.offset..<source.endOfLine(from: event.start.offset))
    guard let start = text.firstIndex(of: "!") else {
      throw error(.tag("!"), at: event.start)
    }
    let tag = text[start...].prefix { $0 != " " && $0 != "\t" }
    let skipped = text[..<start]
    let mark = Mark(
      line: event.start.line, column: event.start.column + skipped.unicodeScalars.count,
      offset: event.start.offset + skipped.utf8.count)
    // A tag behind an anchor was meant as one: quotes around both would be no help.
    throw error(
      .tag(String(tag)), at: mark, width: tag.unicodeScalars.count, quoting: skipped.isEmpty)
  }

  private mutating func add(count: Int, textBytes: Int, at mark: Mark) throws(SyntaxError) {
    self.count += count
    self.textBytes += textBytes
    guard self.count <= limits.nodes else {
      throw error(.tooManyNodes(limit: limits.nodes), at: mark)
    }
    guard self.textBytes <= limits.textBytes else {
      throw error(.tooMuchText(limit: limits.textBytes), at: mark)
    }
  }

  private mutating func alias(_ name: String, at event: Event, depth: Int) throws(SyntaxError)
    -> Composed
  {
    let width = name.unicodeScalars.count + 1
    switch anchors[name] {
    case nil:
      throw error(.unknownAlias(name), at: event.start, width: width, quoting: true)
    case .open?:
      throw error(.aliasInsideItself(name), at: event.start, width: width)
    case .closed(let composed)?:
      guard depth + composed.height - 1 <= limits.depth else {
        throw error(.tooDeep(limit: limits.depth), at: event.start, width: width)
      }
      try add(count: composed.count, textBytes: composed.textBytes, at: event.start)
      return composed
    }
  }

  private mutating func collection(
    _ event: Event, anchor: String?, depth: Int
  ) throws(SyntaxError) -> Composed {
    let before = (count: count, textBytes: textBytes)
    try add(count: 1, textBytes: 0, at: event.start)
    if let anchor { anchors[anchor] = .open }
    var composed =
      if case .sequenceStart = event.kind {
        try sequence(from: event, depth: depth)
      } else {
        try mapping(from: event, depth: depth)
      }
    composed.count = count - before.count
    composed.textBytes = textBytes - before.textBytes
    if let anchor { anchors[anchor] = .closed(composed) }
    return composed
  }

  private mutating func sequence(from start: Event, depth: Int) throws(SyntaxError) -> Composed {
    var members: [Node] = []
    var height = 0
    while true {
      let event = try next()
      if case .sequenceEnd = event.kind {
        let end = endOfCollection(event, last: members.last, start: start)
        let node = Node(kind: .sequence(members), start: start.start, end: end)
        return Composed(node: node, height: height + 1)
      }
      let member = try compose(event, depth: depth + 1)
      members.append(member.node)
      height = max(height, member.height)
    }
  }

  private mutating func mapping(from start: Event, depth: Int) throws(SyntaxError) -> Composed {
    var pairs: [Node.Pair] = []
    var known: [String: Mark] = [:]
    var height = 0
    while true {
      let event = try next()
      if case .mappingEnd = event.kind {
        let end = endOfCollection(event, last: pairs.last?.value, start: start)
        let node = Node(kind: .mapping(pairs), start: start.start, end: end)
        return Composed(node: node, height: height + 1)
      }
      let key = try key(from: event, depth: depth + 1, known: &known)
      let value = try compose(next(), depth: depth + 1)
      pairs.append(.init(key: key, value: value.node))
      height = max(height, value.height, 1)
    }
  }

  /// A collection without brackets ends with its last member: the parser ends it at the next token.
  private func endOfCollection(_ event: Event, last: Node?, start: Event) -> Mark {
    guard event.start == event.end else { return event.end }
    return last?.end ?? start.end
  }

  private mutating func key(
    from event: Event, depth: Int, known: inout [String: Mark]
  ) throws(SyntaxError) -> Node {
    let node = try compose(event, depth: depth).node
    guard let scalar = node.scalar else {
      if source.restOfLine(from: event.start.offset - 1).hasPrefix("{{") {
        throw error(.templateBraces, at: event.start)
      }
      throw error(.collectionAsKey(node.kindInWords), at: event.start)
    }
    guard !node.isBlank else { throw error(.missingKey, at: event.start) }
    // An alias as a key stands where the alias is, not where its anchor is.
    let width = scalar.text.unicodeScalars.count
    if scalar.style == .plain, scalar.text == "<<" {
      throw error(.mergeKey, at: event.start, width: width)
    }
    if let first = known[scalar.text] {
      throw error(
        .repeatedKey(scalar.text, first: first), at: event.start,
        width: max(event.end.column - event.start.column, 1))
    }
    known[scalar.text] = event.start
    return Node(kind: node.kind, start: event.start, end: event.end)
  }
}
