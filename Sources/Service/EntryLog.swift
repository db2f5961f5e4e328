internal import Automation
internal import Systemd
internal import Values

/// What of the history also goes to the log, with fields to search by.
extension EngineSettings {
  func journal(_ entry: Entry) {
    guard logLevel >= .info else { return }
    switch entry {
    case .queued(let ticket):
      guard let rule = ticket.rule else { return }
      log(
        .info, "Run \(ticket.run.value) of the rule \(rule.name) was admitted.",
        [
          Journal.Field("HOB_RULE", rule.name), Journal.Field("HOB_RUN", String(ticket.run.value)),
          Journal.Field("HOB_EVENT", String(ticket.event?.value ?? 0)),
          Journal.Field("MESSAGE_ID", "5f2bd43f0b7a4f3c9c0a2e1f6d8b7a10"),
        ])
    case .ended(let run, let ending, _):
      let text = "Run \(run.value) ended: \(ending.status.rawValue)"
      log(
        ending.status == .succeeded ? .info : .warning,
        ending.reason.isEmpty ? text + "." : text + ". \(ending.reason)",
        [
          Journal.Field("HOB_RUN", String(run.value)),
          Journal.Field("HOB_STATUS", ending.status.rawValue),
          Journal.Field("MESSAGE_ID", "8c1d5e2f6a904b7d8e3f1a2b4c5d6e70"),
        ])
    case .declined(let refusal):
      log(
        .info, "The rule \(refusal.rule.name) did not run: \(refusal.explanation)",
        [
          Journal.Field("HOB_RULE", refusal.rule.name),
          Journal.Field("HOB_EVENT", String(refusal.event.value)),
          Journal.Field("HOB_REASON", refusal.reason.rawValue),
          Journal.Field("MESSAGE_ID", "1e9d3c5b7f604a2e9b8c7d6e5f4a3b20"),
        ])
    case .observed, .started, .stepBegan, .stepEnded, .stepPassed, .switched, .paused: break
    }
  }
}
