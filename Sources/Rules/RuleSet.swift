package import Values
package import Workflow

/// All rules and shortcuts in force; immutable, and swapped whole.
package struct RuleSet: Sendable {
  /// Sorted by id.
  package let rules: [Rule]
  package let shortcuts: ShortcutLibrary
  private let positions: [RuleID: Int]

  package static let empty = RuleSet(rules: [], shortcuts: [:])

  /// Takes rules with distinct ids.
  package init(rules: [Rule], shortcuts: ShortcutLibrary) {
    self.rules = rules.sorted { $0.id < $1.id }
    self.shortcuts = shortcuts
    var positions: [RuleID: Int] = [:]
    for (position, rule) in self.rules.enumerated() { positions[rule.id] = position }
    self.positions = positions
  }

  package subscript(id: RuleID) -> Rule? { positions[id].map { rules[$0] } }
}
