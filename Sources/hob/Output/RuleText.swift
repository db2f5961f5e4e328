import FileSystem
import Rules
import Service
import Storage
import Terminal
import Values

/// Rules as people are told of them.
struct RuleText {
  let session: Session

  init(_ session: Session) { self.session = session }

  /// A trigger in a few words: `folder ~/Invoices *.pdf`.
  func trigger(_ plan: TriggerPlan) -> String {
    let spec = plan.spec
    var words = [spec.keyword]
    if let main = spec.options[spec.keyword], main != .null { words.append(value(main)) }
    if let name = spec.options["name"] { words.append(value(name)) }
    if let event = spec.options["event"] { words.append("(\(value(event)))") }
    return words.joined(separator: " ")
  }

  /// What a rule waits for.
  func triggers(_ rule: Rule) -> String {
    rule.plans.map(trigger).joined(separator: ", or ")
  }

  /// What a rule runs: a shortcut's name, or that its steps stand in it.
  func job(_ rule: Rule) -> String {
    rule.plans.first?.job.shortcutName ?? "its own steps"
  }

  private func value(_ value: Value) -> String {
    switch value {
    case .string(let text): text.hasPrefix("/") ? session.shown(text) : text
    case .list(let values): values.map(self.value).joined(separator: " ")
    case .null, .bool, .int, .uint, .double, .bytes, .map, .timestamp, .duration, .type, .optional,
      .entity:
      value.shown
    }
  }
}

/// What was said about rules by hand: on, off, waiting.
struct RuleSwitches {
  private var enabled: [RuleID: Bool] = [:]
  private var paused: Set<RuleID?> = []

  init(_ session: Session) throws(Failure) {
    guard let history = try session.historyIfAny() else { return }
    let switches = try session.reading { () throws(HistoryError) in try history.switches() }
    (enabled, paused) = (switches.enabled, switches.paused)
  }

  func isEnabled(_ rule: Rule) -> Bool { enabled[rule.id] ?? rule.isEnabledAtStart }
  func isPaused(_ rule: Rule) -> Bool { paused.contains(rule.id) || paused.contains(nil) }
  var isEverythingPaused: Bool { paused.contains(nil) }
}
