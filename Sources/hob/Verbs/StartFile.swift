import Workflow
import Diagnostics
import FileSystem
import Rules
import Service
import Terminal
import Values

/// `hob new`: a file to begin with.
enum StartFile: Verb {
  static let section = VerbSection.writing

  static var syntax: VerbSyntax {
    VerbSyntax(
      "new", "Writes a rule file to begin with, or copies an example",
      operands: [
        OperandSyntax(
          ValueSyntax("NAME"), count: .optional, "The name of the new file, without .yaml.")
      ],
      options: [
        OptionSyntax(
          "from", value: ValueSyntax("EXAMPLE", .known("examples")),
          "Copies this example, with the shortcuts that it runs."),
        OptionSyntax("shortcut", "Writes a shortcut instead of a rule."),
      ],
      details: """
        Without a name and an example it lists the examples. The file goes into your own folder,
        where hobd takes it up at once; a file that is there is never replaced. Look into a copied
        rule before files go where it watches.

        With `--json`: `path` for each file that was written; of each example `name`, `title` and
        `path`.
        """,
      examples: [
        VerbSyntax.Example("hob new", "which examples are there?"),
        VerbSyntax.Example("hob new --from invoices", "copies that rule and its shortcut"),
        VerbSyntax.Example("hob new downloads", "writes downloads.yaml with a rule to fill in"),
      ])
  }

  static func run(
    _ arguments: ParsedArguments, in session: Session
  ) throws(Failure) -> ExitCode {
    let name = arguments.operands.first
    if let name { try check(name) }
    if let example = arguments.value("from") {
      try copy(example, as: name, session)
    } else if let name {
      let isShortcut = arguments.has("shortcut")
      let text = isShortcut ? StarterText.shortcut(name) : StarterText.rule(name)
      let folders = isShortcut ? session.folders.shortcuts : session.folders.rules
      try write(Array(text.utf8), as: name, into: folders, session)
    } else {
      list(session)
    }
    return .success
  }

  private static func check(_ name: String) throws(Failure) {
    let isPlain = name.utf8.allSatisfy { byte in
      byte == UInt8(ascii: "-") || byte == UInt8(ascii: "_") || byte == UInt8(ascii: ".")
        || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
        || (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte)
        || (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte)
    }
    guard isPlain, !name.isEmpty, !name.hasPrefix("."), !name.hasPrefix("-"),
      !name.hasSuffix(FoundFile.ending)
    else {
      throw Failure(
        .usage, "`\(name)` can't be the name of a new file",
        help: "take letters, digits, hyphens and underscores, without \(FoundFile.ending)")
    }
  }

  // MARK: Examples

  struct Example {
    let name: String
    let path: FilePath
    /// The folder of the shortcuts that belong to it.
    let shortcuts: FilePath
  }

  /// The examples that are installed, or lie beside a build of the sources.
  static func examples(_ session: Session) -> [Example] {
    for place in places(session) {
      let rules = place.appending("rules.d")
      guard let listing = try? DirectoryListing(of: rules) else { continue }
      let names = listing.entries.map { FilePath.text(of: $0.name) }
        .filter { $0.hasSuffix(FoundFile.ending) }.sorted()
      guard !names.isEmpty else { continue }
      return names.map { name in
        Example(
          name: String(name.dropLast(FoundFile.ending.count)), path: rules.appending(name),
          shortcuts: place.appending("shortcuts.d"))
      }
    }
    return []
  }

  private static func places(_ session: Session) -> [FilePath] {
    let environment = session.environment
    var places: [FilePath] = []
    if let program = try? FileOperations.readLink(FilePath("/proc/self/exe")) {
      // `bin/hob` beside `share/hob`, or `.build/debug/hob` below the sources.
      var folder = program.parent.parent
      places.append(folder.appending("share").appending("hob").appending("examples"))
      while folder.parent != folder {
        folder = folder.parent
        if FileOperations.exists(folder.appending("Package.swift")) { places.append(folder) }
      }
    }
    let system = environment.text("XDG_DATA_DIRS") ?? "/usr/local/share:/usr/share"
    let shared = system.split(separator: ":").map { FilePath(String($0)) }
    for data in [environment.dataFolder] + shared {
      places.append(data.appending("hob").appending("examples"))
    }
    return places
  }

