import Values

/// Members of what the daemon answers to `Status` and `Reload`.
struct StatusReader {
  private let answer: Value

  init(_ answer: Value) { self.answer = answer }

  func text(_ name: String) -> String {
    if case .string(let text)? = answer.member(name) { text } else { "" }
  }

  func number(_ name: String) -> Int {
    if case .int(let number)? = answer.member(name) { Int(number) } else { 0 }
  }

  func flag(_ name: String) -> Bool { answer.member(name) == .bool(true) }

  /// A point in time, which JSON carries as text.
  func time(_ name: String) -> Instant? { Instant(rfc3339: text(name)) }

  func list(_ name: String) -> [StatusReader] {
    guard case .list(let values)? = answer.member(name) else { return [] }
    return values.map(StatusReader.init)
  }

  func texts(_ name: String) -> [String] {
    guard case .list(let values)? = answer.member(name) else { return [] }
    return values.compactMap { if case .string(let text) = $0 { text } else { nil } }
  }

  /// Files that have errors.
  var failedFiles: [StatusReader] { list("files").filter { $0.text("state") == "failed" } }
}
