import Control
import Automation
import Diagnostics
import FileSystem
import Rules
import Service
import Storage
import Values

/// Something that keeps a rule from running, or may do so.
struct Finding {
  enum Kind: String {
    case notLoaded = "not-loaded"
    case noService = "no-service"
    case serviceStopping = "service-stopping"
    case notInService = "not-in-service"
    case disabled, paused
    case earlierVersion = "earlier-version"
    case trigger
    case folderMissing = "folder-missing"
    case busy
    case history
    case nothingSeen = "nothing-seen"
  }

  let kind: Kind
  /// One or two sentences.
  let message: String

  init(_ kind: Kind, _ message: String) { (self.kind, self.message) = (kind, message) }

  var value: Value {
    .map(ValueMap(["kind": .string(kind.rawValue), "message": .string(message)]))
  }
}

/// What stands against a rule now, apart from any event.
struct RuleFindings {
  /// How long the daemon may take to say how it is.
  private static let patience = Duration.seconds(5)

  private(set) var all: [Finding] = []
  private let rule: Rule
  private let session: Session

  init(_ rule: Rule, _ session: Session) throws(Failure) {
    (self.rule, self.session) = (rule, session)
    try askService()
    try lookAtSwitches()
    lookAtFolders()
  }

  /// Why there is no rule of a name, where the files give a reason.
  static func missing(_ name: String, _ session: Session) throws(Failure) -> [Finding] {
    var findings: [Finding] = []
    for file in session.base.files {
      let path = session.shown(file.path)
      switch file.outcome {
      case .failed where mentions(name, in: file):
        let first = file.diagnostics.first { $0.severity == .error }
        let place = first?.location.map { " on line \($0.line)" } ?? ""
        let what = first.map { ": " + $0.message } ?? ""
        findings.append(
          Finding(
            .notLoaded,
            "The rule is not in force, since \(path) has an error\(place)\(what). `hob check` shows it."
          ))
      case .masked where stem(file) == name:
        findings.append(
          Finding(.notLoaded, "The rule is not in force, since \(path) masks it."))
      case .hidden where stem(file) == name, .ignored where mentions(name, in: file):
        findings.append(
          Finding(.notLoaded, "The file \(path) is not read: \(file.reason)."))
      case .failed, .masked, .hidden, .ignored, .loaded: break
      }
    }
    guard findings.isEmpty else { return findings }
    throw .notFound(
      "rule", name, among: session.base.rules.rules.map(\.id.name), listedBy: "hob rules")
  }

  private static func stem(_ file: FileReport) -> String {
    FoundFile(path: file.path, state: .read).stem
  }

  private static func mentions(_ name: String, in file: FileReport) -> Bool {
    if stem(file) == name { return true }
    let bytes = try? OpenFile.contents(of: file.path, limit: RuleLoader.largestFile)
    return bytes.map { FilePath.text(of: $0).contains(name) } ?? false
  }

  private mutating func add(_ kind: Finding.Kind, _ message: String) {
    all.append(Finding(kind, message))
  }

  private mutating func askService() throws(Failure) {
    guard session.options.bus != nil else { return }
    guard let answer = try session.askIfThere(.status, timeout: Self.patience) else {
      add(
        .noService,
        "hobd is not running, or not on this bus, so nothing sets the rule off; \(Failure.startAdvice)."
      )
      return
    }
    let status = StatusReader(answer)
    if status.text("state") == "stopping" {
      add(.serviceStopping, "hobd is stopping and takes no new events.")
    }
    if !status.text("history").isEmpty {
      add(.history, "The history can't be written, so runs wait: \(status.text("history"))")
    }
    guard let own = status.list("rules").first(where: { $0.text("id") == rule.id.name }) else {
      add(
        .notInService,
        "hobd has not loaded the rule; it may read other folders. `hob reload` makes it look again."
      )
      return
    }
    lookAtTriggers(status)
    let running = own.number("running")
    let waiting = own.number("waiting")
    if running > 0, rule.mode.kind != .parallel || waiting > 0 {
      let rest = waiting > 0 ? ", and \(waiting) wait for their turn" : ""
      add(
        .busy,
        "\(Words.count(running, "run")) of it \(running == 1 ? "is" : "are") under way\(rest); the mode is `\(rule.mode.kind.rawValue)`."
      )
    }
    let file = status.list("files").first { $0.text("path") == rule.location.file }
    if file?.flag("earlier_version") == true {
      add(
        .earlierVersion,
        "\(session.shown(rule.location.file)) has errors, so the version before it is in force; `hob check` shows them."
      )
    }
  }

  private mutating func lookAtTriggers(_ status: StatusReader) {
    let keys = Set(rule.plans.map(\.spec.armingKey.text))
    for trigger in status.list("triggers") where keys.contains(trigger.text("watches")) {
      guard trigger.text("state") != "whole" else { continue }
      let reason = trigger.text("reason")
      add(.trigger, reason.isEmpty ? "Its trigger is \(trigger.text("state"))." : reason)
    }
  }

  private mutating func lookAtSwitches() throws(Failure) {
    let switches = try RuleSwitches(session)
    let id = rule.id.name
    if !switches.isEnabled(rule) {
      add(.disabled, "The rule is switched off; `hob enable \(id)` ends that.")
    }
    if switches.isEverythingPaused {
      add(.paused, "Everything is paused, so new runs wait; `hob resume` ends that.")
    } else if switches.isPaused(rule) {
      add(.paused, "The rule is paused, so new runs wait; `hob resume \(id)` ends that.")
    }
  }

  private mutating func lookAtFolders() {
    // The daemon says more about its triggers than a look from here.
    guard !all.contains(where: { $0.kind == .trigger }) else { return }
    for plan in rule.plans {
      guard case .string(let folder)? = plan.spec.options["folder"],
        !FileOperations.exists(FilePath(folder))
      else { continue }
      add(.folderMissing, "The folder \(session.shown(folder)) does not exist; it is waited for.")
    }
  }
}
