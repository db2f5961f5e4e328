package import Values

/// A text with expressions in it: `Scan of ${file.stem}`.
///
/// One `${…}` alone keeps the type of its expression; inside text it is rendered as a person would
/// write it. `$${` stands for `${` itself.
package struct Template: Sendable {
  enum Piece: Sendable {
    case text(String)
    case hole(Expression)
  }

  let pieces: [Piece]

  /// Reads a template and checks its expressions.
  ///
  /// - Throws: an error whose range counts Unicode scalars from the start of the whole text.
  package init(_ text: String, environment: CheckEnvironment) throws(ExpressionError) {
    var pieces: [Piece] = []
    for part in try TemplateParser.parts(of: text) {
      switch part {
      case .text(let text): pieces.append(.text(text))
      case .hole(let source, let offset):
        do throws(ExpressionError) {
          pieces.append(.hole(try Expression(source, environment: environment)))
        } catch {
          throw error.shifted(by: offset)
        }
      }
    }
    self.pieces = pieces
  }

  /// The type of the value, as far as it is known beforehand.
  package var type: ValueType {
    if pieces.count == 1, case .hole(let expression) = pieces[0] {
      expression.type
    } else {
      .string
    }
  }

  /// Whether there is no expression in it.
  package var isConstant: Bool {
    pieces.allSatisfy { if case .text = $0 { true } else { false } }
  }

  /// The text outside of expressions.
  package var constantText: String {
    pieces.map { if case .text(let text) = $0 { text } else { "" } }.joined()
  }

  /// The variables and fields that are used.
  package var references: Set<[String]> {
    pieces.reduce(into: []) { names, piece in
      if case .hole(let expression) = piece { names.formUnion(expression.references) }
    }
  }

  /// Works the value out.
  package func evaluate(
    _ bindings: [String: Value] = [:], world: World = .unknown, now: Instant? = nil
  ) throws(EvaluationError) -> Value {
    if pieces.count == 1, case .hole(let expression) = pieces[0] {
      return try expression.evaluate(bindings, world: world, now: now)
    }
    var text = ""
    for piece in pieces {
      switch piece {
      case .text(let piece): text += piece
      case .hole(let expression):
        text += Self.render(try expression.evaluate(bindings, world: world, now: now))
      }
      let limit = ExpressionLimits.standard.textLength
      guard text.utf8.count <= limit else {
        throw EvaluationError(.limit(.textLength, limit), at: 0..<0)
      }
    }
    return .string(text)
  }
}

/// Values as a person would write them.
extension Template {
  /// The text of a value inside a text; nothing for `null`, a file's path for a file.
  package static func render(_ value: Value) -> String {
    switch value {
    case .null: ""
    case .bool(let flag): flag ? "true" : "false"
    case .int(let number): String(number)
    case .uint(let number): String(number)
    case .double(let number): render(number)
    case .string(let text): text
    case .bytes(let bytes): FilePath.text(of: bytes)
    case .list(let values): values.map(render).joined(separator: ", ")
    case .map: JSON.encode(value)
    case .timestamp(let instant): instant.rfc3339()
    case .duration(let span): TimeSpanSyntax.text(span)
    case .type(let name): name
    case .optional(let inner): inner.map(render) ?? ""
    case .entity(let entity): render(entity)
    }
  }

  /// Whole numbers have no point: `3`, not `3.0`.
  private static func render(_ number: Double) -> String {
    if let whole = Int64(exactly: number), abs(whole) < 1 << 53 { return String(whole) }
    return "\(number)"
  }

  private static func render(_ entity: Entity) -> String {
    for name in ["path", "name", "label", "address"] {
      if case .string(let text)? = entity.fields[name] { return text }
    }
    return JSON.encode(.entity(entity))
  }
}
