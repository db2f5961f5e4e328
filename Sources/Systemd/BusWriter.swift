internal import CSystemd
internal import FileSystem

/// Appends values to a message that is to be sent.
@unsafe struct BusWriter {
  private let message: OpaquePointer

  init(_ message: OpaquePointer) { unsafe self.message = message }

  func append(_ values: [BusValue]) throws(BusError) {
    for value in values { unsafe try append(value) }
  }

  private func append(_ value: BusValue) throws(BusError) {
    switch value {
    case .string(let text): unsafe try append("s", text)
    case .objectPath(let text): unsafe try append("o", text)
    case .signature(let text): unsafe try append("g", text)
    case .boolean(let boolean): unsafe try append("b", boolean ? Int32(1) : 0)
    case .byte(let number): unsafe try append("y", number)
    case .int16(let number): unsafe try append("n", number)
    case .uint16(let number): unsafe try append("q", number)
    case .int32(let number): unsafe try append("i", number)
    case .uint32(let number): unsafe try append("u", number)
    case .int64(let number): unsafe try append("x", number)
    case .uint64(let number): unsafe try append("t", number)
    case .double(let number): unsafe try append("d", number.bitPattern)
    case .descriptor(let descriptor): unsafe try append("h", descriptor.number)
    case .bytes(let bytes): unsafe try append(bytes)
    case .array(let element, let elements):
      unsafe try inside("a", element) { writer throws(BusError) in
        unsafe try writer.append(elements)
      }
    case .dictionary(let key, let value, let entries):
      unsafe try inside("a", "{\(key)\(value)}") { writer throws(BusError) in
        for (name, content) in entries {
          unsafe try writer.inside("e", key + value) { writer throws(BusError) in
            unsafe try writer.append([name, content])
          }
        }
      }
    case .structure(let members):
      unsafe try inside("r", members.map(\.signature).joined()) { writer throws(BusError) in
        unsafe try writer.append(members)
      }
    case .variant(let content):
      unsafe try inside("v", content.signature) { writer throws(BusError) in
        unsafe try writer.append(content)
      }
    }
  }

  private func append(_ type: Unicode.Scalar, _ text: String) throws(BusError) {
    guard !text.utf8.contains(0) else {
      throw BusError(.invalidMessage, message: "A text with a NUL can't travel on the bus.")
    }
    let status = unsafe text.withCString { text in
      unsafe sd_bus_message_append_basic(message, letter(type), text)
    }
    unsafe try check(status)
  }

  private func append<Number: FixedWidthInteger>(
    _ type: Unicode.Scalar, _ number: Number
  ) throws(BusError) {
    var number = number
    unsafe try check(sd_bus_message_append_basic(message, letter(type), &number))
  }

  private func append(_ bytes: [UInt8]) throws(BusError) {
    let status = unsafe bytes.withUnsafeBytes { bytes in
      unsafe sd_bus_message_append_array(message, letter("y"), bytes.baseAddress, bytes.count)
    }
    unsafe try check(status)
  }

  private func inside(
    _ type: Unicode.Scalar, _ contents: String, _ body: (BusWriter) throws(BusError) -> Void
  ) throws(BusError) {
    unsafe try check(sd_bus_message_open_container(message, letter(type), contents))
    unsafe try body(self)
    unsafe try check(sd_bus_message_close_container(message))
  }

  private func letter(_ type: Unicode.Scalar) -> CChar { CChar(truncatingIfNeeded: type.value) }

  private func check(_ status: Int32) throws(BusError) {
    guard status >= 0 else { throw BusError(.invalidMessage, Errno(-status)) }
  }
}
