package import Expressions
package import Values
package import Workflow

extension Expressions.Expression {
  /// The fields that an expression looks at with the values they had: `file.size = 0`.
  ///
  /// - Returns: at most eight, sorted; what is missing is named as such.
  package func seenValues(in scope: [String: Value], context: EvaluationContext) -> [String] {
    let limit = 8
    return references.sorted { $0.joined(separator: ".") < $1.joined(separator: ".") }
      .prefix(limit).map { path in
        let name = path.joined(separator: ".")
        guard path != ["now"] else { return "now = \(Template.render(.timestamp(context.now)))" }
        guard let value = Self.value(at: path, in: scope) else { return "\(name) is missing" }
        return "\(name) = \(Self.shortened(value))"
      }
  }

  private static func value(at path: [String], in scope: [String: Value]) -> Value? {
    guard let first = path.first, var value = scope[first] else { return nil }
    for name in path.dropFirst() {
      guard let inner = value.member(name) else { return nil }
      value = inner
    }
    return value
  }

  private static func shortened(_ value: Value) -> String {
    let limit = 60
    let text = JSON.encode(value)
    return text.count <= limit ? text : text.prefix(limit) + "…"
  }
}
