internal import Automation
internal import Control
internal import Systemd
internal import Values

/// The daemon's place on the session bus: its name, its object, and the signals that it sends.
final class Session {
  let bus: Bus
  private var object: BusObject?

  init(_ bus: Bus) { self.bus = bus }

  /// Offers the object, then takes the name: who finds the name finds the object.
  func serve(_ handler: @escaping (BusCall) -> Void) throws(BusError) {
    object = try bus.serve(
      ControlInterface.path, introspection: ControlIntrospection.text, handler: handler)
  }

  /// Tells whoever listens which runs changed.
  func announce(_ record: Record) {
    for entry in record.entries {
      guard let line = Self.line(entry) else { continue }
      // Where the connection has ended, nobody listens.
      try? bus.emit(
        ControlInterface.path, ControlInterface.interface, ControlInterface.runChangedSignal,
        [.string(JSON.encode(line))])
    }
  }

  private static func line(_ entry: Entry) -> Value? {
    switch entry {
    case .queued(let ticket):
      line(ticket.run, .queued, ticket.rule)
    case .started(let run, _): line(run, .running, nil)
    case .ended(let run, let ending, _): line(run, ending.status, nil)
    case .declined(let refusal): line(nil, .dropped, refusal.rule)
    case .observed, .stepBegan, .stepEnded, .stepPassed, .switched, .paused: nil
    }
  }

  private static func line(_ run: RunID?, _ status: RunStatus, _ rule: RuleID?) -> Value {
    .map(
      ValueMap([
        "id": run.map { .int($0.value) } ?? .null, "status": .string(status.rawValue),
        "rule": rule.map { .string($0.name) } ?? .null,
      ]))
  }
}

/// The description of the object for tools such as busctl(1).
enum ControlIntrospection {
  static let text = """
    <!DOCTYPE node PUBLIC "-//freedesktop//DTD D-BUS Object Introspection 1.0//EN"
     "http://www.freedesktop.org/standards/dbus/1.0/introspect.dtd">
    <node><interface name="\(ControlInterface.interface)">
    \(ControlInterface.Method.allCases.map(method).joined(separator: "\n"))
    <signal name="\(ControlInterface.runChangedSignal)"><arg name="line" type="s"/></signal>
    </interface>
    <interface name="org.freedesktop.DBus.Introspectable">
    <method name="Introspect"><arg name="xml" type="s" direction="out"/></method>
    </interface></node>
    """

  private static func method(_ method: ControlInterface.Method) -> String {
    let inputs = method.inputs.map {
      "<arg name=\"\($0.name)\" type=\"\($0.type)\" direction=\"in\"/>"
    }
    let output = method.givesText ? "<arg name=\"result\" type=\"s\" direction=\"out\"/>" : ""
    return "<method name=\"\(method.rawValue)\">\(inputs.joined())\(output)</method>"
  }
}
