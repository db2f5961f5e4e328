/// Runs conformance cases, one a line of JSON, and says which fail.
package struct ConformanceRunner: Sendable {
  package struct Report: Sendable {
    /// Names of the cases whose outcome was right.
    package var passed: [String] = []
    /// Names of the others, with what was found.
    package var failed: [(name: String, reason: String)] = []
  }

  private let world: World

  /// Makes a runner; the world is asked for time zones by name.
  package init(world: World = .unknown) { self.world = world }

  /// Runs all cases of a text; empty lines count for nothing, unreadable ones as failed.
  package func run(_ text: String) -> Report {
    var report = Report()
    for (index, line) in text.split(separator: "\n").enumerated() {
      guard line.contains(where: { !$0.isWhitespace }) else { continue }
      guard let example = ConformanceCase(line: String(line)) else {
        report.failed.append(("line \(index + 1)", "this is no conformance case"))
        continue
      }
      if let reason = example.failure(world: world) {
        report.failed.append((example.name, "\(example.expression): \(reason)"))
      } else {
        report.passed.append(example.name)
      }
    }
    return report
  }
}
