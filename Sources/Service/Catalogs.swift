internal import Actions
package import Values
package import Rules
internal import Triggers
package import Workflow

/// What this build can do: all its actions and triggers, for the decoders.
package enum Catalogs {
  package static func steps(home: FilePath) -> StepCatalog {
    StepCatalog(actions: ActionRegistry.schemas, home: home.text)
  }

  package static func rules(home: FilePath) -> RuleCatalog {
    RuleCatalog(triggers: Array(TriggerRegistry.kinds.values), steps: steps(home: home))
  }
}
