internal import FileSystem

/// Why something on the message bus failed.
package struct BusError: Error, Hashable, Sendable {
  package enum Reason: Sendable, Hashable {
    /// There is no bus at the address, or it does not let us in.
    case noBus
    /// The connection ended before an answer came.
    case disconnected
    /// No answer came in time.
    case timedOut
    /// Nobody on the bus has the name, and it can't be started.
    case noService
    /// The service does not have the object, interface or method.
    case noMethod
    /// The bus or the service does not allow it.
    case denied
    /// Another connection has the name.
    case nameTaken
    /// What was to be sent breaks the rules of D-Bus; a bug of ours.
    case invalidMessage
    /// The task was cancelled while it waited.
    case cancelled
    /// The service answered with an error of its own.
    case answered
  }

  package let reason: Reason
  /// The D-Bus error name; empty where the failure is on our side.
  package let name: String
  /// What the other side said, or the system's error.
  package let message: String

  package init(_ reason: Reason, name: String = "", message: String) {
    self.reason = reason
    self.name = name
    self.message = message
  }

  init(_ reason: Reason, _ errno: Errno) {
    self.init(reason, message: errno.description)
  }

  /// An error that came over the bus.
  init(name: String, message: String) {
    self.init(Self.reason(ofName: name), name: name, message: message)
  }

  private static let prefix = "org.freedesktop.DBus.Error."

  private static func reason(ofName name: String) -> Reason {
    guard name.hasPrefix(prefix) else { return .answered }
    return switch name.dropFirst(prefix.count) {
    case "NoReply", "Timeout", "TimedOut": .timedOut
    case "Disconnected", "NoServer", "NoNetwork": .disconnected
    case "ServiceUnknown", "NameHasNoOwner", "Spawn.ServiceNotFound": .noService
    case "UnknownMethod", "UnknownObject", "UnknownInterface", "UnknownProperty": .noMethod
    case "AccessDenied", "AuthFailed", "InteractiveAuthorizationRequired": .denied
    default: .answered
    }
  }
}

extension BusError: CustomStringConvertible {
  /// What failed and, where we know, what to do.
  package var description: String {
    let text = name.isEmpty ? message : "\(message) (\(name))"
    return switch reason {
    case .noBus: "The message bus can't be reached: \(text)"
    case .disconnected: "The connection to the message bus ended: \(text)"
    case .timedOut: "No answer came over the message bus in time: \(text)"
    case .noService: "The service is not running: \(text)"
    case .noMethod: "The service does not know this call: \(text)"
    case .denied: "The message bus does not allow it: \(text)"
    case .nameTaken: "Another program has the bus name: \(text)"
    case .invalidMessage: "The message can't be sent: \(text)"
    case .cancelled: "The call was cancelled: \(text)"
    case .answered: "The service answered with an error: \(text)"
    }
  }
}
