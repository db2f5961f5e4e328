internal import Automation
internal import Diagnostics
internal import FileSystem
internal import Rules
internal import Triggers
package import Values

/// What `hob status` shows, as data.
extension Engine {
  func status() -> Value {
    let rules = machine.rules.rules
    return .map(
      ValueMap([
        "version": .string(Version.text), "pid": .int(Int64(CurrentProcess.identifier)),
        "started": .timestamp(started),
        "state": .string(machine.isServing ? machine.isPaused ? "paused" : "running" : "stopping"),
        "rules": .list(rules.map(ruleState)), "triggers": .list(triggerStates()),
        "watched_folders": .int(Int64(watching.watches.count)),
        "history": .string(storageTrouble ?? ""), "held": .bool(isHolding),
        "files": directory?.base.report.member("files") ?? .list([]),
        "bus": .bool(session != nil),
      ]))
  }

  private func ruleState(_ rule: Rule) -> Value {
    let counts = machine.runCounts(of: rule.id)
    return .map(
      ValueMap([
        "id": .string(rule.id.name), "title": .string(rule.title),
        "enabled": .bool(machine.isEnabled(rule)), "paused": .bool(machine.isPaused(rule.id)),
        "running": .int(Int64(counts.running)), "waiting": .int(Int64(counts.waiting)),
      ]))
  }
}

extension RuleBase {
  /// What was read, as data: each file with what is to be said about it.
  package var report: Value {
    .map(
      ValueMap([
        "rules": .int(Int64(rules.rules.count)), "shortcuts": .int(Int64(rules.shortcuts.count)),
        "files": .list(files.map(\.value)),
      ]))
  }
}

extension FileReport {
  /// The report as data.
  package var value: Value {
    .map(
      ValueMap([
        "path": .string(path.text), "state": .string(outcome.rawValue), "reason": .string(reason),
        "earlier_version": .bool(usesEarlierVersion),
        "rules": .list(rules.map { .string($0.name) }),
        "shortcut": shortcut.map { .string($0) } ?? .null,
        "diagnostics": .list(diagnostics.map(\.value)),
      ]))
  }
}

/// The version of this build.
package enum Version {
  package static let text = "0.1.0"
}
