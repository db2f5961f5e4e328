internal import Values

/// Turns a checked tree into nodes that evaluate, with constant parts calculated beforehand.
struct Compiler {
  private let checked: Checked
  private let limits: ExpressionLimits
  private var scopeDepth = 0
  /// Variables that are used several times, each with its place.
  private let cached: [String: Int]

  static func compile(
    _ checked: Checked, root: Syntax.ID, limits: ExpressionLimits
  ) -> any Node {
    var compiler = Compiler(checked, limits)
    return compiler.node(root)
  }

  private init(_ checked: Checked, _ limits: ExpressionLimits) {
    (self.checked, self.limits) = (checked, limits)
    cached = Self.cachedVariables(checked)
  }

  private static func cachedVariables(_ checked: Checked) -> [String: Int] {
    var uses: [String: Int] = [:]
    var pending = [checked.syntax.root]
    while let id = pending.popLast() {
      if case .variable(let name)? = checked.resolutions[id] {
        uses[name, default: 0] += 1
      } else {
        pending += checked.syntax[id].kind.children
      }
    }
    let often = uses.filter { $0.value > 1 }.sorted { ($1.value, $0.key) < ($0.value, $1.key) }
    var slots: [String: Int] = [:]
    for (slot, use) in often.prefix(Frame.cachedVariables).enumerated() { slots[use.key] = slot }
    return slots
  }

  private func range(_ id: Syntax.ID) -> Range<Int> { checked.syntax[id].range }

  private mutating func nodes(_ ids: [Syntax.ID]) -> [any Node] {
    var nodes: [any Node] = []
    for id in ids { nodes.append(node(id)) }
    return nodes
  }

  /// The node, replaced by its value where that is known already.
  private mutating func node(_ id: Syntax.ID) -> any Node {
    let (made, inner) = make(id)
    guard !inner.isEmpty, inner.allSatisfy({ $0 is ConstantNode }), isPure(id) else {
      return made
    }
    // A part that fails stays, so that it fails where and when it is evaluated.
    var frame = Frame(
      bindings: [:], world: .unknown, now: nil, limits: limits, localCount: 0)
    guard let value = try? made.evaluate(&frame) else { return made }
    return ConstantNode(value)
  }

  private func isPure(_ id: Syntax.ID) -> Bool {
    switch checked.resolutions[id] {
    case .function(let function, _)?: function.isPure
    case .world?, .now?, .failure?, .local?: false
    case .variable?, .constant?, nil:
      switch checked.syntax[id].kind {
      case .comprehension, .bind, .optionalMap: false
      case .constant, .identifier, .select, .index, .not, .negate, .and, .or, .conditional,
        .binary, .list, .map, .message, .call, .has:
        true
      }
    }
  }

  /// Makes a node, and gives those it is made of.
  private mutating func make(_ id: Syntax.ID) -> (any Node, [any Node]) {
    let range = range(id)
    if let named = named(id) { return (named, []) }
    switch checked.syntax[id].kind {
    case .constant(let value): return (ConstantNode(value), [])
    case .identifier(let name): return (FailingNode(.noSuchVariable(name), range), [])
    case .select(let operand, let field, let isOptional):
      return select(operand, field, isOptional: isOptional, id)
    case .has(let operand, let field):
      let operand = node(operand)
      return (HasNode(operand, field, range), [operand])
    case .index(let operand, let index, let isOptional):
      let parts = [node(operand), node(index)]
      return (IndexNode(parts[0], parts[1], isOptional: isOptional, range), parts)
    case .not(let operand):
      let operand = node(operand)
      return (NotNode(operand, range), [operand])
    case .negate(let operand):
      let operand = node(operand)
      return (NegateNode(operand, range), [operand])
    case .and(let operands):
      let parts = nodes(operands)
      return (AndNode(parts, operands.map(self.range)), parts)
    case .or(let operands):
      let parts = nodes(operands)
      return (OrNode(parts, operands.map(self.range)), parts)
    case .conditional(let test, let then, let otherwise):
      let parts = nodes([test, then, otherwise])
      return (ConditionalNode(parts[0], parts[1], parts[2], self.range(test)), parts)
    case .binary(let operation, let left, let right):
      let parts = nodes([left, right])
      return (binary(operation, parts[0], parts[1], range), parts)
    case .list(let elements): return list(elements)
    case .map(let entries): return map(entries)
    case .message(_, let entries): return message(entries, id)
    case .call(let target, _, let arguments): return call(target, arguments, id)
    case .comprehension(let macro): return (comprehension(macro, range), [])
    case .bind(_, let value, let body):
      let value = node(value)
      return (BindNode(value, slot: scopeDepth, scoped(body, 1)), [])
    case .optionalMap(let target, _, let body, let isFlat):
      let target = node(target)
      let body = scoped(body, 1)
      return (OptionalMapNode(target, slot: scopeDepth, body, isFlat: isFlat, range), [])
    }
  }

