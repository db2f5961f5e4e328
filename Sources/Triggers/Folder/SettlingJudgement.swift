/// What follows from a look at a path that waits.
extension Settling {
  /// What a look at a path found.
  package enum Finding: Sendable, Hashable {
    /// A regular file; whether someone is writing it, nil where that can't be known.
    case file(FileStamp, hasWriter: Bool?)
    /// Nothing, or nothing that counts as a file.
    case nothing
    /// It can't be known now, for want of rights or because of an error.
    case unreachable
  }

  /// What to do about a path after a look.
  package enum Conclusion: Sendable, Hashable {
    /// Nothing yet; a sign or a deadline will bring it up again.
    case wait
    /// The path is as it is: compare with what is known, and let it wait no more.
    case settled
  }

  /// What is known besides when a look is judged.
  package struct Circumstances: Sendable {
    /// Whether the file has been reported or found before.
    package var isKnown: Bool
    /// Whether a temporary file that will become this one lies beside it.
    package var hasSibling: Bool
    /// The time on the wall, to compare with that of the file, in nanoseconds since 1970.
    package var wallTime: Int64

    package init(isKnown: Bool, hasSibling: Bool = false, wallTime: Int64 = 0) {
      (self.isKnown, self.hasSibling, self.wallTime) = (isKnown, hasSibling, wallTime)
    }
  }

  private enum Step {
    case settle
    case look(at: Duration)
    case rest(Pending.Stage)
  }

  /// Judges a look: the path is settled, or goes on waiting.
  package mutating func judge(
    _ path: RelativePath, _ finding: Finding, _ circumstances: Circumstances, at now: Duration
  ) -> Conclusion {
    guard var state = pending[path] else { return .wait }
    let step = step(&state, finding, circumstances, at: now)
    switch step {
    case .settle: break
    case .look(let time):
      if state.stage != .writer { state.stage = .quieting }
      deadlines.set(path, time)
    case .rest(let stage):
      state.stage = stage
      deadlines.remove(path)
    }
    pending[path] = state
    if case .settle = step { return .settled }
    return .wait
  }

  private func step(
    _ state: inout Pending, _ finding: Finding, _ circumstances: Circumstances, at now: Duration
  ) -> Step {
    let isOutdated = state.stage == .outdated
    state.stage = .quieting
    switch finding {
    case .unreachable: return .rest(.unreachable)
    case .file(_, hasWriter: true) where !(isOutdated && state.isClosed):
      // Someone still has it, whatever else was noticed during the look.
      return whileWritten(&state, circumstances, at: now)
    case .file, .nothing:
      break
    }
    guard !isOutdated else {
      // What was noticed during the look has to be followed by quiet again.
      let due = min(state.lastSign + quiet, state.firstSign + longest)
      return .look(at: max(now, state.goneSince.map { $0 + Self.hold } ?? due))
    }
    guard case .file(let stamp, let hasWriter) = finding else {
      return whenGone(&state, circumstances, at: now)
    }
    state.goneSince = nil
    if stamp.size == 0, circumstances.hasSibling, !circumstances.isKnown { return .rest(.sibling) }
    return whenQuiet(&state, stamp, isCertain: hasWriter != nil, circumstances, at: now)
  }

  private func whenGone(
    _ state: inout Pending, _ circumstances: Circumstances, at now: Duration
  ) -> Step {
    // Only what is known can be missed; the rest came and went within its quiet time.
    guard circumstances.isKnown, state.origin == nil else { return .settle }
    let gone = state.goneSince ?? now
    state.goneSince = gone
    return now >= gone + Self.hold ? .settle : .look(at: gone + Self.hold)
  }

  private func whileWritten(
    _ state: inout Pending, _ circumstances: Circumstances, at now: Duration
  ) -> Step {
    state.goneSince = nil
    state.stage = .writer
    if circumstances.isKnown, reportsOpenFiles {
      let limit = state.firstSign + longest
      return now >= limit ? .settle : .look(at: limit)
    }
    // The close will tell. Should the writer have the file by another name, this look finds out.
    state.patience = min(max(longest, state.patience * 2), Self.rarestLook)
    return .look(at: now + state.patience)
  }

  private func whenQuiet(
    _ state: inout Pending, _ stamp: FileStamp, isCertain: Bool, _ circumstances: Circumstances,
    at now: Duration
  ) -> Step {
    let agrees = state.before == stamp
    state.before = stamp
    guard !agrees, now < state.firstSign + longest else { return .settle }
    // What was only found has its own time as the sign of how long it has been quiet.
    let age = Duration.nanoseconds(circumstances.wallTime &- stamp.modified)
    if !state.wasNoticed, age >= .zero, age < quiet { return .look(at: now + quiet - age) }
    if !isCertain, !state.isClosed { return .look(at: now + max(quiet, Self.shortestGap)) }
    return .settle
  }
}
