internal import Values

/// What a name or call stands for.
enum Resolution: Sendable {
  /// A variable that the caller gives.
  case variable(String)
  /// The clock of the evaluation.
  case now
  /// A variable of a macro, by its place among those in force.
  case local(Int)
  case constant(Value)
  case function(FunctionDefinition, takesTarget: Bool)
  case world(WorldFunction)
  /// Nothing: evaluating it fails for this reason.
  case failure(EvaluationError.Reason)
}

/// A tree with the types of its nodes and what its names stand for.
struct Checked: Sendable {
  var syntax: Syntax
  var types: [ValueType]
  var resolutions: [Resolution?]
  /// Where fields stand in things that have all fields of their schema, by the node that selects.
  var places: [Syntax.ID: Int] = [:]
  /// How many variables of macros are in force at most at the same time.
  var localCount = 0

  init(_ syntax: Syntax) {
    self.syntax = syntax
    types = Array(repeating: .dynamic, count: syntax.nodes.count)
    resolutions = Array(repeating: nil, count: syntax.nodes.count)
  }

  /// The variable and fields that a node names: `file.name` gives both words.
  func path(of id: Syntax.ID) -> [String]? {
    switch resolutions[id] {
    case .variable(let name)?: return [name]
    case .now, .local, .constant, .function, .world, .failure: return nil
    case nil:
      guard case .select(let operand, let field, _) = syntax[id].kind,
        let path = path(of: operand)
      else { return nil }
      return path + [field]
    }
  }

  /// All paths that are used, each as long as it is written.
  var references: Set<[String]> {
    var paths: Set<[String]> = []
    var pending = [syntax.root]
    while let id = pending.popLast() {
      if let path = path(of: id) {
        paths.insert(path)
      } else if case .has(let operand, let field) = syntax[id].kind, let path = path(of: operand) {
        paths.insert(path + [field])
      } else {
        pending += syntax[id].kind.children
      }
    }
    return paths
  }
}
