/// What a page of a trigger says besides what its schema says.
enum TriggerNotes {
  static let text: [String: String] = [
    "folder": """
    - **Complete files only.** A file counts when its writer has closed it and it was quiet for
      `settle`. A file that is written again and again waits ten times that, at least 10 s. An
      empty file with a temporary one of its name beside it waits for that one.
    - **Temporary names** are passed over: `x.part`, `x.crdownload`, `.x.Ab12Cd`, `x~`, `.x.swp`
      and the like. The rename to the final name is what counts. A rule that wants them asks for
      them by `name`.
    - **Nothing is lost while hobd is off.** What the folder held is remembered; on the next start
      it is compared, and what came, changed or went is reported once. `catch-up` in the rule
      says what happens then.
    - **A folder that is missing** is waited for. What is in it when it comes is new. A folder
      that comes back, on a disk that was unplugged for instance, is compared with what it held.
    - **`removed`** is held for up to a second, since many programs save a file by removing it
      first. Moving a file out of the folder removes it; moving it within is `renamed`.
    - **Links** in the folder are passed over unless `follow-links` is set; a file is reported
      once, whatever number of links leads to it.
    - **Other file systems** mounted below are not watched: give each a trigger of its own.
    - **Limits.** 1,000,000 files and 100,000 folders in one tree; the kernel's own limit is
      `fs.inotify.max_user_watches`. What can't be watched is named by `hob status` and looked at
      about once a minute.
    """,
    "file": """
    - A file counts when its writer has closed it and it was quiet for `settle`.
    - A file that is replaced on save (written beside and renamed, as editors do) is `changed`.
    - The file and its folder need not exist yet.
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
