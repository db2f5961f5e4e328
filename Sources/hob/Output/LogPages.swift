import Storage
import Values

/// The newest lines of the log in pages, so that a long history never lies in memory whole.
struct LogPages {
  /// How many lines are read at a time.
  private static let pageSize = 1_000

  private let history: HistoryReader
  private let query: RunQuery
  private let session: Session
  /// From where each page is read and how many lines it has, the newest page first.
  private var starts: [(before: LogPlace?, count: Int)] = []
  /// The only page, where there is one.
  private var single: [RunSummary]?

  init(
    _ history: HistoryReader, _ query: RunQuery, limit: Int, _ session: Session
  ) throws(Failure) {
    (self.history, self.query, self.session) = (history, query, session)
    var rest = limit
    var before: LogPlace?
    while rest > 0 {
      let wanted = min(rest, Self.pageSize)
      let lines = try read(before: before, count: wanted)
      if starts.isEmpty { single = lines }
      guard let last = lines.last else { break }
      starts.append((before, lines.count))
      before = last.place
      rest -= lines.count
      if lines.count < wanted { break }
    }
  }

  var isEmpty: Bool { starts.isEmpty }

  /// Calls the body with each page in the order of time, its lines too.
  func forEach(_ body: ([RunSummary]) -> Void) throws(Failure) {
    if starts.count == 1, let single { return body(single.reversed()) }
    for start in starts.reversed() {
      body(try read(before: start.before, count: start.count).reversed())
    }
  }

  private func read(before: LogPlace?, count: Int) throws(Failure) -> [RunSummary] {
    var query = query
    query.before = before
    query.limit = count
    return try session.reading { () throws(HistoryError) in try history.runs(matching: query) }
  }
}
