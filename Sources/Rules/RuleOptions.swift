internal import Diagnostics
internal import Values
internal import YAML

/// The keys of a rule that say how, not what.
struct RuleOptions {
  var title: String?
  var mode = Mode()
  var throttle: Throttle?
  var catchUp = CatchUp.each
  var isDurable = false
  var notifies = false
  var isEnabled = true

  init(_ reader: inout MappingReader, _ catalog: RuleCatalog) {
    title = reader.optionalText("title")
    mode = Self.mode(&reader)
    throttle = Self.throttle(&reader)
    catchUp = Self.catchUp(&reader)
    isDurable = reader.optional("durable", as: .boolean) == .bool(true)
    notifies = reader.optional("notify", as: .boolean) == .bool(true)
    isEnabled = reader.optional("enabled", as: .boolean) != .bool(false)
  }

  private static func mode(_ reader: inout MappingReader) -> Mode {
    let names = Mode.Kind.allCases.map(\.rawValue)
    var kind = Mode.Kind.queued
    if case .string(let name)? = reader.optional("mode", as: .oneOf(names)) {
      kind = Mode.Kind(rawValue: name) ?? .queued
    }
    let atOnce = count("at-once", &reader)
    let max = count("max", &reader)
    if atOnce != nil, kind != .parallel, let node = reader.keyNode("at-once") {
      reader.collector.report(
        .custom("`at-once` goes with mode `parallel`, and this is `\(kind.rawValue)`"), at: node)
    }
    if max != nil, kind == .single || kind == .restart, let node = reader.keyNode("max") {
      reader.collector.report(
        .custom("`max` goes with the modes `queued` and `parallel`"), at: node)
    }
    return Mode(kind, atOnce: atOnce, max: max)
  }

  /// A whole number of at least 1.
  private static func count(_ key: String, _ reader: inout MappingReader) -> Int? {
    guard case .int(let number)? = reader.optional(key, as: .integer) else { return nil }
    guard number >= 1, let count = Int(exactly: number), count <= mostRuns else {
      if let node = reader.optional(key) {
        reader.collector.report(
          .custom("`\(key)` is a number from 1 to \(mostRuns)"), at: node)
      }
      return nil
    }
    return count
  }

  /// The most that `at-once` and `max` may say.
  static let mostRuns = 100_000

  private static func throttle(_ reader: inout MappingReader) -> Throttle? {
    guard let node = reader.optional("throttle") else { return nil }
    let collector = reader.collector
    guard node.mapping != nil else {
      guard case .duration(let span)? = LiteralDecoder(collector).decode(node, as: .duration)
      else { return nil }
      return checked(Throttle(atMost: 1, per: span), node, collector)
    }
    guard var inner = MappingReader(node, of: "a throttle", in: collector) else { return nil }
    let atMost = inner.required("at-most", as: .integer)
    let per = inner.required("per", as: .duration)
    inner.finish()
    guard case .int(let count)? = atMost, case .duration(let span)? = per else { return nil }
    guard count >= 1, count <= longestMemory else {
      collector.report(.custom("`at-most` is a number from 1 to \(longestMemory)"), at: node)
      return nil
    }
    return checked(Throttle(atMost: Int(count), per: span), node, collector)
  }

  /// How many runs a throttle remembers at most.
  static let longestMemory: Int64 = 1000

  private static func checked(
    _ throttle: Throttle, _ node: Node, _ collector: DiagnosticCollector
  ) -> Throttle? {
    guard throttle.per > .zero else {
      collector.report(.custom("a throttle needs a span longer than nothing"), at: node)
      return nil
    }
    return throttle
  }

  private static func catchUp(_ reader: inout MappingReader) -> CatchUp {
    guard let node = reader.optional("catch-up") else { return .each }
    let collector = reader.collector
    if node.mapping != nil {
      guard var inner = MappingReader(node, of: "catch-up", in: collector) else { return .each }
      let within = inner.required("within", as: .duration)
      inner.finish()
      if case .duration(let span)? = within { return .within(span) }
      return .each
    }
    let choice = LiteralDecoder(collector).decode(node, as: .oneOf(["each", "skip"]))
    return choice == .string("skip") ? .skip : .each
  }
}
