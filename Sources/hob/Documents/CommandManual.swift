import Terminal

/// hob(1), made from the list of commands.
enum CommandManual {
  static var text: String {
    let program = VerbRegistry.program
    var page = ManualPage(
      "hob", section: 1, title: "look at personal automations and set them going",
      version: ManualPages.version)
    page.section("Synopsis")
    page.usage("hob", "[OPTION...] COMMAND [ARGUMENT...]")
    page.section("Description")
    page.markdown(introduction)
    for section in VerbRegistry.sections {
      page.section("Commands: \(section.title)")
      for verb in section.verbs.compactMap(program.verb) { add(verb, to: &page) }
    }
    page.section("Options of all commands")
    for option in program.options { page.item(option.listed, option.summary) }
    page.section("Exit status")
    for code in ExitCode.allCases { page.item(String(code.rawValue), code.meaning) }
    page.markdown(end)
    return page.text
  }

  private static func add(_ verb: VerbSyntax, to page: inout ManualPage) {
    let pieces = verb.options.map(\.usage) + verb.operands.map(\.usage)
    page.subsection("hob \(verb.name) " + pieces.joined(separator: " "))
    page.paragraph(verb.summary + ".")
    for operand in verb.operands { page.item(operand.value.name, operand.summary) }
    for option in verb.options { page.item(option.listed, option.summary) }
    for paragraph in verb.details.paragraphs { page.paragraph(paragraph) }
    for example in verb.examples {
      page.code(example.command)
      let meaning = example.meaning.prefix(1).uppercased() + example.meaning.dropFirst()
      page.paragraph(meaning.hasSuffix("?") ? meaning : meaning + ".")
    }
  }

  private static let introduction = """
    `hob` is the command line of Hob. It shows what hobd(8) does and did, tells why, and sets
    things going. Looking at files and at the history needs no hobd; nothing that is asked here
    ever starts it.

    Options may stand before or after the command. Names of options are never abbreviated. `--`
    ends the options.

    On a terminal lists are cut to its width, and coloured unless `NO_COLOR` is set; elsewhere they
    are whole and plain. Characters that a terminal would act on are shown as escapes, bytes of
    names that are not UTF-8 as `\\xNN`. With `--json` the output is JSON, and its keys stay the
    same from version to version; lists print one object a line.
    """

  private static let end = """
    ## Files

    - `$XDG_CONFIG_HOME/hob/rules.d/*.yaml, /etc/hob/rules.d/*.yaml, /usr/share/hob/rules.d/*.yaml`: rules, see hob-rules(5). A file in an earlier folder hides the one of the same name in a later one; a link to `/dev/null` masks it.
    - `shortcuts.d/*.yaml in the same places`: shortcuts, see hob-shortcuts(5).
    - `$STATE_DIRECTORY, else $XDG_STATE_HOME/hob`: the history.

    ## Environment

    - `XDG_CONFIG_HOME, XDG_STATE_HOME, XDG_DATA_HOME`: where things of yours are; `~/.config`, `~/.local/state`, `~/.local/share` unless set.
    - `DBUS_SESSION_BUS_ADDRESS`: the message bus on which hobd is asked.
    - `NO_COLOR`: where set and not empty, no colours are used.
    - `TZ`: the zone in which times are shown.

    ## See also

    hobd(8), hob-rules(5), hob-shortcuts(5)
    """
}
