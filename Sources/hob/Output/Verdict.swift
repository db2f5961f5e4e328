import Automation
import Matching
import Rules
import Service
import Storage
import Terminal
import Values
import Workflow

/// What became of one event for one rule: what is on record, else what its file says to it now.
struct Verdict {
  enum Kind: String {
    case ran
    case declined
    /// No trigger of the rule fits the event.
    case misfit = "no-match"
    /// Nothing is on record, and the rule as it stands now would run.
    case unseen
    /// The rule waits for something else.
    case elsewhere
  }

  let kind: Kind
  /// The run, where there is one.
  let run: RunSummary?
  /// Why it was declined, where it was.
  let refusal: Refusal.Reason?
  /// One sentence.
  let sentence: String

  init(_ rule: Rule, _ event: Event, recorded: [RunSummary]) {
    let own = recorded.filter { $0.rule == rule.id }
    if let run = own.first(where: { $0.run != nil }) {
      (kind, self.run, refusal) = (.ran, run, nil)
      sentence = Self.sentence(on: run)
    } else if let drop = own.first {
      (kind, run, refusal) = (.declined, nil, drop.refusal)
      sentence = drop.reason
    } else {
      run = nil
      (kind, refusal, sentence) = Self.judge(rule, event)
    }
  }

  private static func sentence(on run: RunSummary) -> String {
    let start = "It ran: run \(run.run?.value ?? 0) "
    let reason = run.reason.isEmpty ? "." : ": \(run.reason.withoutStop)."
    return switch run.status {
    case .queued: start + "waits for its turn."
    case .running: start + "is under way."
    case .waiting: start + "waits."
    case .succeeded: start + "succeeded."
    case .failed: start + "failed" + reason
    case .interrupted: start + "was interrupted" + reason
    case .cancelled: start + "was cancelled" + reason
    case .timedOut: start + "took too long" + reason
    case .dropped: start + "was dropped" + reason
    }
  }

  private static func judge(_ rule: Rule, _ event: Event) -> (Kind, Refusal.Reason?, String) {
    switch rule.judge(event, EvaluationContext(now: event.at)) {
    case .fits:
      return (
        .unseen, nil,
        "The rule as it stands now would run; it was not in force, or another, when the event came."
      )
    case .declined(_, let reason, let explanation): return (.declined, reason, explanation)
    case .noTrigger(let explanations):
      let misfits = explanations.compactMap { $0.sentence(for: event) }
      if !misfits.isEmpty {
        return (.misfit, nil, "It does not fit: " + misfits.joined(separator: "; ") + ".")
      }
      if explanations.contains(.otherAudience) {
        return (
          .misfit, nil, "The event was meant for other rules: this one had seen it, or was newer."
        )
      }
      return (.elsewhere, nil, "The rule waits for something else.")
    }
  }

  var value: Value {
    var map = ValueMap()
    map[.string("outcome")] = .string(kind.rawValue)
    map[.string("run")] = run?.run.map { .int($0.value) } ?? .null
    map[.string("status")] = run.map { .string($0.status.rawValue) } ?? .null
    map[.string("reason")] = refusal.map { .string($0.rawValue) } ?? .null
    map[.string("explanation")] = .string(sentence)
    return .map(map)
  }

  var hue: Hue {
    switch kind {
    case .ran: run.map { RunText.hue($0.status) } ?? .plain
    case .declined, .unseen: .yellow
    case .misfit, .elsewhere: .dim
    }
  }
}
