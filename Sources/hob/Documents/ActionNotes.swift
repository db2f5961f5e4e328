/// What a page of an action says besides what its schema says.
enum ActionNotes {
  private static let transfer = """
    - `not-found`: the file is gone, or the folder of the target is missing; `make-folder: true`
      makes it.
    - `exists`: something has the target's name; `if-exists` says what to do instead. Nothing is
      ever overwritten.
    - `denied`, `system`: rights, a full disk. The file is then where it was, whole.
    """

  private static let program = """
    - `program-failed`: it ended with a code that `accept` does not list, or by a signal. The last
      lines that it wrote to standard error are in the message.
    - `not-found`: there is no such program.
    - `timed-out`: it ran longer than `timeout`, or an hour where there is none. It gets SIGTERM,
      later SIGKILL, and so does everything it started.
    - At most 1 MiB of output is kept, the last part of it; history says when some was cut.
    - Programs run with the environment of your session, in a process group of their own.
    """

  static let text: [String: String] = [
    "run-program": program,
    "shell": program,
    "move-file": transfer + "\n"
      + "- To another file system it is copied, checked and then removed; the date stays.",
    "copy-file": transfer,
    "rename-file": transfer,
    "trash-file": """
    - It follows the trash specification of freedesktop.org: the desktop can bring the file back.
    - `not-found`: the file is gone.
    - `unavailable`, `denied`: its file system has no trash and none can be made.
    """,
    "make-folder": """
    - `exists`: something that is no folder has its name.
    - `denied`, `system`: rights, a full disk.
    """,
    "read-file": """
    - `not-found`: there is no such file.
    - `limit`: it is longer than `limit`.
    - `bad-argument`: it is a folder, a pipe or a device.
    """,
    "write-file": """
    - The file appears whole or not at all.
    - `exists`: there is a file of that name, and `if-exists` is `fail`.
    - `not-found`: its folder is missing; a step `make-folder` before it helps.
    """,
    "append-file": """
    - Several runs may add to the same file at once: each adds whole lines.
    - `not-found`: its folder is missing.
    """,
    "add-row": """
    - Several runs may add to the same table at once.
    - `bad-argument`: a name in `values` is no column of the table, or the file is no table.
    - `limit`: more than 1,000 columns, or a first line longer than 64 KiB.
    """,
    "extract-text": """
    - `unavailable`: `pdftotext` is not installed; it is in the package poppler-utils.
    - `bad-argument`: the document is of a kind that can't be read.
    - `limit`, `timed-out`: more than 16 MiB of text, or longer than 2 minutes.
    """,
    "match-text": """
    - `not-found`: nothing fits, and `optional` is not set.
    - `bad-argument`: the pattern is wrong; the place is in the message.
    - `limit`: the pattern fits at more than 10,000 places, or takes too long.
    """,
    "notify": """
    - It does not fail for want of a desktop: the result is false then.
    - Texts longer than 4,000 characters are cut, titles at 200.
    """,
    "log": """
    - The line is in the journal with the rule and the run: `journalctl --user -u hob`. `hob run`
      shows it on standard error.
    """,
  ]
}
