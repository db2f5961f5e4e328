internal import FileSystem
internal import Systemd
internal import Values

/// Files of before that one rule is still to be told of.
struct ExistingReport {
  let subscriber: Subscriber
  /// In the order in which they are told, the next first from the place on.
  let paths: [RelativePath]
  var next = 0
}

/// Who is told what.
extension FolderLane {
  /// Keeps a change in the ledger and makes its event.
  func report(
    _ change: FileChange, isCatchUp: Bool, cause: Cause?, at instant: Instant
  ) -> Observation {
    var marks: [Mark] = []
    if case .renamed(let origin) = change.kind {
      ledger.forget(origin)
      marks.append(FolderMemory.mark(owner, origin, nil))
    }
    if case .removed = change.kind {
      ledger.forget(change.path)
      marks.append(FolderMemory.mark(owner, change.path, nil))
    } else {
      ledger.record(change.path, change.stamp)
      marks.append(FolderMemory.mark(owner, change.path, change.stamp))
    }
    var audience = isCatchUp ? audienceOfBefore : nil
    if isTemporary(change.path.name) {
      let asking = listeners.rules(forTemporary: change.path.name)
      audience = audience?.intersection(asking) ?? asking
    }
    // Nobody to tell: it is remembered all the same.
    guard audience?.isEmpty != true else { return Observation(event: nil, marks: marks) }
    var event = event(change, cause: cause, at: instant, audience: audience)
    event.isCaughtUp = isCatchUp
    return Observation(event: event, marks: marks)
  }

  private func event(
    _ change: FileChange, cause: Cause?, at instant: Instant, audience: Set<RuleID>?
  ) -> Event {
    let (name, from) =
      switch change.kind {
      case .added: ("added", "")
      case .changed: ("changed", "")
      case .removed: ("removed", "")
      case .renamed(let origin): ("renamed", path(origin).text)
      }
    let file = Entity.file(
      path(change.path), size: change.stamp.size, modified: change.stamp.instant, kind: "file")
    let fields: [String: Value] = [
      "file": .entity(file), "folder": .string(options.root.text), "event": .string(name),
      "from": .string(from),
    ]
    return Event(
      source: keyword, origin: armingKey, fields: fields, at: instant, cause: cause,
      audience: audience)
  }

  /// Hands marks over that belong to no event.
  func deliver(_ marks: [Mark]) {
    guard !marks.isEmpty else { return }
    var observations: [Observation] = []
    for start in stride(from: 0, to: marks.count, by: limits.marksAtOnce) {
      let part = marks[start..<min(start + limits.marksAtOnce, marks.count)]
      observations.append(Observation(event: nil, marks: Array(part)))
    }
    context.deliver(observations)
  }
}

/// Rules that want to be told of what was there before them.
extension FolderLane {
  /// Keeps who listens, and begins to tell newcomers of the files of before, where they ask for it.
  func updateListeners() {
    mustUpdateListeners = false
    let (marks, waiting) = listeners.update(owner)
    deliver(marks)
    existing.removeAll { report in !waiting.contains(report.subscriber) }
    let newcomers = waiting.filter { new in !existing.contains { $0.subscriber == new } }
    guard !newcomers.isEmpty else { return }
    let paths = ledger.files(below: .root)
    for subscriber in newcomers {
      let reported = listeners.reported(to: subscriber)
      existing.append(
        ExistingReport(
          subscriber: subscriber,
          paths: reported.map { reported in paths.filter { reported < $0 } } ?? paths))
    }
    if existing.count == newcomers.count { reportExisting() }
  }

  /// Tells the first in the row of the next files, and goes on in the next turn.
  private func reportExisting() {
    guard var report = existing.first, phase == .watching else { return }
    var observations: [Observation] = []
    let part = report.paths[report.next...].prefix(limits.existingAtOnce)
    let now = context.now()
    for path in part {
      // What has left or changed since is told to all in its own time.
      guard let stamp = ledger[path] else { continue }
      observations.append(
        Observation(
          event: event(
            FileChange(.added, path, stamp), cause: nil, at: now,
            audience: [report.subscriber.rule])))
    }
    report.next += part.count
    let isDone = report.next == report.paths.count
    let marks = listeners.report(
      report.subscriber, upTo: isDone ? nil : report.paths[report.next - 1], owner)
    observations.append(Observation(event: nil, marks: marks))
    if isDone { existing.removeFirst() } else { existing[0] = report }
    context.deliver(observations)
    guard !existing.isEmpty else { return }
    let generation = generation
    context.reactor.afterTurn { [weak self] in
      guard let self, self.generation == generation else { return }
      reportExisting()
    }
  }
}
