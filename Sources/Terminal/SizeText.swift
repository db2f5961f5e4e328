/// Numbers of bytes with the digits that count.
package enum SizeText {
  private static let units = ["KiB", "MiB", "GiB", "TiB", "PiB", "EiB"]

  /// A size for people: `512 B`, `96.5 KiB`, `2.0 GiB`; three digits at most, never rounded up.
  package static func text(_ bytes: Int64) -> String {
    guard bytes >= 1024 else { return "\(max(0, bytes)) B" }
    var unit = 0
    var tenths = bytes / 1024 * 10 + bytes % 1024 * 10 / 1024
    while tenths >= 10_240, unit < units.count - 1 {
      tenths /= 1024
      unit += 1
    }
    let whole = tenths / 10
    return whole >= 100 ? "\(whole) \(units[unit])" : "\(whole).\(tenths % 10) \(units[unit])"
  }
}
