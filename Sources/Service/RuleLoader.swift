package import Diagnostics
internal import FileSystem
package import Rules
package import Values
internal import Workflow
internal import YAML

/// What became of one file of the rules or shortcuts folders.
package struct FileReport: Sendable {
  package enum Outcome: String, Sendable, Hashable {
    case loaded, failed, masked, hidden, ignored
  }

  package let path: FilePath
  package var outcome: Outcome
  /// Why it is hidden or ignored; empty otherwise.
  package let reason: String
  package var diagnostics: [Diagnostic]
  /// Whether the version before this one stays in force, since this one has errors.
  package var usesEarlierVersion = false
  package var rules: [RuleID] = []
  package var shortcut: String?

  package init(
    path: FilePath, outcome: Outcome, reason: String = "", diagnostics: [Diagnostic] = []
  ) {
    (self.path, self.outcome) = (path, outcome)
    (self.reason, self.diagnostics) = (reason, diagnostics)
  }
}

/// All rules and shortcuts that were read, with what is to be said about their files.
package struct RuleBase: Sendable {
  package var rules: RuleSet
  package var files: [FileReport]

  package var hasErrors: Bool { files.contains { $0.outcome == .failed } }
}

/// Reads the folders; remembers each file, so that an untouched one keeps what it was and a broken
/// one keeps its last good version in force.
package struct RuleLoader: Sendable {
  /// The largest rule or shortcut file, in bytes.
  package static let largestFile = 1 << 20

  package let folders: RuleFolders
  package let catalog: RuleCatalog
  let user: UInt32
  private var cache: [FilePath: Cached] = [:]
  /// Which file had each rule at the last load.
  private var owners: [RuleID: FilePath] = [:]

  /// What a file held when it was last read.
  struct Cached: Sendable {
    var bytes: [UInt8]
    var source: SourceText
    var diagnostics: [Diagnostic]
    var content: Content?
    /// The content of the last version without errors.
    var lastGood: Content?
  }

  enum Content: Sendable {
    case rules([Rule])
    case shortcut(Shortcut)
  }

  package init(
    folders: RuleFolders, catalog: RuleCatalog, user: UInt32 = CurrentProcess.user
  ) {
    (self.folders, self.catalog, self.user) = (folders, catalog, user)
  }

  /// Reads what has changed, and gives all that is in force.
  package mutating func load() -> RuleBase {
    var reports: [FileReport] = []
    var seen: Set<FilePath> = []
    var linker = BaseLinker(keeping: owners)
    for (folders, isShortcut) in [(folders.shortcuts, true), (folders.rules, false)] {
      for file in FolderScan.files(in: folders, user: user) {
        seen.insert(file.path)
        reports.append(report(on: file, isShortcut: isShortcut, &linker))
      }
    }
    cache = cache.filter { seen.contains($0.key) }
    let base = linker.link(reports)
    owners = [:]
    for file in base.files { for rule in file.rules { owners[rule] = file.path } }
    return base
  }

  private mutating func report(
    on file: FoundFile, isShortcut: Bool, _ linker: inout BaseLinker
  ) -> FileReport {
    switch file.state {
    case .masked: return FileReport(path: file.path, outcome: .masked)
    case .hidden(let winner):
      return FileReport(
        path: file.path, outcome: .hidden, reason: "\(winner.text) has the same name")
    case .ignored(let reason):
      return FileReport(path: file.path, outcome: .ignored, reason: reason)
    case .refused(let reason):
      let location = SourceLocation(wholeFile: file.path.text)
      return FileReport(
        path: file.path, outcome: .failed, reason: reason,
        diagnostics: [Diagnostic(.error, "the file is not trusted: \(reason)", at: location)])
    case .read:
      read(file, isShortcut: isShortcut)
      return linker.add(file.path, cache[file.path])
    }
  }

  /// Brings the cache up to date for a file.
  private mutating func read(_ file: FoundFile, isShortcut: Bool) {
    // A file that somebody is writing is not complete: what it was stays.
    if cache[file.path] != nil, WriterProbe.hasWriter(file.path) == true { return }
    let bytes: [UInt8]
    do throws(FileError) {
      bytes = try OpenFile.contents(of: file.path, limit: Self.largestFile)
    } catch {
      let location = SourceLocation(wholeFile: file.path.text)
      let diagnostic = Diagnostic(.error, error.description, at: location)
      remember(file.path, [], SourceText(file: file.path.text, text: ""), [diagnostic], nil)
      return
    }
    if cache[file.path]?.bytes == bytes { return }
    let source = SourceText(file: file.path.text, bytes: bytes)
    let collector = DiagnosticCollector(source)
    let content = decode(file, isShortcut: isShortcut, collector)
    remember(file.path, bytes, source, collector.diagnostics, collector.hasErrors ? nil : content)
  }

  private mutating func remember(
    _ path: FilePath, _ bytes: [UInt8], _ source: SourceText, _ diagnostics: [Diagnostic],
    _ content: Content?
  ) {
    let lastGood = content ?? cache[path]?.lastGood
    cache[path] = Cached(
      bytes: bytes, source: source, diagnostics: diagnostics, content: content, lastGood: lastGood)
  }

  private func decode(
    _ file: FoundFile, isShortcut: Bool, _ collector: DiagnosticCollector
  ) -> Content? {
    guard let documents = collector.parse() else { return nil }
    guard isShortcut else {
      return .rules(RuleDecoder(catalog, collector).decode(documents, fileName: file.stem))
    }
    guard let document = documents.first else { return nil }
    if documents.count > 1 {
      collector.report(.custom("a shortcut file holds one shortcut"), at: documents[1])
    }
    return ShortcutDecoder(catalog.steps, collector).decode(document, name: file.stem)
      .map(Content.shortcut)
  }
}

extension RuleLoader {
  /// Reads some files, wherever they lie, together with the folders, where they hide those of their name.
  ///
  /// - Returns: all that would be in force with them, and reports on these files alone.
  package mutating func load(with files: [FilePath]) -> RuleBase {
    var linker = BaseLinker(keeping: owners)
    var reports: [FileReport] = []
    for (folders, kind) in [(folders.shortcuts, FileKind.shortcut), (folders.rules, .rules)] {
      let own = files.filter { FileKind(of: $0) == kind }
      let names = Set(own.map(\.name))
      for path in own {
        let file = FoundFile(path: path, state: .read)
        reports.append(report(on: file, isShortcut: kind == .shortcut, &linker))
      }
      for file in FolderScan.files(in: folders, user: user) where !names.contains(file.path.name) {
        _ = report(on: file, isShortcut: kind == .shortcut, &linker)
      }
    }
    return linker.link(reports)
  }
}
