internal import CPCRE2

extension RegularExpression {
  /// The first match in a text, or nil without one.
  package func firstMatch(
    in text: String, within time: Duration = Limits.time
  ) throws(PatternError) -> Match? {
    var first: Match?
    try forEachMatch(in: text, within: time) { match in
      first = match
      return false
    }
    return first
  }

  /// Whether the text has a match.
  package func matches(_ text: String) throws(PatternError) -> Bool {
    try firstMatch(in: text) != nil
  }

  /// All matches from left to right that don't overlap, and whether there were more than the limit.
  package func allMatches(
    in text: String, limit: Int = Limits.matches, within time: Duration = Limits.time
  ) throws(PatternError) -> (matches: [Match], isCut: Bool) {
    var matches: [Match] = []
    var isCut = false
    try forEachMatch(in: text, within: time) { match in
      isCut = matches.count >= limit
      if !isCut { matches.append(match) }
      return !isCut
    }
    return (matches, isCut)
  }

  /// Calls the body with each match until it says false.
  private func forEachMatch(
    in text: String, within time: Duration, _ body: (Match) -> Bool
  ) throws(PatternError) {
    guard text.utf8.count <= Limits.text else {
      throw PatternError(.textTooLong, "the text is longer than \(Limits.text) bytes")
    }
    let search = try Search(self, within: time)
    var text = text
    let failure = text.withUTF8 { utf8 -> PatternError? in
      do throws(PatternError) {
        unsafe try scan(utf8, search, body)
        return nil
      } catch {
        return error
      }
    }
    if let failure { throw failure }
  }

  private func scan(
    _ text: UnsafeBufferPointer<UInt8>, _ search: Search, _ body: (Match) -> Bool
  ) throws(PatternError) {
    var offset = 0
    var flags: UInt32 = 0
    while offset <= text.count {
      guard let ranges = unsafe try search.next(in: text, from: offset, flags: flags),
        let whole = ranges.first ?? nil
      else {
        // After an empty match a longer one was looked for at the same place; without one, go on behind it.
        if flags == 0 { return }
        flags = 0
        offset = unsafe Self.nextCharacter(in: text, after: offset)
        continue
      }
      guard body(unsafe makeMatch(ranges, in: text, whole: whole)) else { return }
      offset = whole.upperBound
      flags = whole.isEmpty ? PCRE2_NOTEMPTY_ATSTART | PCRE2_ANCHORED : 0
    }
  }

  /// The start of the next character, with a carriage return and line feed as one.
  private static func nextCharacter(
    in text: UnsafeBufferPointer<UInt8>, after offset: Int
  ) -> Int {
    var next = offset + 1
    if next < text.count, unsafe text[offset] == 0x0D, unsafe text[next] == 0x0A {
      return next + 1
    }
    while next < text.count, unsafe text[next] & 0xC0 == 0x80 { next += 1 }
    return next
  }

  private func makeMatch(
    _ ranges: [Range<Int>?], in text: UnsafeBufferPointer<UInt8>, whole: Range<Int>
  ) -> Match {
    func group(_ range: Range<Int>) -> Match.Group {
      unsafe Match.Group(
        text: String(decoding: UnsafeBufferPointer(rebasing: text[range]), as: UTF8.self),
        range: range)
    }
    let groups = ranges.dropFirst().map { $0.map(group) }
    let named = groupNames.map { entry in
      Match.NamedGroup(
        name: entry.name,
        group: groups.indices.contains(entry.number - 1) ? groups[entry.number - 1] : nil)
    }
    return Match(whole: group(whole), groups: groups, named: named)
  }
}
