/// What a command line says, once it is known to be well formed.
package struct ParsedArguments: Sendable, Hashable {
  /// The verb; nil where there is none.
  package var verb: String?
  package var operands: [String] = []
  /// Values by the long name of their option, in the order in which they stand there.
  private var values: [String: [String]] = [:]

  package init() {}

  mutating func add(_ option: OptionSyntax, _ value: String) {
    values[option.name, default: []].append(value)
  }

  /// Whether an option was given, with or without a value.
  package func has(_ option: String) -> Bool { values[option] != nil }

  /// The value of an option; the last one where it was repeated.
  package func value(_ option: String) -> String? { values[option]?.last }

  /// All values of an option that may be repeated.
  package func values(_ option: String) -> [String] { values[option] ?? [] }
}
