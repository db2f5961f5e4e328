/// Files of the time-zone database (tzfile(5), RFC 9636).
extension TimeZoneRules {
  /// Reads the bytes of a file such as `/usr/share/zoneinfo/Europe/Berlin`; nil where they are none.
  package init?(tzif bytes: [UInt8]) {
    guard let old = TimeZoneHeader(bytes, at: 0) else { return nil }
    guard old.version >= UInt8(ascii: "2") else {
      guard let block = TimeZoneBlock(bytes, old, numberSize: 4) else { return nil }
      self.init(first: block.first, changes: block.changes, rule: nil)
      return
    }
    // Since the second version the same follows once more with 64 bits, and then the rule.
    let start = TimeZoneHeader.size + old.length(numberSize: 4)
    guard let header = TimeZoneHeader(bytes, at: start),
      let block = TimeZoneBlock(bytes, header, numberSize: 8)
    else { return nil }
    let footer = bytes[(start + TimeZoneHeader.size + header.length(numberSize: 8))...]
    let line = footer.dropFirst().prefix { $0 != UInt8(ascii: "\n") }
    let rule = TimeZoneRule(String(decoding: line, as: UTF8.self))
    self.init(first: block.first, changes: block.changes, rule: rule)
  }
}

/// How many of each kind of record there are.
private struct TimeZoneHeader {
  static let size = 44

  let start: Int
  let version: UInt8
  let utcFlags: Int
  let standardFlags: Int
  let leapSeconds: Int
  let changes: Int
  let periods: Int
  let nameBytes: Int

  init?(_ bytes: [UInt8], at start: Int) {
    guard bytes.count >= start + Self.size, bytes[start..<start + 4].elementsEqual("TZif".utf8)
    else { return nil }
    func count(_ index: Int) -> Int {
      Int(bytes.bigEndian(at: start + 20 + index * 4, size: 4))
    }
    self.start = start
    version = bytes[start + 4]
    (utcFlags, standardFlags, leapSeconds) = (count(0), count(1), count(2))
    (changes, periods, nameBytes) = (count(3), count(4), count(5))
    // Counts of a damaged file must not make the offsets below overflow.
    guard
      [utcFlags, standardFlags, leapSeconds, changes, periods, nameBytes].allSatisfy({
        $0 <= 1 << 20
      }), periods > 0
    else { return nil }
  }

  /// The length of the records after the header.
  func length(numberSize: Int) -> Int {
    changes * (numberSize + 1) + periods * 6 + nameBytes + leapSeconds * (numberSize + 4)
      + standardFlags + utcFlags
  }
}

private struct TimeZoneBlock {
  let first: TimeZoneRules.Period
  let changes: [TimeZoneRules.Change]

  init?(_ bytes: [UInt8], _ header: TimeZoneHeader, numberSize: Int) {
    let times = header.start + TimeZoneHeader.size
    let indexes = times + header.changes * numberSize
    let records = indexes + header.changes
    let names = records + header.periods * 6
    guard bytes.count >= times + header.length(numberSize: numberSize) else { return nil }
    let periods = (0..<header.periods).map { index in
      let record = records + index * 6
      let offset = Int32(truncatingIfNeeded: bytes.bigEndian(at: record, size: 4))
      let name = bytes[names..<names + header.nameBytes].dropFirst(Int(bytes[record + 5]))
        .prefix { $0 != 0 }
      return TimeZoneRules.Period(
        offset: Int64(offset), isDaylight: bytes[record + 4] != 0,
        abbreviation: String(decoding: name, as: UTF8.self))
    }
    var changes: [TimeZoneRules.Change] = []
    for index in 0..<header.changes {
      let number = bytes.bigEndian(at: times + index * numberSize, size: numberSize)
      let at =
        numberSize == 4
        ? Int64(Int32(truncatingIfNeeded: number)) : Int64(bitPattern: number)
      let period = Int(bytes[indexes + index])
      guard period < periods.count else { return nil }
      changes.append(TimeZoneRules.Change(at: at, period: periods[period]))
    }
    self.first = periods[0]
    self.changes = changes
  }
}

extension [UInt8] {
  fileprivate func bigEndian(at index: Int, size: Int) -> UInt64 {
    self[index..<index + size].reduce(0) { $0 << 8 | UInt64($1) }
  }
}
