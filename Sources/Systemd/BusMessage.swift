internal import CSystemd

/// A message that came over the bus.
package struct BusMessage: Sendable, Hashable {
  /// The unique name of the connection that sent it.
  package let sender: BusName?
  package let path: String
  package let interface: String
  package let member: String
  package let arguments: [BusValue]

  @unsafe init(_ message: OpaquePointer) throws(BusError) {
    func text(_ field: UnsafePointer<CChar>?) -> String {
      unsafe field.map { unsafe String(cString: $0) } ?? ""
    }
    sender = BusName(unsafe text(sd_bus_message_get_sender(message)))
    path = unsafe text(sd_bus_message_get_path(message))
    interface = unsafe text(sd_bus_message_get_interface(message))
    member = unsafe text(sd_bus_message_get_member(message))
    arguments = unsafe try BusReader(message).values()
  }
}

/// Which signals to hear; what is nil may be anything.
package struct BusRule: Sendable, Hashable {
  package var sender: BusName?
  package var path: String?
  /// A path with everything below it.
  package var pathNamespace: String?
  package var interface: String?
  package var member: String?
  /// The first argument, which must be a text.
  package var firstArgument: String?

  package init(
    from sender: BusName? = nil, path: String? = nil, interface: String? = nil,
    member: String? = nil
  ) {
    self.sender = sender
    self.path = path
    self.interface = interface
    self.member = member
  }

  /// The rule as the bus takes it; in quotes only `'` needs care.
  package var text: String {
    let parts: [(String, String?)] = [
      ("sender", sender?.text), ("path", path), ("path_namespace", pathNamespace),
      ("interface", interface), ("member", member), ("arg0", firstArgument),
    ]
    return parts.reduce(into: "type='signal'") { text, part in
      guard let value = part.1 else { return }
      let quoted = value.split(separator: "'", omittingEmptySubsequences: false)
        .joined(separator: "'\\''")
      text += ",\(part.0)='\(quoted)'"
    }
  }
}
