internal import Automation
internal import FileSystem
internal import Systemd
internal import Triggers
internal import Values
internal import Workflow

/// Which paths Hob's own actions change, so that folder triggers know who did it.
///
/// While an action works, what happens at its paths is nobody's yet; once it has ended, the next
/// thing seen there is its doing, until the file has changed again.
final class OwnHands {
  /// How many finished changes are remembered; the oldest are forgotten first.
  static let rememberedPaths = 10_000

  private struct Trace {
    let cause: Cause
    let status: FileStatus?
  }

  private var busy: [FilePath: Int] = [:]
  private var pathsOfInvocation: [InvocationKey: [FilePath]] = [:]
  private var traces: [FilePath: Trace] = [:]
  private var order: [FilePath] = []

  private struct InvocationKey: Hashable {
    let run: RunID
    let step: String
  }

  /// Notes the paths that an action is about to change.
  func begin(_ paths: [FilePath], _ invocation: Invocation) {
    let key = InvocationKey(run: invocation.run, step: invocation.step)
    pathsOfInvocation[key, default: []] += paths
    for path in paths { busy[path, default: 0] += 1 }
  }

  /// The paths that an action has announced so far.
  func paths(of invocation: Invocation) -> [FilePath] {
    pathsOfInvocation[InvocationKey(run: invocation.run, step: invocation.step)] ?? []
  }

  /// Notes that an action has ended and that what it left is remembered.
  func end(_ invocation: Invocation) {
    let key = InvocationKey(run: invocation.run, step: invocation.step)
    for path in pathsOfInvocation.removeValue(forKey: key) ?? [] {
      let count = (busy[path] ?? 1) - 1
      busy[path] = count > 0 ? count : nil
    }
  }

  /// Notes that an action left a path as it is now; nil where it left nothing there.
  func remember(_ path: FilePath, _ status: FileStatus?, _ cause: Cause) {
    if traces.updateValue(Trace(cause: cause, status: status), forKey: path) == nil {
      order.append(path)
    }
    while order.count > Self.rememberedPaths { traces[order.removeFirst()] = nil }
  }

  /// Who changed a path last, as far as it was one of ours and nobody has changed it since.
  func hand(at path: FilePath) -> OwnHand {
    if busy[path] != nil { return .busy }
    // A folder that is being filled stands for all that is put into it.
    if busy[path.parent] != nil { return .busy }
    guard let trace = traces[path] else { return .none }
    let status = try? FileStatus(of: path)
    let isUnchanged =
      status?.size == trace.status?.size && status?.modified == trace.status?.modified
    guard isUnchanged else { return .none }
    return .cause(trace.cause)
  }
}
