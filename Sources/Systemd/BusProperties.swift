/// The standard interface by which objects show their properties.
extension Bus {
  private static let interface = "org.freedesktop.DBus.Properties"

  /// The present value of one property of an object.
  package func property(
    _ name: String, of interface: String, at path: String, on service: BusName
  ) async throws(BusError) -> BusValue {
    let method = BusMethod(service, path, Self.interface, "Get")
    let answer = try await call(method, [.string(interface), .string(name)])
    guard let value = answer.first else {
      throw BusError(.answered, message: "\(method) gave no value for \(name).")
    }
    return value.unwrapped
  }

  /// All properties that an object has of an interface, by name.
  package func properties(
    of interface: String, at path: String, on service: BusName
  ) async throws(BusError) -> [String: BusValue] {
    let method = BusMethod(service, path, Self.interface, "GetAll")
    let answer = try await call(method, [.string(interface)])
    return answer.first?.properties ?? [:]
  }
}

extension BusValue {
  /// The entries of a dictionary with texts as keys, out of their variants.
  package var properties: [String: BusValue]? {
    guard let entries else { return nil }
    var properties: [String: BusValue] = [:]
    for (key, value) in entries {
      guard let name = key.text else { continue }
      properties[name] = value.unwrapped
    }
    return properties
  }
}
