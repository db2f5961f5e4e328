internal import Actions
package import Automation
internal import FileSystem
internal import Matching
package import Rules
internal import Storage
internal import Systemd
internal import Triggers
package import Values
internal import Workflow

/// What the command line asks of a running engine.
extension Engine {
  /// Why something that was asked for can't be done.
  package struct Refused: Error, Sendable, Hashable {
    package enum Reason: Sendable, Hashable {
      case noSuchRule, noSuchShortcut, badArgument, stopping
    }

    package let reason: Reason
    package let message: String

    package init(_ reason: Reason, _ message: String) {
      (self.reason, self.message) = (reason, message)
    }
  }

  /// Swaps the rules whole and arms what they ask for; untouched triggers keep their watch.
  package func change(_ rules: RuleSet) {
    receive(.rulesChanged(rules))
    arm()
  }

  package func setEnabled(_ rule: RuleID, _ isEnabled: Bool) throws(Refused) {
    _ = try known(rule)
    receive(.switched(rule, isEnabled: isEnabled))
  }

  /// Lets new runs wait, of one rule or of all, or go on.
  package func setPaused(_ rule: RuleID?, _ isPaused: Bool) throws(Refused) {
    if let rule { _ = try known(rule) }
    receive(.paused(rule, isPaused: isPaused))
  }

  package func cancel(_ run: RunID, reason: String) {
    receive(.cancelRequested(run, reason: reason))
  }

  /// Acts as if one of the rule's triggers had seen an event, and says what came of it.
  package func trigger(
    _ id: RuleID, _ given: [String: Value]
  ) throws(Refused) -> Value {
    let rule = try known(id)
    guard machine.isServing else { throw Refused(.stopping, "The service is stopping.") }
    let event = try Self.event(for: rule, given)
    let effects = machine.step(.observed([Observation(event: event)]), at: WallClock.now())
    let verdict = Self.verdict(on: id, in: effects)
    perform(effects)
    return verdict
  }

  /// The event of a rule's first trigger that the given fields make.
  package static func event(
    for rule: Rule, _ given: [String: Value]
  ) throws(Refused) -> Event {
    let now = WallClock.now()
    guard let plan = rule.plans.first,
      let kind = TriggerRegistry.kinds[plan.spec.keyword]
    else { throw Refused(.badArgument, "The rule has no trigger.") }
    do throws(EventFieldReader.Problem) {
      let fields = try EventFieldReader.fields(
        given, of: kind.schema, spec: plan.spec, now: now,
        lookingUp: { try? FileEntity.value(at: $0) })
      return Event(
        source: plan.spec.keyword, origin: plan.spec.armingKey, fields: fields, at: now,
        audience: [rule.id])
    } catch {
      throw Refused(.badArgument, error.message)
    }
  }

  /// What a step of the machine decided about a rule, as data.
  private static func verdict(on rule: RuleID, in effects: [Machine.Effect]) -> Value {
    for case .record(let record, _) in effects {
      for entry in record.entries {
        if case .queued(let ticket) = entry, ticket.rule == rule {
          return .map(ValueMap(["run": .int(ticket.run.value)]))
        }
        if case .declined(let refusal) = entry, refusal.rule == rule {
          return .map(
            ValueMap([
              "run": .null, "reason": .string(refusal.reason.rawValue),
              "explanation": .string(refusal.explanation),
            ]))
        }
      }
    }
    return .map(
      ValueMap([
        "run": .null, "reason": .string("pattern"),
        "explanation": .string("The trigger's own options do not fit this event."),
      ]))
  }

  /// Runs a shortcut by hand and waits for its end.
  package func run(
    _ shortcut: String, input: Value?, with: [String: Value]
  ) async throws(Refused) -> (RunID, RunEnding) {
    guard machine.rules.shortcuts[shortcut] != nil else {
      throw Refused(.noSuchShortcut, "There is no shortcut `\(shortcut)`; see `hob shortcuts`.")
    }
    guard machine.isServing else { throw Refused(.stopping, "The service is stopping.") }
    let run = machine.takeRunID()
    let request = ShortcutRequest(run: run, shortcut: shortcut, input: input, with: with)
    let ending = await withCheckedContinuation { continuation in
      watchers[run, default: []].append(continuation)
      receive(.requested(request))
    }
    return (run, ending)
  }

  /// Hands an event of `hob emit` to the rules with a `custom` trigger of that name.
  package func emit(_ name: String, fields: [String: Value]) throws(Refused) {
    guard machine.isServing else { throw Refused(.stopping, "The service is stopping.") }
    let event = CustomTrigger.event(name: name, fields: fields, at: WallClock.now())
    receive(.observed([Observation(event: event)]))
  }

  private func known(_ id: RuleID) throws(Refused) -> Rule {
    guard let rule = machine.rules[id] else {
      throw Refused(.noSuchRule, "There is no rule `\(id.name)`; see `hob rules`.")
    }
    return rule
  }

  /// How each armed trigger fares, by what is armed.
  func triggerStates() -> [Value] {
    let states = armed.sorted { $0.key < $1.key }.map { key, trigger in
      Self.state(of: trigger.spec, key, trigger.health.name, trigger.health.reason)
    }
    let refusals = refused.sorted { $0.key < $1.key }.map { key, reason in
      Self.state(of: nil, key, "refused", reason)
    }
    return states + refusals
  }

  private static func state(
    of spec: TriggerSpec?, _ key: ArmingKey, _ state: String, _ reason: String
  ) -> Value {
    .map(
      ValueMap([
        "trigger": .string(spec?.keyword ?? ""), "watches": .string(key.text),
        "state": .string(state), "reason": .string(reason),
      ]))
  }

  /// Ends the service in order: no new runs, what runs may finish within the time for it.
  package func drain(_ done: @escaping @Sendable () -> Void) {
    onExit = done
    armed = [:]
    let timer = reactor.timer { self.receive(.drainExpired) }
    timer.arm(after: settings.drain)
    drainTimer = timer
    receive(.drainRequested)
  }
}

extension TriggerHealth {
  /// One word for data.
  var name: String {
    switch self {
    case .whole: "whole"
    case .partly: "partly"
    case .waiting: "waiting"
    }
  }

  /// What is missing; empty where nothing is.
  var reason: String {
    switch self {
    case .whole: ""
    case .partly(let reason), .waiting(let reason): reason
    }
  }
}