  private static func list(_ session: Session) {
    let examples = examples(session)
    guard !examples.isEmpty else {
      if !session.isJSON { session.output.line("No examples are installed.") }
      return
    }
    var loader = RuleLoader(
      folders: RuleFolders(rules: [], shortcuts: [examples[0].shortcuts]), catalog: session.catalog)
    let base = loader.load(with: examples.map(\.path))
    var table = Table([Table.Column("EXAMPLE"), Table.Column("DOES", least: 20)])
    for example in examples {
      let report = base.files.first { $0.path == example.path }
      let title = report?.rules.first.flatMap { base.rules[$0]?.title } ?? ""
      if session.isJSON {
        session.output.json(
          .map(
            ValueMap([
              "name": .string(example.name), "title": .string(title),
              "path": .string(example.path.text),
            ])))
      }
      table.add([Table.Cell(example.name, .bold), Table.Cell(title)])
    }
    if !session.isJSON { session.output.table(table) }
  }

  private static func copy(
    _ name: String, as newName: String?, _ session: Session
  ) throws(Failure) {
    let examples = examples(session)
    guard let example = examples.first(where: { $0.name == name }) else {
      throw .notFound("example", name, among: examples.map(\.name), listedBy: "hob new")
    }
    var loader = RuleLoader(
      folders: RuleFolders(rules: [], shortcuts: [example.shortcuts]), catalog: session.catalog)
    let base = loader.load(with: [example.path])
    let mine = session.base.rules.shortcuts
    // Shortcuts first: a rule that is live before its shortcut would be an error for a moment.
    for shortcut in shortcuts(of: base.rules).sorted() where mine[shortcut] == nil {
      let path = example.shortcuts.appending(shortcut + FoundFile.ending)
      try write(try read(path), as: shortcut, into: session.folders.shortcuts, session)
    }
    try write(
      try read(example.path), as: newName ?? name, into: session.folders.rules, session)
  }

  /// The shortcuts that rules run, directly or through others.
  private static func shortcuts(of rules: RuleSet) -> Set<String> {
    var found: Set<String> = []
    var pending = rules.rules.flatMap { rule in
      rule.plans.compactMap { plan -> [String] in
        switch plan.job {
        case .shortcut(let name, _, _): [name]
        case .steps(let shortcut, _): shortcut.calledShortcuts.map(\.name)
        }
      }.flatMap(\.self)
    }
    while let name = pending.popLast() {
      guard found.insert(name).inserted, let shortcut = rules.shortcuts[name] else { continue }
      pending += shortcut.calledShortcuts.map(\.name)
    }
    return found
  }

  private static func read(_ path: FilePath) throws(Failure) -> [UInt8] {
    do throws(FileError) {
      return try OpenFile.contents(of: path, limit: RuleLoader.largestFile)
    } catch {
      throw Failure(.failure, error.description)
    }
  }

  // MARK: Writing

  /// Writes a file whole or not at all, and never over another.
  private static func write(
    _ bytes: [UInt8], as name: String, into folders: [FilePath], _ session: Session
  ) throws(Failure) {
    guard let folder = folders.first else { return }
    let target = folder.appending(name + FoundFile.ending)
    // hobd does not read names that begin with a dot.
    let draft = folder.appending(".\(name).\(CurrentProcess.identifier)")
    do throws(FileError) {
      try FileOperations.makeFolder(folder)
      let file = try OpenFile(draft, .making(mode: 0o644))
      try file.writeAll(bytes)
      try FileOperations.renameNoReplace(draft, to: target)
    } catch {
      try? FileOperations.remove(draft)
      if FileOperations.exists(target) {
        throw Failure(
          .refused, "\(session.shown(target)) is there already", help: "give another name")
      }
      throw Failure(.failure, error.description)
    }
    if session.isJSON {
      session.output.json(.map(ValueMap(["path": .string(target.text)])))
    } else {
      session.output.line("Wrote \(Printable.text(session.shown(target)))")
    }
  }
}

/// What new files hold.
enum StarterText {
  static func rule(_ name: String) -> String {
    """
    # yaml-language-server: $schema=https://hob.example.org/schema/rules.schema.json
    # A rule: when something happens, run a shortcut or steps.
    # All keys: hob-rules(5). Triggers: hob triggers. Check this file: hob check
    rules:
      - id: \(name)
        title: \(name)
        when:
          - folder: ~/Downloads
            name: "*.pdf"
        if: file.size > 0
        do:
          - notify: ${file.name} has arrived
        # Remove this line to switch the rule on.
        enabled: false

    """
  }

  static func shortcut(_ name: String) -> String {
    """
    # A shortcut: steps that rules run, or `hob run \(name) --file PATH`.
    # All keys: hob-shortcuts(5). Steps: hob actions. Check this file: hob check
    shortcut: \(name)
    input: file
    steps:
      - notify: ${input.name} has ${input.size} bytes

    """
  }
}
