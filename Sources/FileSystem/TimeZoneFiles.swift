package import Values

/// Zones of the machine's time-zone database.
extension TimeZoneRules {
  /// The largest file of a zone that is read; the largest known has 4 KiB.
  private static let largestFile = 1 << 20
  private static let database = FilePath("/usr/share/zoneinfo")

  /// The zone of a name such as `Europe/Berlin`; nil where the machine does not know it.
  package static func named(_ name: String) -> TimeZoneRules? {
    let parts = name.split(separator: "/", omittingEmptySubsequences: false)
    guard parts.allSatisfy({ !$0.isEmpty && !$0.hasPrefix(".") }) else { return nil }
    return read(database.appending(name))
  }

  /// The zone of this process: `TZ`, else `/etc/localtime`, else UTC; tzset(3).
  package static func local(_ environment: Environment = .current) -> TimeZoneRules {
    let wanted = environment.text("TZ").map { $0.hasPrefix(":") ? String($0.dropFirst()) : $0 }
    if let wanted, !wanted.isEmpty {
      if wanted.hasPrefix("/"), let zone = read(FilePath(wanted)) { return zone }
      if let zone = named(wanted) { return zone }
    }
    return read(FilePath("/etc/localtime")) ?? TimeZoneRules(fixedOffset: 0)
  }

  private static func read(_ path: FilePath) -> TimeZoneRules? {
    guard let bytes = try? OpenFile.contents(of: path, limit: largestFile) else { return nil }
    return TimeZoneRules(tzif: bytes)
  }
}