  /// A node for something that was found by its name.
  private func named(_ id: Syntax.ID) -> (any Node)? {
    switch checked.syntax[id].kind {
    case .identifier, .select: break
    case .call:
      guard case .failure(let reason)? = checked.resolutions[id] else { return nil }
      return FailingNode(reason, range(id))
    default: return nil
    }
    switch checked.resolutions[id] {
    case .variable(let name)?:
      guard let slot = cached[name] else { return VariableNode(name, range(id)) }
      return CachedVariableNode(name, slot: slot, range(id))
    case .now?: return NowNode(range(id))
    case .local(let slot)?: return LocalNode(slot)
    case .constant(let value)?: return ConstantNode(value)
    case .failure(let reason)?: return FailingNode(reason, range(id))
    case .function?, .world?, nil: return nil
    }
  }

  private mutating func select(
    _ operand: Syntax.ID, _ field: String, isOptional: Bool, _ id: Syntax.ID
  ) -> (any Node, [any Node]) {
    let place = checked.places[id] ?? 0
    let target = node(operand)
    let select = SelectNode(target, field, isOptional: isOptional, place: place, range(id))
    guard !isOptional, case .variable(let name)? = checked.resolutions[operand] else {
      return (select, [target])
    }
    guard let slot = cached[name] else {
      return (FieldNode(name, field, place: place, select), [target])
    }
    return (CachedFieldNode(slot: slot, field, place: place, select), [target])
  }

  private func binary(
    _ operation: BinaryOperator, _ left: any Node, _ right: any Node, _ range: Range<Int>
  ) -> any Node {
    switch operation {
    case .equal, .notEqual:
      EqualNode(left, right, isNegated: operation == .notEqual, range)
    case .less, .lessOrEqual, .greater, .greaterOrEqual:
      CompareNode(left, right, operation, range)
    case .in: InNode(left, right, range)
    case .add, .subtract, .multiply, .divide, .modulo:
      ArithmeticNode(left, right, operation, range)
    }
  }

  private mutating func list(_ elements: [Syntax.Element]) -> (any Node, [any Node]) {
    let parts = nodes(elements.map(\.value))
    let ranges = elements.map { range($0.value) }
    return (ListNode(parts, isOptional: elements.map(\.isOptional), ranges), parts)
  }

  private mutating func entries(_ entries: [Syntax.Entry]) -> [MapNode.Entry] {
    var made: [MapNode.Entry] = []
    for entry in entries {
      made.append(
        MapNode.Entry(
          key: node(entry.key), value: node(entry.value), isOptional: entry.isOptional,
          keyRange: range(entry.key), valueRange: range(entry.value)))
    }
    return made
  }

  private mutating func map(_ entries: [Syntax.Entry]) -> (any Node, [any Node]) {
    let made = self.entries(entries)
    return (MapNode(made), made.flatMap { [$0.key, $0.value] })
  }

  private mutating func message(
    _ entries: [Syntax.Entry], _ id: Syntax.ID
  ) -> (any Node, [any Node]) {
    let made = self.entries(entries)
    guard case .constant(.type(let name))? = checked.resolutions[id] else {
      return (FailingNode(.noSuchVariable("message"), range(id)), [])
    }
    return (MessageNode(name, MapNode(made), range(id)), made.flatMap { [$0.key, $0.value] })
  }

