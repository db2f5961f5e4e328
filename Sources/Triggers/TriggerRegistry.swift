package import Rules

/// All kinds of triggers.
package enum TriggerRegistry {
  package static let all: [any TriggerAdapter.Type] = [
    FolderTrigger.self, FileTrigger.self, CustomTrigger.self, StartupTrigger.self,
  ]

  /// The kinds by keyword, as the rule language needs them.
  package static let kinds: [String: TriggerKind] = Dictionary(
    all.map { ($0.schema.keyword, $0.kind) }, uniquingKeysWith: { first, _ in first })

  /// The adapter of a keyword; nil where there is none.
  package static func adapter(for keyword: String) -> (any TriggerAdapter.Type)? {
    all.first { $0.schema.keyword == keyword }
  }
}
