internal import CLinux
internal import Glibc

/// A signal of the kernel, see signal(7).
package struct Signal: Hashable, Sendable {
  package let rawValue: Int32

  package init(_ rawValue: Int32) { self.rawValue = rawValue }

  package static let hangUp = Signal(SIGHUP)
  package static let interrupt = Signal(SIGINT)
  package static let terminate = Signal(SIGTERM)
  package static let kill = Signal(SIGKILL)
  package static let child = Signal(SIGCHLD)
  package static let brokenPipe = Signal(SIGPIPE)
  package static let user1 = Signal(SIGUSR1)
  package static let `continue` = Signal(SIGCONT)

  /// Keeps signals from ending the process, so that a loop can watch them; new threads inherit it.
  ///
  /// Call it before the first thread is started.
  package static func block(_ signals: [Signal]) {
    var set = sigset_t()
    unsafe sigemptyset(&set)
    for signal in signals { unsafe sigaddset(&set, signal.rawValue) }
    unsafe pthread_sigmask(SIG_BLOCK, &set, nil)
  }

  /// Makes the kernel keep exited children until they are waited for, whatever our parent ignored.
  package static func keepChildren() {
    var action = sigaction()
    unsafe sigaction(SIGCHLD, &action, nil)
  }
}

extension Signal: CustomStringConvertible {
  /// The symbol such as `SIGTERM`.
  package var description: String {
    guard let name = unsafe sigabbrev_np(rawValue) else { return "signal \(rawValue)" }
    return unsafe "SIG" + String(cString: name)
  }
}
