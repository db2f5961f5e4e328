import Rules
import Terminal
import Triggers
import Values

/// hob-rules(5), made from the keys and triggers that the checker reads.
enum RulesManual {
  static var text: String {
    var page = ManualPage(
      "hob-rules", section: 5, title: "rules: when something happens, run a shortcut",
      version: ManualPages.version)
    page.section("Synopsis")
    page.code(
      "$XDG_CONFIG_HOME/hob/rules.d/*.yaml\n/etc/hob/rules.d/*.yaml\n/usr/share/hob/rules.d/*.yaml")
    page.section("Description")
    page.markdown(description)
    page.section("Keys of a rule")
    for key in RuleKeys.all { add(key, to: &page) }
    page.section("Triggers")
    page.paragraph("Each may have an `id`, which conditions and steps see as `trigger.id`.")
    for schema in TriggerRegistry.all.map({ $0.schema }) { add(schema, to: &page) }
    page.section("Fields of a file")
    for field in EntitySchema.file.fields { page.item(field.name, field.summary) }
    page.markdown(end)
    return page.text
  }

  private static func add(_ schema: TriggerSchema, to page: inout ManualPage) {
    page.subsection("\(schema.keyword): \(SchemaText.type(schema.main.type))")
    page.paragraph(schema.summary + " " + schema.main.summary)
    for parameter in schema.parameters { add(parameter, to: &page) }
    page.code("when:\n" + schema.example.asListItem(indent: 2))
    let fields = schema.event.fields.map { "`\($0.name)`: \($0.summary)" }
    page.paragraph("Fields of its events: " + fields.joined(separator: " "))
  }

  static func add(_ parameter: Parameter, to page: inout ManualPage) {
    let need = SchemaText.need(parameter)
    let type = SchemaText.type(parameter.type) + (need.isEmpty ? "" : "; \(need)")
    page.item(parameter.name, "(\(type)) \(parameter.summary)")
  }

  private static let description = """
    A file holds rules in YAML 1.2: a list under `rules`, or one rule alone. What has a name in an
    earlier folder hides the file of that name in a later one; a link to `/dev/null` masks it.
    Names that begin with a dot or do not end in `.yaml` are not read, and files that others may
    write to are refused.

    ```
    rules:
      - id: invoices
        when:
          - folder: ~/Invoices
            name: "*.pdf"
        if: 'file.size > 0 && !file.name.startsWith("draft")'
        run: process-invoice
    ```

    Unknown, repeated and misspelt keys are errors. A file with errors is not taken; its last good
    version stays in force, and other files are not concerned. `hob check` shows what is wrong
    without anything running.
    """

  private static let end = """
    ## Conditions

    Conditions are expressions of the Common Expression Language over the fields of the event.
    They are checked when the file is read, for each trigger of the rule. `hob eval` tries one.

    ```
    if: 'file.size > bytesize("5 MiB") && file.ext in ["jpg", "png"]'
    ```

    In plain YAML `#` after a blank, a leading `!`, `[`, `{`, `*` or quote mean something else: put
    a condition in quotes, or after `|`.

    ## Tests

    `tests` hold events with what should come of them. They touch nothing: files need not exist,
    and what is not said of a file is made up. `hob check` runs them.

    ```
    tests:
      - event: {file: {path: /home/me/Invoices/a.pdf, size: 20000}}
        expect: run
      - event: {file: {path: /home/me/Invoices/draft.pdf, size: 20000}}
        expect: no-run
    ```

    ## Editors

    Editors with a YAML language server check and complete a file that begins with this line:

    ```
    # yaml-language-server: $schema=/home/me/.local/share/hob/schema/rules.schema.json
    ```

    ## See also

    hob(1), hob-shortcuts(5), hobd(8)
    """
}
