import Service
import Terminal

/// hobd(8).
enum DaemonManual {
  static var text: String {
    var page = ManualPage(
      "hobd", section: 8, title: "watch for what rules ask for and run their shortcuts",
      version: ManualPages.version)
    page.section("Synopsis")
    page.usage("hobd", "[--rules DIR] [--shortcuts DIR] [--state DIR] [--bus ADDRESS|none]")
    page.usage("systemctl --user start hob", "")
    page.section("Description")
    page.markdown(description)
    page.section("Options")
    for option in options { page.item(option.name, option.meaning) }
    page.section("Exit status")
    page.item("0", "It was asked to end, and ended in order.")
    for code in StartupFailure.Code.allCases { page.item(String(code.rawValue), meaning(code)) }
    page.markdown(end)
    return page.text
  }

  private static let options: [(name: String, meaning: String)] = [
    ("--rules DIR", "Reads rule files from this folder only."),
    ("--shortcuts DIR", "Reads shortcut files from this folder only."),
    (
      "--state DIR",
      "Keeps the history in this folder instead of `$STATE_DIRECTORY` or `$XDG_STATE_HOME/hob`."
    ),
    ("--bus ADDRESS", "Serves this message bus instead of the session's; `none` for none."),
    ("--log-level LEVEL", "How much is logged: `error`, `warning`, `notice`, `info` or `debug`."),
    ("--help, --version", "Tells about itself and ends."),
  ]

  private static func meaning(_ code: StartupFailure.Code) -> String {
    switch code {
    case .usage: "The command line is wrong. systemd does not try again."
    case .state: "The folder of the history can't be made, read or written."
    case .alreadyRunning: "Another process writes the history in that folder."
    case .system: "The kernel refused something that it can't do without."
    }
  }

  private static let description = """
    `hobd` reads rules and shortcuts, arms their triggers, and runs shortcuts when rules ask for
    it. It is a service of the user: systemd starts it at log-in and ends it after the last
    log-out, unless the user lingers (`loginctl enable-linger`).

    What was decided is on disk before it is done. After a crash or a kill it goes on from there:
    what waited still waits, what was under way ends as interrupted at its step, and files that
    came meanwhile are found by comparing with what was seen before.

    The folders of rules and shortcuts are watched. A file that changes is read again; where it
    has errors its last good version stays in force, and `hob status` says so. SIGHUP and
    `hob reload` make it read everything at once.

    SIGTERM and SIGINT end it in order: nothing new begins, what runs may finish for 10 seconds
    and is cancelled then. What waits is kept.
    """

  private static let end = """
    ## Log

    Lines go to the journal with fields to search by: `HOB_RULE`, `HOB_RUN`, `HOB_EVENT`,
    `HOB_STATUS` and `HOB_REASON`. For instance:

    ```
    journalctl --user -u hob HOB_RULE=invoices
    ```

    ## Bus

    On the session bus it has the name `org.hob.Hob1`; the object `/org/hob/Hob1` offers the
    interface `org.hob.Hob1.Manager`, which `busctl --user introspect org.hob.Hob1 /org/hob/Hob1`
    shows. Without a bus it works the same, but can't be asked and shows no notifications.

    ## See also

    hob(1), hob-rules(5), hob-shortcuts(5), systemd.exec(5), loginctl(1)
    """
}
