import Diagnostics
import FileSystem
import Rules
import Service
import Terminal
import Values

/// `hob check`: what is wrong with rule and shortcut files.
enum CheckFiles: Verb {
  static let section = VerbSection.writing

  static var syntax: VerbSyntax {
    VerbSyntax(
      "check", "Checks rule and shortcut files, and runs the tests in them",
      operands: [
        OperandSyntax(
          ValueSyntax("FILE", .file), count: .any,
          "Files to check, wherever they are; without one, all that hobd would read.")
      ],
      options: [OptionSyntax("quiet", short: "q", "Shows errors and warnings only.")],
      details: """
        Files that are named are read together with the folders, so that a rule may run a shortcut
        of yours. It needs no hobd and changes nothing. Exit code 1 where there is an error or a
        test fails.

        With `--json` each line is one message: `severity`, `message`, `file`, `line`, `column`,
        `width`, `text`, `help` and `notes`.
        """,
      examples: [
        VerbSyntax.Example("hob check", "everything that is in force"),
        VerbSyntax.Example("hob check draft.yaml", "a file before it is put in place"),
      ])
  }

  static func run(
    _ arguments: ParsedArguments, in session: Session
  ) throws(Failure) -> ExitCode {
    let files = try arguments.operands.map { name throws(Failure) in
      try existing(name, session)
    }
    let base: RuleBase
    if files.isEmpty {
      base = session.base
    } else {
      var loader = RuleLoader(folders: session.folders, catalog: session.catalog)
      base = loader.load(with: files)
    }
    var check = Check(session, base)
    check.run()
    if !session.isJSON, !arguments.has("quiet") { check.summarize() }
    return check.errorCount == 0 ? .success : .failure
  }

  private static func existing(
    _ name: String, _ session: Session
  ) throws(Failure) -> FilePath {
    let path = session.absolute(FilePath(name))
    guard FileOperations.exists(path) else {
      throw Failure(.notFound, "there is no file \(path.text)")
    }
    return path
  }
}

/// One check of a set of files, with what it counts.
private struct Check {
  private let session: Session
  private let base: RuleBase
  private(set) var errorCount = 0
  private var warningCount = 0
  private var testCount = 0

  init(_ session: Session, _ base: RuleBase) { (self.session, self.base) = (session, base) }

  mutating func run() {
    for file in base.files {
      for diagnostic in file.diagnostics { tell(diagnostic) }
      if file.outcome == .ignored { tell(notRead(file)) }
    }
    runTests()
  }

  /// A file that its owner may believe to be read; hidden ones are left in peace.
  private func notRead(_ file: FileReport) -> Diagnostic? {
    guard !FilePath.text(of: file.path.name).hasPrefix(".") else { return nil }
    return Diagnostic(
      .warning, "the file is not read: \(file.reason)",
      at: SourceLocation(wholeFile: file.path.text))
  }

  private mutating func runTests() {
    let tester = RuleTester(session.catalog, now: session.now)
    let checked = Set(base.files.flatMap(\.rules))
    for rule in base.rules.rules where checked.contains(rule.id) {
      for outcome in tester.run(rule) {
        testCount += 1
        guard let problem = outcome.problem else { continue }
        let number = (rule.tests.firstIndex { $0.location == outcome.test.location } ?? 0) + 1
        let location = outcome.test.location
        let source = source(of: location.file)
        tell(
          Diagnostic(
            .error, "test \(number) of the rule `\(rule.id.name)`: \(problem)", at: location,
            excerpt: source?.excerpt(at: location, width: 1)))
      }
    }
  }

  private func source(of file: String) -> SourceText? {
    let bytes = try? OpenFile.contents(of: FilePath(file), limit: RuleLoader.largestFile)
    return bytes.map { SourceText(file: file, bytes: $0) }
  }

  private mutating func tell(_ diagnostic: Diagnostic?) {
    guard let diagnostic else { return }
    switch diagnostic.severity {
    case .error: errorCount += 1
    case .warning: warningCount += 1
    case .note: break
    }
    if session.isJSON {
      session.output.json(diagnostic.value)
    } else {
      session.output.line(diagnostic.rendered(color: session.output.paint.isOn))
      session.output.line()
    }
  }

  func summarize() {
    let files = base.files.count { $0.outcome == .loaded || $0.outcome == .failed }
    let rules = base.files.reduce(0) { $0 + $1.rules.count }
    let shortcuts = base.files.count { $0.shortcut != nil }
    guard files > 0 else {
      let folders = session.folders.all.map { Printable.text(session.shown($0)) }
      session.output.line("There are no files in \(folders.joined(separator: ", ")).")
      return
    }
    let paint = session.output.paint
    var parts = [
      Words.count(files, "file"), Words.count(rules, "rule"),
      Words.count(shortcuts, "shortcut"),
    ]
    if testCount > 0 { parts.append(Words.count(testCount, "test")) }
    parts.append(
      errorCount == 0
        ? paint.green("no errors") : paint.red(Words.count(errorCount, "error")))
    if warningCount > 0 { parts.append(paint.yellow(Words.count(warningCount, "warning"))) }
    session.output.line(parts.joined(separator: ", ") + ".")
  }
}
