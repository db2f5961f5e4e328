package import Values

/// An expression that was read and checked, ready to be evaluated any number of times.
package struct Expression: Sendable {
  /// The text that it was read from.
  package let source: String
  /// The type of its value, as far as it is known beforehand.
  package let type: ValueType
  let checked: Checked
  let limits: ExpressionLimits
  private let node: any Node

  /// Reads and checks an expression.
  package init(
    _ source: String, environment: CheckEnvironment = CheckEnvironment()
  ) throws(ExpressionError) {
    let syntax = try Parser.parse(
      source, limits: environment.limits, expandsMacros: environment.expandsMacros)
    let checked = try Checker.check(syntax, in: environment)
    self.init(source, checked, root: syntax.root, limits: environment.limits)
  }

  init(_ source: String, _ checked: Checked, root: Syntax.ID, limits: ExpressionLimits) {
    var checked = checked
    checked.syntax.root = root
    (self.source, self.checked, self.limits) = (source, checked, limits)
    type = checked.types[root]
    node = Compiler.compile(checked, root: root, limits: limits)
  }

  /// Calculates the value.
  ///
  /// - Parameters:
  ///   - bindings: The values of the variables.
  ///   - world: What functions such as `disk("Backup")` and time zones are asked of.
  ///   - now: The time that `now` stands for.
  package func evaluate(
    _ bindings: [String: Value] = [:], world: World = .unknown, now: Instant? = nil
  ) throws(EvaluationError) -> Value {
    var frame = Frame(
      bindings: bindings, world: world, now: now, limits: limits, localCount: checked.localCount)
    let value = try node.evaluate(&frame)
    do throws(EvaluationError.Reason) {
      try frame.checkSize(of: value)
    } catch {
      throw EvaluationError(error, at: range)
    }
    return value
  }

  /// Calculates a condition; a value that is no truth value is an error.
  package func test(
    _ bindings: [String: Value] = [:], world: World = .unknown, now: Instant? = nil
  ) throws(EvaluationError) -> Bool {
    var frame = Frame(
      bindings: bindings, world: world, now: now, limits: limits, localCount: checked.localCount)
    switch try node.test(&frame) {
    case .yes: return true
    case .no: return false
    case .neither: throw try node.noTruth(for: "a condition", range, &frame)
    }
  }

  /// The tree, for those who look for parts that they can index.
  package var syntax: Syntax { checked.syntax }

  /// The variables and fields that are used, each as long as it is written.
  package var references: Set<[String]> { checked.references }

  /// The value, where it is the same whatever the variables are.
  package var constant: Value? { (node as? ConstantNode)?.value }

  /// The variable and fields that a part names: `file.name` gives both words.
  package func path(of id: Syntax.ID) -> [String]? { checked.path(of: id) }

  /// The type of a part.
  package func type(of id: Syntax.ID) -> ValueType { checked.types[id] }

  /// A part as an expression of its own; only for parts outside of macros.
  package func part(_ id: Syntax.ID) -> Expression {
    Expression(source, checked, root: id, limits: limits)
  }

  /// The conditions that must all hold, each as an expression of its own.
  package var conjuncts: [Expression] {
    guard case .and(let operands) = syntax[syntax.root].kind else { return [self] }
    return operands.flatMap { part($0).conjuncts }
  }

  /// The part of the source that this expression is read from, in Unicode scalars.
  package var range: Range<Int> { syntax[syntax.root].range }
}
