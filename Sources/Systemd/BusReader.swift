internal import CLinux
internal import CSystemd
internal import FileSystem
internal import Glibc

/// Reads the values of a message that came, from its first to its last.
@unsafe struct BusReader {
  private let message: OpaquePointer

  init(_ message: OpaquePointer) { unsafe self.message = message }

  /// The values that the current container still holds.
  func values() throws(BusError) -> [BusValue] {
    var values: [BusValue] = []
    while let value = unsafe try value() { values.append(value) }
    return values
  }

  /// The next value; nil at the end of the container.
  private func value() throws(BusError) -> BusValue? {
    var type: CChar = 0
    var contents: UnsafePointer<CChar>?
    guard unsafe try check(sd_bus_message_peek_type(message, &type, &contents)) > 0 else {
      return nil
    }
    switch UInt8(bitPattern: type) {
    case UInt8(ascii: "a"):
      return unsafe try array(contents.map { unsafe String(cString: $0) } ?? "")
    case UInt8(ascii: "r"): return .structure(unsafe try members(type))
    case UInt8(ascii: "v"):
      guard let value = unsafe try members(type).first else { throw unsafe Self.malformed }
      return .variant(value)
    default: return unsafe try basic(type)
    }
  }

  private func basic(_ type: CChar) throws(BusError) -> BusValue {
    switch UInt8(bitPattern: type) {
    case UInt8(ascii: "s"): .string(unsafe try text(type))
    case UInt8(ascii: "o"): .objectPath(unsafe try text(type))
    case UInt8(ascii: "g"): .signature(unsafe try text(type))
    case UInt8(ascii: "b"): .boolean(unsafe try number(type, Int32.self) != 0)
    case UInt8(ascii: "y"): .byte(unsafe try number(type))
    case UInt8(ascii: "n"): .int16(unsafe try number(type))
    case UInt8(ascii: "q"): .uint16(unsafe try number(type))
    case UInt8(ascii: "i"): .int32(unsafe try number(type))
    case UInt8(ascii: "u"): .uint32(unsafe try number(type))
    case UInt8(ascii: "x"): .int64(unsafe try number(type))
    case UInt8(ascii: "t"): .uint64(unsafe try number(type))
    case UInt8(ascii: "d"):
      .double(Double(bitPattern: unsafe try number(type, UInt64.self)))
    case UInt8(ascii: "h"): .descriptor(unsafe try descriptor(type))
    default: throw unsafe Self.malformed
    }
  }

  private func array(_ element: String) throws(BusError) -> BusValue {
    if element == "y" { return .bytes(unsafe try bytes()) }
    guard element.hasPrefix("{") else {
      return .array(
        of: element,
        unsafe try members(CChar(bitPattern: UInt8(ascii: "a"))))
    }
    // `{` key `}` value: a key is always one letter.
    let key = String(element.dropFirst().prefix(1))
    let value = String(element.dropFirst(2).dropLast())
    return .dictionary(key: key, value: value, unsafe try entries())
  }

  private func entries() throws(BusError) -> [BusValue: BusValue] {
    var entries: [BusValue: BusValue] = [:]
    var type = CChar(bitPattern: UInt8(ascii: "a"))
    unsafe try check(sd_bus_message_enter_container(message, type, nil))
    while unsafe try check(sd_bus_message_peek_type(message, &type, nil)) > 0 {
      let pair = unsafe try members(type)
      guard pair.count == 2 else { throw unsafe Self.malformed }
      entries[pair[0]] = pair[1]
    }
    unsafe try check(sd_bus_message_exit_container(message))
    return entries
  }

  /// What the container that comes next holds.
  private func members(_ type: CChar) throws(BusError) -> [BusValue] {
    unsafe try check(sd_bus_message_enter_container(message, type, nil))
    let members = unsafe try values()
    unsafe try check(sd_bus_message_exit_container(message))
    return members
  }

  private func text(_ type: CChar) throws(BusError) -> String {
    var text: UnsafePointer<CChar>?
    unsafe try check(sd_bus_message_read_basic(message, type, &text))
    return unsafe text.map { unsafe String(cString: $0) } ?? ""
  }

  private func number<Number: FixedWidthInteger>(
    _ type: CChar, _: Number.Type = Number.self
  ) throws(BusError) -> Number {
    var number: Number = 0
    unsafe try check(sd_bus_message_read_basic(message, type, &number))
    return number
  }

  private func bytes() throws(BusError) -> [UInt8] {
    var start: UnsafeRawPointer?
    var count = 0
    unsafe try check(
      sd_bus_message_read_array(message, CChar(bitPattern: UInt8(ascii: "y")), &start, &count))
    return unsafe Array(UnsafeRawBufferPointer(start: start, count: count))
  }

  private func descriptor(_ type: CChar) throws(BusError) -> BusDescriptor {
    // The message closes its own with it.
    let borrowed: Int32 = unsafe try number(type)
    let copy = hob_fcntl_int(borrowed, F_DUPFD_CLOEXEC, 3)
    guard copy >= 0 else { throw BusError(.invalidMessage, Errno.current) }
    return BusDescriptor(adopting: copy)
  }

  private static let malformed = BusError(.invalidMessage, Errno.badMessage)

  @discardableResult
  private func check(_ status: Int32) throws(BusError) -> Int32 {
    guard status >= 0 else { throw BusError(.invalidMessage, Errno(-status)) }
    return status
  }
}
