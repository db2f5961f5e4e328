internal import Diagnostics
internal import Values
internal import YAML

/// Reads the `tests:` of a rule.
struct RuleTestDecoder {
  let collector: DiagnosticCollector

  init(_ collector: DiagnosticCollector) { self.collector = collector }

  func decode(_ reader: inout MappingReader) -> [RuleTest] {
    guard let node = reader.optional("tests") else { return [] }
    guard let members = node.sequence else {
      collector.report(.expected("a list of tests", found: node.kindInWords), at: node)
      return []
    }
    return members.compactMap(test)
  }

  private func test(_ node: Node) -> RuleTest? {
    guard var reader = MappingReader(node, of: "a test", in: collector) else { return nil }
    let event = reader.required("event", as: .dictionary(.any))
    let now = reader.optional("now", as: .text)
    let expected = reader.required("expect", as: .oneOf(["run", "no-run"]))
    reader.finish()
    var instant: Instant?
    if case .string(let text)? = now {
      instant = Instant(rfc3339: text)
      if instant == nil, let place = reader.optional("now") {
        collector.report(
          .custom("`now` is a time such as 2026-01-31T07:30:00Z"), at: place)
      }
    }
    guard case .map(let map)? = event, let expected else { return nil }
    var fields: [String: Value] = [:]
    for case (.string(let name), let value) in map.pairs { fields[name] = value }
    return RuleTest(
      fields: fields, now: instant, expectsRun: expected == .string("run"),
      location: SourceLocation(file: collector.file, mark: node.start))
  }
}
