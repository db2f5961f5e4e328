import Terminal

/// All commands, in the order of the manual.
enum VerbRegistry {
  static var all: [any Verb.Type] {
    [
      ShowStatus.self, ListRules.self, ListShortcuts.self, ShowLog.self, ShowRun.self,
      ExplainRule.self, ExplainEvent.self,
      RunShortcut.self, TriggerRule.self, EmitEvent.self, CancelRun.self, EnableRule.self,
      DisableRule.self, PauseRules.self, ResumeRules.self, ReloadFiles.self,
      StartFile.self, CheckFiles.self, EvaluateExpression.self, ListTriggers.self,
      ListActions.self,
      ShowHelp.self, PrintCompletions.self, CompleteNames.self, GenerateDocuments.self,
    ]
  }

  static var program: ProgramSyntax {
    ProgramSyntax(
      "hob", "Hob: personal automations for Linux.", options: GlobalOptions.syntax,
      verbs: all.map { $0.syntax })
  }

  static func verb(_ name: String) -> (any Verb.Type)? { all.first { $0.syntax.name == name } }

  /// The commands by the titles that they stand under.
  static var sections: [(title: String, verbs: [String])] {
    VerbSection.allCases.map { section in
      let verbs = all.filter { $0.section == section && !$0.syntax.isHidden }
      return (section.rawValue, verbs.map { $0.syntax.name })
    }
  }
}
