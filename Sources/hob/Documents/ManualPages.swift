import Service
import Terminal

/// The manual pages, made from the list of commands, the schemas, and text written by hand.
enum ManualPages {
  static var files: [GeneratedFile] {
    [
      GeneratedFile("hob.1", CommandManual.text),
      GeneratedFile("hobd.8", DaemonManual.text),
      GeneratedFile("hob-rules.5", RulesManual.text),
      GeneratedFile("hob-shortcuts.5", ShortcutsManual.text),
    ]
  }

  static let version = Version.text
}
