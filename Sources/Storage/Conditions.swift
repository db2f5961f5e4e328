internal import SQLite

/// The conditions of a query with their values; the first parameter is left for the limit.
struct Conditions {
  private var terms: [String] = []
  private var values: [SQLValue] = []

  mutating func add(_ term: String) { terms.append(term) }

  /// Adds a comparison whose right side is a value.
  mutating func add(_ comparison: String, _ value: SQLValue) {
    values.append(value)
    terms.append("\(comparison) ?\(values.count + 1)")
  }

  var clause: String { terms.isEmpty ? "" : "WHERE " + terms.joined(separator: " AND ") }

  func values(limit: Int) -> [SQLValue] { [.integer(Int64(max(0, limit)))] + values }
}