  private mutating func call(
    _ target: Syntax.ID?, _ arguments: [Syntax.ID], _ id: Syntax.ID
  ) -> (any Node, [any Node]) {
    let range = range(id)
    switch checked.resolutions[id] {
    case .function(let function, let takesTarget)?:
      let ids = (takesTarget ? target.map { [$0] } ?? [] : []) + arguments
      let parts = nodes(ids)
      return (call(function, parts, range), parts)
    case .world(let function)?:
      let parts = nodes(arguments)
      return (WorldCallNode(function, parts, range), parts)
    case .failure(let reason)?: return (FailingNode(reason, range), [])
    case .variable?, .now?, .local?, .constant?, nil:
      return (FailingNode(.noSuchFunction("?"), range), [])
    }
  }

  private func call(
    _ function: FunctionDefinition, _ parts: [any Node], _ range: Range<Int>
  ) -> any Node {
    if let match = matchNode(function, parts, range) { return match }
    if parts.count == 2, let kind = TextTestNode.Kind(rawValue: function.name) {
      return TextTestNode(parts[0], parts[1], kind, range)
    }
    switch (function.implementation, parts.count) {
    case (.unary(let body), 1): return UnaryCallNode(parts[0], range, body)
    case (.binary(let body), 2): return BinaryCallNode(parts[0], parts[1], range, body)
    case (.variadic(let body), _): return VariadicCallNode(parts, range, body)
    case (.unary, _), (.binary, _):
      let reason = EvaluationError.Reason.noSuchOverload(function.name, of: [])
      return FailingNode(reason, range)
    }
  }

  /// A node for a pattern that is known beforehand and so is read only once.
  private func matchNode(
    _ function: FunctionDefinition, _ parts: [any Node], _ range: Range<Int>
  ) -> (any Node)? {
    guard parts.count == 2, case .string(let pattern)? = (parts[1] as? ConstantNode)?.value else {
      return nil
    }
    switch function.name {
    case "matches":
      return (try? LinearRegex(pattern, limit: limits.patternSize)).map {
        MatchNode(parts[0], $0, range)
      }
    case "glob": return GlobNode(parts[0], GlobPattern(pattern), range)
    default: return nil
    }
  }

  private mutating func scoped(_ body: Syntax.ID, _ count: Int) -> any Node {
    scopeDepth += count
    defer { scopeDepth -= count }
    return node(body)
  }

  private mutating func comprehension(
    _ macro: Syntax.Comprehension, _ range: Range<Int>
  ) -> any Node {
    let hasTwo = macro.secondVariable != nil
    let operand = node(macro.range)
    let elements = MacroRange(
      operand, firstSlot: scopeDepth, hasTwoVariables: hasTwo, cost: cost(of: macro),
      self.range(macro.range))
    let filter = macro.filter.map { ($0, scoped($0, hasTwo ? 2 : 1)) }
    let test = filter.map { MacroTest($0.1, self.range($0.0)) }
    let body = scoped(macro.body, hasTwo ? 2 : 1)
    let bodyRange = self.range(macro.body)
    let name = macro.kind.rawValue
    switch macro.kind {
    case .all: return QuantifierNode(elements, body, deciding: false, name, bodyRange)
    case .exists: return QuantifierNode(elements, body, deciding: true, name, bodyRange)
    case .existsOne: return ExistsOneNode(elements, MacroTest(body, bodyRange))
    case .filter: return CollectNode(elements, MacroTest(body, bodyRange), nil, range)
    case .map, .transformList: return CollectNode(elements, test, body, range)
    case .transformMap, .transformMapEntry:
      let givesEntries = macro.kind == .transformMapEntry
      return TransformMapNode(elements, test, body, givesEntries: givesEntries, range)
    }
  }

  /// How much one round of a macro counts: the parts that it may evaluate.
  private func cost(of macro: Syntax.Comprehension) -> Int {
    var count = 1
    var pending = [macro.body] + (macro.filter.map { [$0] } ?? [])
    while let id = pending.popLast() {
      count += 1
      pending += checked.syntax[id].kind.children
    }
    return count
  }
}
