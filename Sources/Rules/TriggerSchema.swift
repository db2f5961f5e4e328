package import Values

/// What a trigger takes and what its events carry, as data.
///
/// The checker, the manual's pages and the JSON schema for editors all read this.
package struct TriggerSchema: Sendable, Hashable {
  /// The word that selects the trigger in a rule: `folder`.
  package let keyword: String
  /// One sentence, for people.
  package let summary: String
  /// The argument that stands beside the keyword.
  package let main: Parameter
  /// The options that stand beside it, under their own keys.
  package let parameters: [Parameter]
  /// The fields of its events.
  package let event: EventSchema
  /// The field that is the main input of a shortcut where the rule names none; nil for none.
  package let input: String?
  /// A trigger as people would write it, in YAML.
  package let example: String

  package init(
    keyword: String, summary: String, main: Parameter, parameters: [Parameter] = [],
    event: EventSchema, input: String? = nil, example: String
  ) {
    (self.keyword, self.summary, self.main) = (keyword, summary, main)
    (self.parameters, self.event, self.input) = (parameters, event, input)
    self.example = example
  }
}

/// One trigger of one rule, read and checked.
package struct TriggerSpec: Sendable, Hashable {
  /// The trigger's keyword.
  package let keyword: String
  /// Its options by name, the main one included, defaults filled in.
  package let options: [String: Value]
  /// What has to be armed for it.
  package let armingKey: ArmingKey
  /// What an event with that key must fulfil besides.
  package let tests: [FieldTest]

  package init(
    keyword: String, options: [String: Value], armingKey: ArmingKey, tests: [FieldTest]
  ) {
    (self.keyword, self.options) = (keyword, options)
    (self.armingKey, self.tests) = (armingKey, tests)
  }
}

/// A kind of trigger as the rule language knows it: its schema, and how its options are planned.
package struct TriggerKind: Sendable {
  package let schema: TriggerSchema
  /// Turns options of the declared types into what to arm; throws a sentence on what can't be.
  package let plan: @Sendable ([String: Value]) throws(TriggerPlanError) -> TriggerSpec

  package init(
    schema: TriggerSchema,
    plan: @escaping @Sendable ([String: Value]) throws(TriggerPlanError) -> TriggerSpec
  ) {
    (self.schema, self.plan) = (schema, plan)
  }
}

/// Why the options of a trigger can't be used together.
package struct TriggerPlanError: Error, Sendable, Hashable {
  /// The option that is wrong; nil for the trigger as a whole.
  package let option: String?
  package let message: String
  package let help: String?

  package init(option: String?, _ message: String, help: String? = nil) {
    (self.option, self.message, self.help) = (option, message, help)
  }
}
