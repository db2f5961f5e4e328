import FileSystem
import Rules
import Service
import Storage
import Terminal
import Values

/// What a command works with: the options, the surroundings, the output.
final class Session {
  let options: GlobalOptions
  let environment: Environment
  let output: Output
  let now = WallClock.now()
  private var loaded: RuleBase?

  init(_ options: GlobalOptions) {
    self.options = options
    environment = Environment.current
    output = Output(options, environment)
  }

  var isJSON: Bool { options.isJSON }
  var times: TimeText { TimeText(now: now) }
  var state: StateFolder { StateFolder.locate(explicit: options.state, environment: environment) }

  var folders: RuleFolders {
    RuleFolders(
      environment: environment, rules: options.rules.map(absolute),
      shortcuts: options.shortcuts.map(absolute))
  }

  var catalog: RuleCatalog { Catalogs.rules(home: environment.home) }

  /// All rules and shortcuts of the folders, read once.
  var base: RuleBase {
    if let loaded { return loaded }
    var loader = RuleLoader(folders: folders, catalog: catalog)
    let base = loader.load()
    loaded = base
    return base
  }

  func history() throws(Failure) -> HistoryReader {
    do throws(HistoryError) {
      return try HistoryReader(state)
    } catch {
      throw Failure(error)
    }
  }

  /// The history, or nil where nothing has been recorded yet.
  func historyIfAny() throws(Failure) -> HistoryReader? {
    state.hasDatabase ? try history() : nil
  }

  /// Asks the history something, and turns its errors into what people are told.
  func reading<Result>(
    _ body: () throws(HistoryError) -> Result
  ) throws(Failure) -> Result {
    do throws(HistoryError) {
      return try body()
    } catch {
      throw Failure(error)
    }
  }

  /// A rule that is in force, by its id.
  func rule(_ name: String) throws(Failure) -> Rule {
    if let rule = base.rules[RuleID(name)] { return rule }
    throw .notFound(
      "rule", name, among: base.rules.rules.map(\.id.name), listedBy: "hob rules")
  }

  /// A path that was typed, counted from the working folder.
  func absolute(_ path: FilePath) -> FilePath {
    guard !path.isAbsolute else { return path }
    return CurrentProcess.folder.appending(path.bytes)
  }

  /// A path as people write it, with `~` for their home.
  func shown(_ path: FilePath) -> String {
    let home = environment.home
    guard home.bytes.count > 1, let rest = path.relative(to: home) else { return path.text }
    return "~/" + FilePath.text(of: rest)
  }

  func shown(_ path: String) -> String { shown(FilePath(path)) }
}
