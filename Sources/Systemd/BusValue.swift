internal import Glibc

/// A value as D-Bus carries it; the D-Bus specification calls these types by the letters given.
package indirect enum BusValue: Hashable, Sendable {
  /// `s`
  case string(String)
  /// `b`
  case boolean(Bool)
  /// `y`
  case byte(UInt8)
  /// `n`
  case int16(Int16)
  /// `q`
  case uint16(UInt16)
  /// `i`
  case int32(Int32)
  /// `u`
  case uint32(UInt32)
  /// `x`
  case int64(Int64)
  /// `t`
  case uint64(UInt64)
  /// `d`
  case double(Double)
  /// `o`
  case objectPath(String)
  /// `g`
  case signature(String)
  /// `h`
  case descriptor(BusDescriptor)
  /// `ay`, as which names of files travel
  case bytes([UInt8])
  /// `a`, with the signature of its elements, which all have it
  case array(of: String, [BusValue])
  /// `a{…}`, with the signatures of its keys and values
  case dictionary(key: String, value: String, [BusValue: BusValue])
  /// `(…)`
  case structure([BusValue])
  /// `v`
  case variant(BusValue)

  /// A list of texts, `as`.
  package static func strings(_ texts: [String]) -> BusValue {
    .array(of: "s", texts.map(BusValue.string))
  }

  /// Names with values of any type, `a{sv}`, as properties travel.
  package static func properties(_ properties: [String: BusValue]) -> BusValue {
    var entries: [BusValue: BusValue] = [:]
    for (name, value) in properties { entries[.string(name)] = .variant(value) }
    return .dictionary(key: "s", value: "v", entries)
  }

  /// The signature of the value's type.
  package var signature: String {
    switch self {
    case .string: "s"
    case .boolean: "b"
    case .byte: "y"
    case .int16: "n"
    case .uint16: "q"
    case .int32: "i"
    case .uint32: "u"
    case .int64: "x"
    case .uint64: "t"
    case .double: "d"
    case .objectPath: "o"
    case .signature: "g"
    case .descriptor: "h"
    case .bytes: "ay"
    case .array(let element, _): "a" + element
    case .dictionary(let key, let value, _): "a{\(key)\(value)}"
    case .structure(let members): "(" + members.map(\.signature).joined() + ")"
    case .variant: "v"
    }
  }
}

/// What a receiver expects a value to be; variants are looked into.
extension BusValue {
  /// The value itself, out of any variants around it.
  package var unwrapped: BusValue {
    var value = self
    while case .variant(let inner) = value { value = inner }
    return value
  }

  /// The text of a string, an object path or a signature.
  package var text: String? {
    switch unwrapped {
    case .string(let text), .objectPath(let text), .signature(let text): text
    case .boolean, .byte, .int16, .uint16, .int32, .uint32, .int64, .uint64, .double, .descriptor,
      .bytes, .array, .dictionary, .structure, .variant:
      nil
    }
  }

  package var boolean: Bool? {
    if case .boolean(let boolean) = unwrapped { boolean } else { nil }
  }

  /// A number of any integer type; nil where it does not fit.
  package var integer: Int64? {
    switch unwrapped {
    case .byte(let number): Int64(number)
    case .int16(let number): Int64(number)
    case .uint16(let number): Int64(number)
    case .int32(let number): Int64(number)
    case .uint32(let number): Int64(number)
    case .int64(let number): number
    case .uint64(let number): Int64(exactly: number)
    case .string, .boolean, .double, .objectPath, .signature, .descriptor, .bytes, .array,
      .dictionary, .structure, .variant:
      nil
    }
  }

  package var double: Double? {
    if case .double(let double) = unwrapped { double } else { nil }
  }

  package var bytes: [UInt8]? {
    if case .bytes(let bytes) = unwrapped { bytes } else { nil }
  }

  /// The elements of an array or the members of a structure.
  package var elements: [BusValue]? {
    switch unwrapped {
    case .array(_, let elements), .structure(let elements): elements
    case .bytes(let bytes): bytes.map(BusValue.byte)
    case .string, .boolean, .byte, .int16, .uint16, .int32, .uint32, .int64, .uint64, .double,
      .objectPath, .signature, .descriptor, .dictionary, .variant:
      nil
    }
  }

  /// The keys and values of a dictionary.
  package var entries: [BusValue: BusValue]? {
    if case .dictionary(_, _, let entries) = unwrapped { entries } else { nil }
  }

  /// The value of a text key of a dictionary, out of its variant.
  package subscript(_ key: String) -> BusValue? {
    guard let entries else { return nil }
    return (entries[.string(key)] ?? entries[.objectPath(key)])?.unwrapped
  }
}

/// A file descriptor that came over the bus; it is closed with its last reference.
package final class BusDescriptor: Hashable, Sendable {
  package let number: Int32

  /// Takes a descriptor over.
  package init(adopting number: Int32) { self.number = number }

  deinit { close(number) }

  package static func == (left: BusDescriptor, right: BusDescriptor) -> Bool { left === right }

  package func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}
