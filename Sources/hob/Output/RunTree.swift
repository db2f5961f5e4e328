import Workflow
import Automation
import Diagnostics
import Storage
import Terminal
import Values

/// One run as a tree: what set it off, its steps with what went in and out, and how it ended.
struct RunTree {
  private let session: Session
  private let run: RunDetail
  /// Whether values are shown whole, however long.
  private let isFull: Bool

  init(_ session: Session, _ run: RunDetail, isFull: Bool) {
    (self.session, self.run, self.isFull) = (session, run, isFull)
  }

  private var paint: Paint { session.output.paint }
  private var text: RunText { RunText(session) }

  func print() {
    head()
    let nodes = StepForest(run.steps).nodes.map(node)
    for line in Tree.lines(nodes, signs: session.output.signs, paint: paint) {
      session.output.line(line)
    }
    if run.stepCount > run.steps.count {
      session.output.line("… and \(run.stepCount - run.steps.count) more steps")
    }
    if run.steps.isEmpty { session.output.line(paint.dim("no steps were begun")) }
  }

  private func head() {
    let summary = run.summary
    let status = paint.apply(RunText.hue(summary.status), summary.status.rawValue)
    var title =
      "run \(summary.run?.value ?? 0) of \(paint.bold(Printable.text(text.name(summary))))"
    if let shortcut = summary.shortcut, summary.rule != nil {
      title += " (shortcut \(Printable.text(shortcut)))"
    }
    session.output.line("\(title): \(status)")
    if !summary.reason.isEmpty { fact("reason", summary.reason) }
    if let event = summary.event { self.event(event) } else { fact("event", "none: by hand") }
    fact("queued", times(summary))
    if !run.key.isEmpty { fact("key", run.key) }
    if run.result != .null { fact("result", shown(run.result) + (run.isCut ? " (cut)" : "")) }
  }

  private func event(_ event: Event) {
    var words = text.event(event) + ", event \(event.id.value)"
    if event.isCaughtUp { words += ", found after a time when nobody watched" }
    fact("event", words)
    guard let cause = event.cause, !cause.links.isEmpty else { return }
    let chain = cause.links.map { "run \($0.run.value) of \($0.rule.name)" }
    fact("cause", chain.joined(separator: " → "))
  }

  private func times(_ summary: RunSummary) -> String {
    let times = session.times
    var words =
      times.moment(summary.queued, withSeconds: true) + ", " + times.distance(summary.queued)
    if let started = summary.started {
      let wait = started - summary.queued
      if wait >= .milliseconds(100) { words += "; waited \(TimeText.span(wait))" }
      words += "; took \(text.took(summary))"
    }
    return words
  }

  private func fact(_ name: String, _ value: String) {
    let label = TextWidth.padded(name, to: 8)
    session.output.line("  " + paint.dim(label) + cut(Printable.text(value), indent: 10))
  }

  // MARK: Steps

  private func node(_ step: StepForest.Node) -> Tree.Node {
    let children = step.children.map(node)
    guard let detail = step.step else {
      return Tree.Node(paint.dim(Printable.text(step.label)), children: children)
    }
    var line = paint.dim(step.label) + " " + paint.bold(detail.keyword)
    if let main = mainArgument(detail) { line += " " + cut(main, indent: 32) }
    let state = state(detail)
    if !state.isEmpty { line += "  " + state }
    return Tree.Node(line, notes: notes(detail), children: children)
  }

  private func state(_ step: StepDetail) -> String {
    let took = step.ended.map { TimeText.span($0 - step.began) } ?? ""
    return switch step.state {
    case .succeeded: paint.green(took)
    case .failed(let reason): paint.red("failed: \(reason)") + " " + took
    case .passed: ""
    case .begun:
      run.summary.status.isEnd ? paint.red("interrupted") : paint.cyan("under way")
    }
  }

  /// What the step is about, for its first line.
  private func mainArgument(_ step: StepDetail) -> String? {
    let schema = ListActions.schemas.first { $0.keyword == step.keyword }
    guard let name = schema?.main?.name, let value = step.arguments[name] else { return nil }
    return Printable.text(argument(value))
  }

  private func argument(_ value: Value) -> String {
    if case .string(let path)? = value.member("path") { return session.shown(path) }
    if case .string(let text) = value { return text.hasPrefix("/") ? session.shown(text) : text }
    return value.shown
  }

  private func notes(_ step: StepDetail) -> [String] {
    let main = ListActions.schemas.first { $0.keyword == step.keyword }?.main?.name
    var notes: [(String, String)] = []
    for (name, value) in step.arguments.sorted(by: { $0.key < $1.key })
    where name != main || isFull {
      notes.append((name, shown(value)))
    }
    if case .passed = step.state, step.keyword == "if" {
      notes.append(("was", shown(step.result)))
    } else if step.result != .null {
      notes.append(("gave", shown(step.result)))
    }
    for (name, value) in step.details.sorted(by: { $0.key < $1.key })
    where isFull || !Self.isNoise(name, value) {
      notes.append((name, shown(value)))
    }
    if !step.message.isEmpty { notes.append(("error", step.message)) }
    if step.isCut { notes.append(("cut", "something of it was too long to be kept whole")) }
    return notes.map { paint.dim($0.0) + " " + cut(Printable.text($0.1), indent: 20) }
  }

  /// Details that tell nothing beyond what the tree shows anyhow.
  private static func isNoise(_ name: String, _ value: Value) -> Bool {
    name == "took" || value == .bool(false) || value == .string("") || value == .null
  }

  private func shown(_ value: Value) -> String {
    if case .entity(let entity) = value, case .string(let path)? = entity.fields["path"] {
      return session.shown(path)
    }
    return value.shown
  }

  private func cut(_ text: String, indent: Int) -> String {
    guard !isFull else { return text }
    let width = session.output.width ?? 120
    return TextWidth.cut(text, to: max(20, width - indent))
  }
}

/// The steps of a run as they lie in one another, made from their places: `2.each[4].1`.
struct StepForest {
  struct Node {
    /// The last part of its place.
    var label: String
    /// Nil for a block such as `then`, which is no step itself.
    var step: StepDetail?
    var children: [Node] = []
  }

  private(set) var nodes: [Node] = []

  init(_ steps: [StepDetail]) {
    for step in steps {
      Self.insert(step, step.place.split(separator: ".").map(String.init)[...], into: &nodes)
    }
  }

  private static func insert(
    _ step: StepDetail, _ path: ArraySlice<String>, into nodes: inout [Node]
  ) {
    guard let label = path.first else { return }
    let rest = path.dropFirst()
    // Steps come in the order in which they began, so that the last one is the one meant.
    if !rest.isEmpty, let index = nodes.lastIndex(where: { $0.label == label }) {
      return insert(step, rest, into: &nodes[index].children)
    }
    guard !rest.isEmpty else { return nodes.append(Node(label: label, step: step)) }
    var block = Node(label: label)
    insert(step, rest, into: &block.children)
    nodes.append(block)
  }
}
