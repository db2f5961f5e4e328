internal import Rules
internal import Values

/// The patterns of all triggers that one thing is armed for.
///
/// Members are filed under their most selective test that a dictionary can answer: the whole name,
/// the end of the name, or the kind of event. What has none of these is walked.
struct PatternIndex: Sendable {
  struct Member: Sendable {
    let match: Matcher.Match
    let tests: [FieldTest]
  }

  /// A place where members are filed: a field with a value, or with an ending.
  private struct Drawer: Hashable {
    let field: [String]
    let text: String
    let isEnding: Bool

    static func == (left: Drawer, right: Drawer) -> Bool {
      left.isEnding == right.isEnding && left.field == right.field
        && left.text.utf8.elementsEqual(right.text.utf8)
    }

    func hash(into hasher: inout Hasher) {
      hasher.combine(isEnding)
      for byte in text.utf8 { hasher.combine(byte) }
    }
  }

  /// A field that some member is filed under, with the lengths of the endings asked for.
  private struct Tab: Sendable {
    let field: [String]
    var hasValues = false
    var endingLengths: Set<Int> = []
  }

  private var drawers: [Drawer: [Member]] = [:]
  private var tabs: [Tab] = []
  private var rest: [Member] = []

  init(_ members: [Member]) {
    for member in members {
      let places = Self.places(for: member.tests)
      if places.isEmpty { rest.append(member) }
      for place in places {
        drawers[place, default: []].append(member)
        open(place)
      }
    }
  }

  private mutating func open(_ place: Drawer) {
    let position = tabs.firstIndex { $0.field == place.field } ?? tabs.count
    if position == tabs.count { tabs.append(Tab(field: place.field)) }
    if place.isEnding {
      tabs[position].endingLengths.insert(place.text.utf8.count)
    } else {
      tabs[position].hasValues = true
    }
  }

  /// Where a member is filed; empty where no dictionary can answer any of its tests.
  private static func places(for tests: [FieldTest]) -> [Drawer] {
    var best: [Drawer] = []
    var bestRank = Int.max
    for test in tests {
      let (rank, places) = places(for: test)
      if rank < bestRank { (bestRank, best) = (rank, places) }
    }
    return best
  }

  /// The drawers of one test and its rank, the most selective lowest.
  private static func places(for test: FieldTest) -> (rank: Int, [Drawer]) {
    let kindOfEvent = 3
    switch test.test {
    case .equals(.string(let text)):
      let rank = test.field == ["event"] ? kindOfEvent : 0
      return (rank, [Drawer(field: test.field, text: text, isEnding: false)])
    case .glob(let patterns):
      var places: [Drawer] = []
      var rank = 1
      for pattern in patterns {
        switch pattern.indexableShape {
        case .literal(let text):
          places.append(Drawer(field: test.field, text: text, isEnding: false))
        case .suffix(let text) where !text.isEmpty:
          places.append(Drawer(field: test.field, text: text, isEnding: true))
          rank = 2
        case .suffix, .prefix, .anyName, .other: return (Int.max, [])
        }
      }
      return places.isEmpty ? (Int.max, []) : (rank, places)
    case .equals, .among: return (Int.max, [])
    }
  }

  /// The members all of whose tests hold, in no order; none stands twice for one drawer.
  func matches(for event: Event) -> [Matcher.Match] {
    var matches: [Matcher.Match] = []
    collect(rest, event, into: &matches)
    for tab in tabs {
      guard case .string(let text)? = event.value(at: tab.field) else { continue }
      if tab.hasValues {
        let drawer = Drawer(field: tab.field, text: text, isEnding: false)
        collect(drawers[drawer] ?? [], event, into: &matches)
      }
      for length in tab.endingLengths where length <= text.utf8.count {
        // An ending that would cut a character in two is no text, and so none that is filed.
        guard let ending = String(text.utf8.suffix(length)) else { continue }
        let drawer = Drawer(field: tab.field, text: ending, isEnding: true)
        collect(drawers[drawer] ?? [], event, into: &matches)
      }
    }
    return matches
  }

  private func collect(
    _ members: [Member], _ event: Event, into matches: inout [Matcher.Match]
  ) {
    for member in members where member.tests.allSatisfy({ $0.holds(for: event) }) {
      matches.append(member.match)
    }
  }
}
