internal import CSystemd

/// The name of a connection on a bus: a well-known one such as `org.bluez`, or a unique one.
package struct BusName: Hashable, Sendable {
  package let text: String

  /// Checks a name by the rules of the D-Bus specification; nil where it breaks them.
  package init?(_ text: String) {
    guard unsafe sd_bus_service_name_is_valid(text) > 0 else { return nil }
    self.text = text
  }

  /// The message bus itself.
  package static let driver: BusName = "org.freedesktop.DBus"
}

extension BusName: ExpressibleByStringLiteral {
  /// Takes a name that stands in the source; a wrong one is a bug.
  package init(stringLiteral text: String) {
    precondition(unsafe sd_bus_service_name_is_valid(text) > 0, "\(text) is no bus name.")
    self.text = text
  }
}

extension BusName: CustomStringConvertible {
  package var description: String { text }
}

/// Which message bus to connect to.
package enum BusAddress: Hashable, Sendable {
  /// The bus of the user's session: `DBUS_SESSION_BUS_ADDRESS`, else `$XDG_RUNTIME_DIR/bus`.
  case user
  /// The bus of the machine.
  case system
  /// An address as in the D-Bus specification, such as `unix:path=/run/user/1000/bus`.
  case address(String)
}

extension BusAddress: CustomStringConvertible {
  package var description: String {
    switch self {
    case .user: "the session bus"
    case .system: "the system bus"
    case .address(let text): "the bus at \(text)"
    }
  }
}

/// A method of an object of a service.
package struct BusMethod: Hashable, Sendable {
  package var destination: BusName
  package var path: String
  package var interface: String
  package var member: String
  /// Whether the bus may start the service for this call.
  package var startsService = true

  package init(
    _ destination: BusName, _ path: String, _ interface: String, _ member: String
  ) {
    self.destination = destination
    self.path = path
    self.interface = interface
    self.member = member
  }

  /// A method of the message bus itself.
  static func driver(_ member: String) -> BusMethod {
    BusMethod(.driver, "/org/freedesktop/DBus", "org.freedesktop.DBus", member)
  }
}

extension BusMethod: CustomStringConvertible {
  package var description: String { "\(interface).\(member) of \(destination) at \(path)" }
}
