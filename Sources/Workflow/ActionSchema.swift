package import Values

/// What an action takes, gives and touches, as data.
///
/// The checker, the manual's pages, the JSON schema for editors and the dry run all read this.
package struct ActionSchema: Sendable, Hashable {
  /// What an action does to the world outside the run.
  package enum Effect: String, Sendable, Hashable, CaseIterable {
    case reads, writes, programs, network, notifies
  }

  /// The word that selects the action in a step: `move-file`.
  package let keyword: String
  /// One sentence, for people.
  package let summary: String
  /// The argument that stands beside the keyword; nil where the keyword takes none.
  package let main: Parameter?
  /// The arguments that stand beside it, under their own keys.
  package let parameters: [Parameter]
  /// The type of what `save` keeps; `null` where there is nothing to keep.
  package let result: ValueType
  /// One sentence on the result, for people.
  package let resultSummary: String
  package let effects: Set<Effect>
  /// Whether it may be done again when a crash hid its result.
  package let mayRepeat: Bool
  /// A step as people would write it, in YAML.
  package let example: String

  package init(
    keyword: String, summary: String, main: Parameter?, parameters: [Parameter] = [],
    result: ValueType = .null, resultSummary: String = "Nothing.", effects: Set<Effect> = [],
    mayRepeat: Bool = false, example: String
  ) {
    (self.keyword, self.summary, self.main) = (keyword, summary, main)
    (self.parameters, self.result, self.resultSummary) = (parameters, result, resultSummary)
    (self.effects, self.mayRepeat, self.example) = (effects, mayRepeat, example)
  }

  /// The parameter of a name, the main one included.
  package func parameter(_ name: String) -> Parameter? {
    main?.name == name ? main : parameters.first { $0.name == name }
  }
}
