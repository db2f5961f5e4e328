package import Values

/// Text with expressions in it: `Invoice of ${vendor}.pdf`.
///
/// A template that is one `${…}` alone keeps the type of its value; otherwise values become text.
/// `$${` stands for a plain `${`.
package struct Template: Sendable {
  /// The text as it was written.
  package let source: String
  private let parts: [Part]
  private let limits: ExpressionLimits

  private enum Part: Sendable {
    case text(String)
    /// An expression, and where it begins in the template.
    case expression(Expression, offset: Int)
  }

  /// Reads a text and checks what is in it; offsets of errors count from the start of the text.
  package init(
    _ source: String, environment: CheckEnvironment = CheckEnvironment()
  ) throws(ExpressionError) {
    self.source = source
    limits = environment.limits
    var parts: [Part] = []
    for piece in try TemplateReader.pieces(of: source) {
      switch piece {
      case .text(let text): parts.append(.text(text))
      case .hole(let text, let offset):
        do throws(ExpressionError) {
          let expression = try Expression(text, environment: environment)
          parts.append(.expression(expression, offset: offset))
        } catch {
          throw error.shifted(by: offset)
        }
      }
    }
    self.parts = parts
  }

  /// Whether there are no expressions in it.
  package var isConstant: Bool { expressions.isEmpty }

  /// The text between the expressions, each `$${` as what it stands for; all of it where it is constant.
  package var constantText: String {
    parts.reduce(into: "") { if case .text(let text) = $1 { $0 += text } }
  }

  /// The expressions in it, in their order.
  package var expressions: [Expression] {
    parts.compactMap { if case .expression(let expression, _) = $0 { expression } else { nil } }
  }

  /// The type of the value: that of the expression where it stands alone, else text.
  package var type: ValueType {
    if parts.count == 1, case .expression(let expression, _) = parts[0] { return expression.type }
    return .string
  }

  /// The variables and fields that are used, each as long as it is written.
  package var references: Set<[String]> {
    expressions.reduce(into: []) { $0.formUnion($1.references) }
  }

  /// Puts the values in.
  package func evaluate(
    _ bindings: [String: Value] = [:], world: World = .unknown, now: Instant? = nil
  ) throws(EvaluationError) -> Value {
    if parts.count == 1, case .expression(let expression, let offset) = parts[0] {
      return try value(of: expression, at: offset, bindings, world, now)
    }
    var text = ""
    for part in parts {
      switch part {
      case .text(let piece): text += piece
      case .expression(let expression, let offset):
        let value = try value(of: expression, at: offset, bindings, world, now)
        text += Rendering.text(value, zone: world.zone)
      }
      guard text.utf8.count <= limits.textLength else {
        throw EvaluationError(
          .limit(.textLength, limits.textLength), at: 0..<source.unicodeScalars.count)
      }
    }
    return .string(text)
  }

  private func value(
    of expression: Expression, at offset: Int, _ bindings: [String: Value], _ world: World,
    _ now: Instant?
  ) throws(EvaluationError) -> Value {
    do throws(EvaluationError) {
      return try expression.evaluate(bindings, world: world, now: now)
    } catch {
      let range = error.range
      throw EvaluationError(
        error.reason, at: range.lowerBound + offset..<range.upperBound + offset)
    }
  }

  /// A value as a person would write it.
  package static func render(_ value: Value, zone: TimeZoneRules? = nil) -> String {
    Rendering.text(value, zone: zone)
  }

  /// The first name in each `${…}` of a text that is not a template, such as a shell command.
  package static func names(in text: String) -> [(name: String, range: Range<Int>)] {
    TemplateReader.names(in: Array(text.unicodeScalars))
  }
}
