internal import Automation
internal import FileSystem
internal import Rules
internal import Storage
internal import Systemd
internal import Triggers
internal import Values

/// A trigger that is armed, and how it fares.
final class ArmedTrigger {
  let spec: TriggerSpec
  var adapter: (any TriggerAdapter)?
  var health = TriggerHealth.whole

  init(spec: TriggerSpec) { self.spec = spec }
}

extension Engine {
  /// Arms what the rules in force ask for and disarms the rest; what stays keeps its watch.
  func arm() {
    let wanted = Self.subscriptions(of: machine.rules)
    for key in armed.keys where wanted[key] == nil { armed[key] = nil }
    refused = [:]
    for (key, subscription) in wanted.sorted(by: { $0.key < $1.key }) {
      if armed[key] == nil { arm(key, subscription.spec) }
      armed[key]?.adapter?.update(subscribers: subscription.subscribers)
    }
  }

  private func arm(_ key: ArmingKey, _ spec: TriggerSpec) {
    do throws(TriggerError) {
      guard let type = TriggerRegistry.adapter(for: spec.keyword) else { return }
      // A trigger may report its health while it is being armed.
      let trigger = ArmedTrigger(spec: spec)
      armed[key] = trigger
      trigger.adapter = try type.init(spec, in: triggerContext(key))
    } catch {
      armed[key] = nil
      refused[key] = error.description
      settings.log(.warning, "A trigger can't be armed: \(error.description)", [])
    }
  }

  private func triggerContext(_ key: ArmingKey) -> TriggerContext {
    TriggerContext(
      reactor: reactor, watching: watching, isStarting: isStarting,
      deliver: { observations in self.receive(.observed(observations)) },
      recall: { owner, then in self.recall(owner, then) },
      report: { health in self.note(health, of: key) },
      now: { WallClock.now() },
      ownHand: { path in self.ownHands.hand(at: path) })
  }

  private func recall(_ owner: String, _ then: @escaping ([[UInt8]: [UInt8]]?) -> Void) {
    nextCall += 1
    let number = nextCall
    recalls[number] = then
    Task(executorPreference: loop) { await self.answerRecall(number, owner) }
  }

  private func answerRecall(_ number: Int, _ owner: String) async {
    var remembered: [[UInt8]: [UInt8]]?
    do throws(HistoryError) {
      remembered = try await history.recall(owner)
    } catch {
      settings.log(.error, "What a trigger remembers can't be read: \(error)", [])
    }
    recalls.removeValue(forKey: number)?(remembered)
  }

  private func note(_ health: TriggerHealth, of key: ArmingKey) {
    guard let trigger = armed[key] else { return }
    trigger.health = health
    switch health {
    case .whole: break
    case .partly(let reason), .waiting(let reason):
      settings.log(.warning, "The trigger `\(trigger.spec.keyword)`: \(reason)", [])
    }
  }

  func hold(_ isHeld: Bool) {
    isHolding = isHeld
    watching.watches.setEnabled(!isHeld)
  }

  struct Subscription {
    var spec: TriggerSpec
    var subscribers: [Subscriber]
  }

  /// Who listens to what, by what has to be armed.
  static func subscriptions(of rules: RuleSet) -> [ArmingKey: Subscription] {
    var wanted: [ArmingKey: Subscription] = [:]
    for rule in rules.rules {
      for (ordinal, plan) in rule.plans.enumerated() {
        let key = plan.spec.armingKey
        let subscriber = Subscriber(rule: rule.id, ordinal: ordinal, options: plan.spec.options)
        wanted[key, default: Subscription(spec: plan.spec, subscribers: [])].subscribers
          .append(subscriber)
      }
    }
    return wanted
  }
}
