package import Values

/// The rules that listen to a watched folder, and which of them did so before.
///
/// A rule that is new or has been edited is not meant by what happened before it was there.
package struct FolderListeners: Sendable {
  /// Which trigger of which rule.
  package struct Key: Hashable, Sendable {
    let rule: String
    let ordinal: Int

    init(_ subscriber: Subscriber) {
      (rule, ordinal) = (subscriber.rule.name, subscriber.ordinal)
    }
  }

  /// How far a rule's trigger is.
  package struct Standing: Hashable, Sendable {
    /// Stands for the options; another number is an edited rule.
    let options: UInt64
    /// The last of the files of before that were reported to it; nil where all were.
    var reported: RelativePath?
    /// Whether files of before are still to be reported to it.
    var isUnfinished: Bool
  }

  /// Who listens now.
  package private(set) var current: [Subscriber] = []
  /// Who listened when that was kept last.
  package private(set) var kept: [Key: Standing] = [:]
  /// Patterns of rules that ask for temporary names in so many words.
  private var temporaries: [(rule: RuleID, pattern: GlobPattern)] = []

  package init() {}

  /// Whether some rule wants changes.
  package var wantChanges: Bool {
    current.contains { Self.events(of: $0).contains("changed") }
  }

  /// The kinds of event that a trigger asks for.
  package static func events(of subscriber: Subscriber) -> [String] {
    switch subscriber.options["event"] {
    case .string(let event)?: return [event]
    case .list(let events)?:
      return events.compactMap { if case .string(let event) = $0 { event } else { nil } }
    default: return []
    }
  }

  package mutating func set(_ subscribers: [Subscriber]) {
    current = subscribers
    temporaries = subscribers.flatMap { subscriber in
      ((try? FolderOptions.patterns(subscriber.options["name"], option: "name")) ?? [])
        .filter { TemporaryNames.contain(FilePath.bytes(of: $0)) }
        .map { (subscriber.rule, GlobPattern($0)) }
    }
  }

  package mutating func remember(_ kept: [Key: Standing]) { self.kept = kept }

  /// The rules that ask for a temporary name in so many words.
  package func rules(forTemporary name: [UInt8]) -> Set<RuleID> {
    guard !temporaries.isEmpty else { return [] }
    return Set(temporaries.lazy.filter { $0.pattern.matches(bytes: name) }.map(\.rule))
  }

  /// The rules that what happened before the start concerns.
  package var audienceOfBefore: Set<RuleID> {
    Set(
      current.lazy.filter { subscriber in
        kept[Key(subscriber)]?.options == Self.number(of: subscriber.options)
          || Self.wantsExisting(subscriber)
      }.map(\.rule))
  }

  private static func wantsExisting(_ subscriber: Subscriber) -> Bool {
    subscriber.options["existing"] == .string("run")
  }

  /// Brings what is kept up to date: gives the marks to keep, and who is to be told of files of before.
  package mutating func update(_ owner: String) -> (marks: [Mark], waiting: [Subscriber]) {
    var marks: [Mark] = []
    var waiting: [Subscriber] = []
    var next: [Key: Standing] = [:]
    for subscriber in current {
      let key = Key(subscriber)
      let number = Self.number(of: subscriber.options)
      var standing = Standing(
        options: number, reported: nil, isUnfinished: Self.wantsExisting(subscriber))
      if let before = kept[key], before.options == number { standing = before }
      if standing.isUnfinished { waiting.append(subscriber) }
      if kept[key] != standing { marks.append(FolderMemory.mark(owner, key, standing)) }
      next[key] = standing
    }
    for key in kept.keys where next[key] == nil {
      marks.append(FolderMemory.mark(owner, key, nil))
    }
    kept = next
    return (marks, waiting)
  }

  /// Notes how far the report of files of before is; nil for the end.
  package mutating func report(
    _ subscriber: Subscriber, upTo path: RelativePath?, _ owner: String
  ) -> [Mark] {
    let key = Key(subscriber)
    guard var standing = kept[key] else { return [] }
    standing.reported = path
    standing.isUnfinished = path != nil
    kept[key] = standing
    return [FolderMemory.mark(owner, key, standing)]
  }

  /// The last of the files of before that were reported to a trigger.
  package func reported(to subscriber: Subscriber) -> RelativePath? {
    kept[Key(subscriber)]?.reported
  }

  /// A number that stands for options, the same over restarts (FNV-1a over their JSON text).
  static func number(of options: [String: Value]) -> UInt64 {
    var hash: UInt64 = 0xcbf2_9ce4_8422_2325
    for byte in JSON.encode(.map(ValueMap(options)), form: .lossless).utf8 {
      hash = (hash ^ UInt64(byte)) &* 0x100_0000_01b3
    }
    return hash
  }
}

/// The forms in which listeners are kept.
extension FolderListeners.Key {
  /// The ordinal in decimal, a blank, the rule's name.
  var encoded: [UInt8] { Array("\(ordinal) \(rule)".utf8) }

  init?(encoded bytes: [UInt8]) {
    guard let text = String(validating: bytes, as: UTF8.self),
      let blank = text.firstIndex(of: " "), let ordinal = Int(text[..<blank])
    else { return nil }
    self.ordinal = ordinal
    rule = String(text[text.index(after: blank)...])
  }
}

extension FolderListeners.Standing {
  /// The number with the lowest byte first, a byte for unfinished, the path.
  var encoded: [UInt8] {
    (0..<8).map { UInt8(truncatingIfNeeded: options >> ($0 * 8)) } + [isUnfinished ? 1 : 0]
      + (reported?.bytes ?? [])
  }

  init?(encoded bytes: [UInt8]) {
    guard bytes.count >= 9 else { return nil }
    options = bytes[..<8].reversed().reduce(0) { $0 << 8 | UInt64($1) }
    isUnfinished = bytes[8] == 1
    reported = bytes.count > 9 ? RelativePath(bytes: Array(bytes[9...])) : nil
  }
}
