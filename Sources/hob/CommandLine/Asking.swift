import Service
import Control
import Systemd
import Values

/// Asking the daemon, which is never started by asking.
extension Session {
  /// Calls a method of the daemon and gives its answer.
  func ask(
    _ method: ControlInterface.Method, _ arguments: [BusValue] = [],
    timeout: Duration = ControlClient.patience
  ) throws(Failure) -> Value {
    guard let bus = options.bus else {
      throw Failure(
        .noService, "this needs hobd, and `--bus none` forbids to ask it",
        help: "leave `--bus none` away")
    }
    do throws(ControlError) {
      return try ControlClient.ask(bus, method, arguments, timeout: timeout)
    } catch {
      throw Failure(error)
    }
  }

  /// The daemon's answer, or nil where there is no daemon.
  func askIfThere(
    _ method: ControlInterface.Method, _ arguments: [BusValue] = [],
    timeout: Duration = ControlClient.patience
  ) throws(Failure) -> Value? {
    guard options.bus != nil else { return nil }
    do throws(Failure) {
      return try ask(method, arguments, timeout: timeout)
    } catch {
      guard error.code == .noService else { throw error }
      return nil
    }
  }
}

extension Failure {
  /// What to do where the daemon does not run.
  static let startAdvice = "start it with `systemctl --user start hob`"

  init(_ error: ControlError) {
    switch error.reason {
    case .noBus:
      self.init(
        .noService, "hobd can't be asked, since there is no message bus here: \(error.message)",
        help: "run this inside your session, or name its bus with --bus ADDRESS")
    case .noService:
      self.init(.noService, "hobd is not running", help: Self.startAdvice)
    case .gone:
      self.init(
        .noService, "hobd went away before it answered",
        help: "see `journalctl --user -u hob` and `hob log`")
    case .timedOut:
      self.init(
        .refused, "hobd did not answer in time", help: "see `systemctl --user status hob`")
    case .misunderstood:
      self.init(
        .refused, "hobd and hob don't understand each other: \(error.message)",
        help: "they may be of different versions: `systemctl --user restart hob`")
    case .refused(.noSuchRule), .refused(.noSuchShortcut):
      self.init(.notFound, error.message.withoutStop)
    case .refused(.badArgument), .refused(.notAllowed), .refused(.stopping), .other:
      self.init(.refused, error.message.withoutStop)
    }
  }
}
