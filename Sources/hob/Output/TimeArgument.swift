import Values

/// Points in time as people give them on the command line.
enum TimeArgument {
  /// A span before now (`2h`) or a point in time (RFC 3339).
  static func since(_ text: String, now: Instant) throws(Failure) -> Instant {
    if let instant = Instant(rfc3339: text) { return instant }
    guard let span = try? TimeSpanSyntax.parse(text) else {
      throw Failure(
        .usage, "`\(text)` is neither a span of time nor a point in time",
        help: "write 2h, 3 days, or 2026-01-31T07:30:00Z")
    }
    return now - span
  }
}
