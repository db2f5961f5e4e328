/// One value as a database cell holds it.
package enum SQLValue: Hashable, Sendable {
  case null
  case integer(Int64)
  case real(Double)
  case text(String)
  case blob([UInt8])
}

extension SQLValue {
  /// Makes a text cell, or an empty one for nil.
  package static func optional(_ text: String?) -> SQLValue {
    if let text { .text(text) } else { .null }
  }

  /// Makes an integer cell, or an empty one for nil.
  package static func optional(_ number: Int64?) -> SQLValue {
    if let number { .integer(number) } else { .null }
  }

  /// Makes a blob cell, or an empty one for nil.
  package static func optional(_ bytes: [UInt8]?) -> SQLValue {
    if let bytes { .blob(bytes) } else { .null }
  }

  /// Makes an integer cell of 0 or 1.
  package static func boolean(_ value: Bool) -> SQLValue {
    .integer(value ? 1 : 0)
  }
}

extension SQLValue: ExpressibleByIntegerLiteral, ExpressibleByFloatLiteral,
  ExpressibleByStringLiteral, ExpressibleByBooleanLiteral, ExpressibleByNilLiteral
{
  package init(integerLiteral value: Int64) { self = .integer(value) }
  package init(floatLiteral value: Double) { self = .real(value) }
  package init(stringLiteral value: String) { self = .text(value) }
  package init(booleanLiteral value: Bool) { self = .boolean(value) }
  package init(nilLiteral: ()) { self = .null }
}
