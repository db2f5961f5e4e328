package import Systemd
package import Values

/// The command line's side of the bus interface.
///
/// It never starts the daemon: who asks for the state of things must not change it.
package final class ControlClient {
  /// How long an answer may take, except that of a run, which takes as long as the run.
  package static let patience = Duration.seconds(25)
  /// How long a run may take at most, as far as waiting for it goes.
  package static let longestRun = Duration.seconds(30 * 86_400)

  private let bus: Bus
  private let service: BusName

  /// Begins to connect; throws where there is no bus.
  package init(
    _ address: BusAddress, on reactor: Reactor, service: BusName = ControlInterface.service
  ) throws(ControlError) {
    self.service = service
    do throws(BusError) {
      bus = try Bus(address, on: reactor)
    } catch {
      throw ControlError(error)
    }
  }

  /// Calls a method and gives the JSON that it answers; null where it answers nothing.
  package func call(
    _ method: ControlInterface.Method, _ arguments: [BusValue] = [],
    timeout: Duration = ControlClient.patience
  ) async throws(ControlError) -> Value {
    var call = BusMethod(
      service, ControlInterface.path, ControlInterface.interface, method.rawValue)
    call.startsService = false
    let answer: [BusValue]
    do throws(BusError) {
      answer = try await bus.call(call, arguments, timeout: timeout)
    } catch {
      throw ControlError(error)
    }
    guard let text = answer.first?.text else { return .null }
    do throws(JSONError) {
      return try JSON.decode(text)
    } catch {
      throw ControlError(
        .misunderstood, "The answer to \(method.rawValue) is no JSON: \(error.description)")
    }
  }

  /// Asks one thing and waits for the answer on this thread.
  package static func ask(
    _ address: BusAddress, _ method: ControlInterface.Method, _ arguments: [BusValue] = [],
    timeout: Duration = ControlClient.patience
  ) throws(ControlError) -> Value {
    let result = EventLoop.waiting { reactor -> Result<Value, ControlError> in
      do throws(ControlError) {
        let client = try ControlClient(address, on: reactor)
        return .success(try await client.call(method, arguments, timeout: timeout))
      } catch {
        return .failure(error)
      }
    }
    return try result.get()
  }
}

extension ControlInterface {
  /// The daemon's name on the bus.
  package static let service: BusName = "org.hob.Hob1"
}
