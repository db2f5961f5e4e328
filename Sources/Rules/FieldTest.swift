package import Values

/// A test on one field of an event that needs no expression.
package struct FieldTest: Sendable, Hashable {
  package enum Test: Sendable, Hashable {
    case equals(Value)
    case among([Value])
    /// One of these patterns matches the text.
    case glob([GlobPattern])
  }

  /// The way to the field: `["file", "name"]`.
  package let field: [String]
  package let test: Test

  package init(_ field: [String], _ test: Test) { (self.field, self.test) = (field, test) }

  /// Whether an event fulfils the test; a field that is missing never does.
  package func holds(for event: Event) -> Bool {
    guard let value = event.value(at: field) else { return false }
    switch test {
    case .equals(let wanted): return value == wanted
    case .among(let wanted): return wanted.contains(value)
    case .glob(let patterns):
      guard case .string(let text) = value else { return false }
      return patterns.contains { $0.matches(text) }
    }
  }
}

extension Event {
  /// The value at the end of a way of field names.
  package func value(at field: [String]) -> Value? {
    guard let first = field.first, var value = fields[first] else { return nil }
    for name in field.dropFirst() {
      guard let inner = value.member(name) else { return nil }
      value = inner
    }
    return value
  }
}
