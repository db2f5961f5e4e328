internal import FileSystem
package import Rules
package import Values

/// Files that come, change, go or get another name in a folder.
package final class FolderTrigger: TriggerAdapter {
  static let keyword = "folder"
  private let lane: FolderLane

  package static let schema = TriggerSchema(
    keyword: keyword,
    summary:
      "A file in a folder is added, changed, removed or renamed; it counts when it is complete.",
    main: Parameter(keyword, .path, required: true, "The folder; it need not exist yet."),
    parameters: [
      Parameter(
        "event", .list(.oneOf(FileEvents.all)), default: "added",
        "What has to happen to a file: one of these or a list."),
      Parameter(
        "name", .list(.glob), "A pattern for the file's name, or a list of which one must match."),
      Parameter(
        "path", .list(.glob),
        "A pattern for the file's path below the folder, or a list of which one must match."),
      Parameter(
        "subfolders", .boolean, default: "false", "Whether folders in the folder count as well."),
      Parameter(
        "settle", .duration, default: "2s",
        "How long a file must be quiet; a steadily written one waits ten times that, and at least 10 s."
      ),
      Parameter(
        "existing", .oneOf(["skip", "run"]), default: "skip",
        "Whether a new or edited rule runs for the files that are there already."),
      Parameter(
        "follow-links", .boolean, default: "false",
        "Whether symbolic links to files and folders are followed."),
    ],
    event: FileEvents.schema, input: "file",
    example: """
      folder: ~/Invoices
      event: added
      name: "*.pdf"
      """)

  package static func plan(_ options: [String: Value]) throws(TriggerPlanError) -> TriggerSpec {
    let events = try FileEvents.chosen(options["event"], default: ["added"])
    var filled = options
    filled["event"] = .list(events.map { .string($0) })
    let folder = try FolderOptions(
      TriggerSpec(keyword: keyword, options: filled, armingKey: ArmingKey(""), tests: []))
    var tests = [FileEvents.test(events)]
    let names = try FolderOptions.patterns(options["name"], option: "name")
    if !names.isEmpty {
      tests.append(FieldTest(["file", "name"], .glob(names.map(GlobPattern.init))))
    }
    let paths = try FolderOptions.patterns(options["path"], option: "path")
    if !paths.isEmpty {
      let whole = paths.map { FolderOptions.pattern($0, below: folder.root) }
      tests.append(FieldTest(["file", "path"], .glob(whole)))
    }
    return TriggerSpec(
      keyword: keyword, options: filled, armingKey: folder.key(keyword: keyword), tests: tests)
  }

  package init(_ spec: TriggerSpec, in context: TriggerContext) throws(TriggerError) {
    lane = try FolderLane(keyword: Self.keyword, spec: spec, in: context)
  }

  package func update(subscribers: [Subscriber]) { lane.update(subscribers: subscribers) }

  package func reconsider(_ paths: [FilePath]) { lane.reconsider(paths) }
}

/// One file that comes, changes or goes.
package final class FileTrigger: TriggerAdapter {
  static let keyword = "file"
  private let lane: FolderLane

  package static let schema = TriggerSchema(
    keyword: keyword,
    summary: "A file is made, changed or removed; it counts when it is complete.",
    main: Parameter(keyword, .path, required: true, "The file; it need not exist yet."),
    parameters: [
      Parameter(
        "event", .list(.oneOf(FileEvents.ofOneFile)), default: "[added, changed]",
        "What has to happen to the file: one of these or a list."),
      Parameter(
        "settle", .duration, default: "2s",
        "How long the file must be quiet; a steadily written one waits ten times that, and at least 10 s."
      ),
    ],
    event: FileEvents.schema, input: "file",
    example: """
      file: ~/notes.txt
      event: changed
      """)

  package static func plan(_ options: [String: Value]) throws(TriggerPlanError) -> TriggerSpec {
    let events = try FileEvents.chosen(options["event"], default: ["added", "changed"])
    if events.contains("renamed") {
      throw TriggerPlanError(
        option: "event", "a file that is renamed is removed under its old path",
        help: "use `removed`, or the trigger `folder` with `event: renamed`")
    }
    var filled = options
    filled["event"] = .list(events.map { .string($0) })
    let folder = try FolderOptions(
      TriggerSpec(keyword: keyword, options: filled, armingKey: ArmingKey(""), tests: []))
    return TriggerSpec(
      keyword: keyword, options: filled, armingKey: folder.key(keyword: keyword),
      tests: [FileEvents.test(events)])
  }

  package init(_ spec: TriggerSpec, in context: TriggerContext) throws(TriggerError) {
    lane = try FolderLane(keyword: Self.keyword, spec: spec, in: context)
  }

  package func update(subscribers: [Subscriber]) { lane.update(subscribers: subscribers) }

  package func reconsider(_ paths: [FilePath]) { lane.reconsider(paths) }
}

/// What events of files carry, and which there are.
enum FileEvents {
  static let all = ["added", "changed", "removed", "renamed"]
  static let ofOneFile = ["added", "changed", "removed"]

  static let schema = EventSchema([
    EntitySchema.Field("file", .entity("file"), "The file; of a removed one as it was last known."),
    EntitySchema.Field("folder", .string, "The path of the watched folder."),
    EntitySchema.Field("event", .string, "`added`, `changed`, `removed` or `renamed`."),
    EntitySchema.Field("from", .string, "The path before, where it was renamed; else empty."),
  ])

  static func chosen(
    _ value: Value?, default usual: [String]
  ) throws(TriggerPlanError) -> [String] {
    let events = try FolderOptions.patterns(value, option: "event")
    for event in events where !all.contains(event) {
      throw TriggerPlanError(
        option: "event", "`\(event)` is no event of a file",
        help: "there are \(all.joined(separator: ", "))")
    }
    return events.isEmpty ? usual : events
  }

  static func test(_ events: [String]) -> FieldTest {
    FieldTest(
      ["event"],
      events.count == 1 ? .equals(.string(events[0])) : .among(events.map { .string($0) }))
  }
}
