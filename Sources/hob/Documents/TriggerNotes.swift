/// What a page of a trigger says besides what its schema says.
enum TriggerNotes {
  static let text: [String: String] = [
    "folder": """
    - **Complete files only.** A file counts when nobody has it open for writing and it was quiet
      for `settle`. A file that is there already and is written again and again is `changed` after
      ten times that, at least 10 s, even while it is open. An empty file with a temporary one of its
      name beside it (`book.zip`, `book.zip.part`) waits for that one.
    - **Temporary names** are passed over: `x.part`, `x.crdownload`, `x.tmp`, `.x.Ab12Cd`,
      `Unconfirmed 1.crdownload`, `x~`, `.#x`, `.x.swp` and the like. The rename to the final name
      is what counts: the file is `added`. A rule gets them where its `name` is such a name, as in
      `*.part`.
    - **`changed`** is another size or another time of the content. A file that a program replaces
      when it saves it, by any way that takes less than a second, is `changed`.
    - **`removed`** is held for one second for that reason. Moving a file out of the folder removes
      it; moving or deleting a folder in it removes each file that it held. Where the watched folder
      itself is moved away or its disk is unplugged, nothing is removed: it waits, and compares when
      there is a folder again.
    - **`renamed`** is a move within the folder, with the path before in `from`; it is neither
      `added` nor `removed`. Renaming a folder renames each file in it. A rename onto the name of
      another file is `changed` for that name and `removed` for the old one. A rename while hobd
      is off, or into a folder made in the same moment, is `removed` and `added`.
    - **Nothing is lost while hobd is off.** What the folder held is remembered; on the next start
      it is compared, and what came, changed or went is reported once to the rules that were there.
      `catch-up` in the rule says what happens then. A rule that is new or edited gets no files of
      before, unless it says `existing: run`.
    - **A folder that is missing** is waited for. What is in it when it comes is new. A folder
      that comes back, on a disk that was unplugged for instance, is compared with what it held.
    - **Only files count**, under their names as bytes: no folders, sockets or devices, and no
      symbolic links unless `follow-links` is set. Then a link to a file counts as the file, without
      changes made elsewhere, and each folder that links lead to is watched once.
    - **Other file systems** mounted below are not watched: give each a trigger of its own. On
      network file systems the kernel tells only what this machine does.
    - **What can't be seen is said.** `hob status` names folders without rights, which heal by
      themselves, and the kernel's limits `fs.inotify.max_user_watches` and `max_user_instances`
      where they are used up: such folders are looked at about once a minute until there is room.
    - **Limits.** 1,000,000 files and 100,000 folders in one tree; what is beyond is not reported,
      and the status says so.
    """,
    "file": """
    - A file counts when nobody has it open for writing and it was quiet for `settle`; one that is
      written again and again is `changed` after ten times that, at least 10 s.
    - A file that is replaced on save (written beside and renamed, or deleted and made again within
      a second, as editors do) is `changed`; `removed` is held for that second.
    - The file and its folder need not exist yet. A file that is renamed is `removed`, one that gets
      this name is `added`, or `changed` where there was one.
    - What happens while hobd is off is found on its next start, once.
    """,
    "custom": """
    - `hob emit NAME field=value` sends such an event; programs can call `Emit` of
      `org.hob.Hob1.Manager` on the session bus.
    - Values in `fields` of the trigger are compared as they are; a text with `*`, `?`, `[` or `{`
      is a pattern, a list means one of them.
    - Without hobd the event is refused, not kept: who sends it is told.
    """,
    "startup": """
    - It happens once for each start of hobd, not for a rule that is added or edited later.
    - `boot` is true at the first start since the machine was booted.
    """,
  ]
}
