import Expressions
import Terminal
import Values
import Workflow

/// hob-shortcuts(5), made from the actions that the checker reads.
enum ShortcutsManual {
  static var text: String {
    var page = ManualPage(
      "hob-shortcuts", section: 5, title: "shortcuts: steps that rules or people run",
      version: ManualPages.version)
    page.section("Synopsis")
    page.code(
      "$XDG_CONFIG_HOME/hob/shortcuts.d/*.yaml\n/etc/hob/shortcuts.d/*.yaml\n/usr/share/hob/shortcuts.d/*.yaml"
    )
    page.section("Description")
    page.markdown(description)
    page.section("Arguments of every step")
    for parameter in ControlStep.common { RulesManual.add(parameter, to: &page) }
    page.section("Steps")
    for schema in ListActions.schemas { add(schema, to: &page) }
    page.markdown(end)
    return page.text
  }

  private static func add(_ schema: ActionSchema, to page: inout ManualPage) {
    let main = schema.main.map { ": " + SchemaText.type($0.type) } ?? ""
    page.subsection(schema.keyword + main)
    page.paragraph([schema.summary, schema.main?.summary ?? ""].joined(separator: " "))
    for parameter in schema.parameters { RulesManual.add(parameter, to: &page) }
    page.code("steps:\n" + schema.example.asListItem(indent: 2))
    if schema.result != .null {
      page.paragraph("`save` keeps: \(schema.resultSummary) (`\(schema.result.displayName)`)")
    }
  }

  private static var description: String {
    let types = InputType.allCases.map { "`\($0.rawValue)`" }.joined(separator: ", ")
    return """
      A file holds one shortcut in YAML 1.2; the file's name without `.yaml` is the shortcut's.
      Folders, hiding and masking are as for rules, see hob-rules(5).

      ```
      shortcut: Process invoice
      input: file
      steps:
        - extract-text: ${input}
          save: text
        - log: ${input.name} has ${text.size()} characters
      ```

      - `shortcut`: Its title.
      - `input`: What its main input has to be: \(types). Steps see it as `input`.
      - `inputs`: Named inputs with their types, which rules give below `with` and `hob run` as NAME=VALUE.
      - `steps`: What it does, one step after another.

      A step is a keyword with its main argument, and more arguments beside it. `save` keeps its
      result under a name that later steps can use.

      `${...}` in a value is an expression of the Common Expression Language. A value that is one
      `${...}` alone keeps its type, otherwise the text is put together. In the text of a `shell`
      step it is not replaced: values go in by `env`, so that a file's name is never a command.
      """
  }

  private static let end = """
    ## Failures

    A step that fails ends the run as failed, unless `on-error` says otherwise. What was done
    before stays done. After a crash a run ends as interrupted at the step that was under way,
    unless that step may be repeated.

    ## See also

    hob(1), hob-rules(5), hobd(8)
    """
}
