internal import Diagnostics
internal import FileSystem
internal import Rules
internal import Values
internal import Workflow

/// Brings the contents of all files together and checks what they say of one another.
struct BaseLinker {
  private var shortcuts: ShortcutLibrary = [:]
  /// All rules that claim an id, in the order of their files.
  private var claims: [RuleID: [(rule: Rule, path: FilePath)]] = [:]
  /// Which file had an id before this load; it keeps it.
  private let earlierOwners: [RuleID: FilePath]
  private var sources: [FilePath: SourceText] = [:]
  private var pathOfShortcut: [String: FilePath] = [:]
  /// Errors that only show when all files are known.
  private var late: [FilePath: [Diagnostic]] = [:]

  init(keeping earlierOwners: [RuleID: FilePath]) { self.earlierOwners = earlierOwners }

  /// Takes in what a file holds, or its last good version.
  mutating func add(_ path: FilePath, _ cached: RuleLoader.Cached?) -> FileReport {
    guard let cached else { return FileReport(path: path, outcome: .ignored) }
    let hasErrors = cached.diagnostics.contains { $0.severity == .error }
    var report = FileReport(
      path: path, outcome: hasErrors ? .failed : .loaded, diagnostics: cached.diagnostics)
    sources[path] = cached.source
    let content = cached.content ?? cached.lastGood
    report.usesEarlierVersion = cached.content == nil && content != nil
    switch content {
    case nil: break
    case .shortcut(let shortcut):
      shortcuts[shortcut.name] = shortcut
      pathOfShortcut[shortcut.name] = path
      report.shortcut = shortcut.name
    case .rules(let rules):
      for rule in rules { claims[rule.id, default: []].append((rule, path)) }
      report.rules = rules.map(\.id)
    }
    return report
  }

  /// The rules that have their id: the one that had it before, else the first; names both files.
  private mutating func settleClaims() -> [(rule: Rule, path: FilePath)] {
    var settled: [(rule: Rule, path: FilePath)] = []
    for (id, claimants) in claims.sorted(by: { $0.key < $1.key }) {
      let winner = claimants.first { $0.path == earlierOwners[id] } ?? claimants[0]
      settled.append(winner)
      for loser in claimants where loser.path != winner.path {
        let owner = winner.rule.location
        let note = Diagnostic(.note, "`\(id.name)` stands here", at: owner)
        refuse(
          loser.path, at: loser.rule.location,
          "the rule `\(id.name)` stands already in \(owner.file)", help: "give it another id",
          notes: [note])
      }
    }
    return settled
  }

  private mutating func refuse(
    _ path: FilePath, at location: SourceLocation, _ message: String, help: String?,
    notes: [Diagnostic] = []
  ) {
    let excerpt = sources[path]?.excerpt(at: location, width: 1)
    late[path, default: []].append(
      Diagnostic(.error, message, at: location, excerpt: excerpt, help: help, notes: notes))
  }

  /// The base in force, and the reports with what only showed now.
  mutating func link(_ reports: [FileReport]) -> RuleBase {
    breakRings()
    dropShortcutsWithBrokenCalls()
    let linked = settleClaims().filter { isLinked($0.rule, $0.path) }
    var reports = reports
    var owners: [RuleID: FilePath] = [:]
    for (rule, path) in linked { owners[rule.id] = path }
    for index in reports.indices {
      let path = reports[index].path
      reports[index].rules.removeAll { owners[$0] != path }
      guard let diagnostics = late[reports[index].path] else { continue }
      reports[index].diagnostics += diagnostics
      reports[index].outcome = .failed
    }
    return RuleBase(rules: RuleSet(rules: linked.map(\.rule), shortcuts: shortcuts), files: reports)
  }

  private mutating func breakRings() {
    while let ring = ShortcutLinker.ring(in: shortcuts), let first = ring.first,
      let shortcut = shortcuts[first], let path = pathOfShortcut[first]
    {
      refuse(
        path, at: shortcut.location,
        "the shortcut runs itself: " + ring.joined(separator: " → "), help: nil)
      shortcuts[first] = nil
    }
  }

  private mutating func dropShortcutsWithBrokenCalls() {
    for name in shortcuts.keys.sorted() {
      guard let shortcut = shortcuts[name], let path = pathOfShortcut[name] else { continue }
      for call in shortcut.calledShortcuts where shortcuts[call.name] == nil {
        let problem = ShortcutLinker.problems(
          calling: call.name, hasInput: true, with: [], in: shortcuts)
        refuse(path, at: call.location, problem?.message ?? "", help: problem?.help)
      }
    }
  }

  private mutating func isLinked(_ rule: Rule, _ path: FilePath) -> Bool {
    for plan in rule.plans {
      switch plan.job {
      case .shortcut(let name, let input, let with):
        guard
          let problem = ShortcutLinker.problems(
            calling: name, hasInput: input != nil, with: Set(with.keys), in: shortcuts)
        else { continue }
        refuse(path, at: plan.jobLocation, problem.message, help: problem.help)
        return false
      case .steps(let shortcut, _):
        for call in shortcut.calledShortcuts where shortcuts[call.name] == nil {
          let problem = ShortcutLinker.problems(
            calling: call.name, hasInput: true, with: [], in: shortcuts)
          refuse(path, at: call.location, problem?.message ?? "", help: problem?.help)
          return false
        }
      }
    }
    return true
  }
}
