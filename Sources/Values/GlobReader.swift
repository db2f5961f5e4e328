/// Reads a shell pattern into steps.
struct GlobReader {
  private let scalars: [Unicode.Scalar]
  private var position = 0
  private(set) var steps: [GlobProgram.Step] = []
  /// Alternatives that are open: where their split stands, and the jumps to fill in at the end.
  private var open: [Alternatives] = []

  private struct Alternatives {
    let split: Int
    var branches: [Int]
    var jumps: [Int] = []
  }

  init(_ scalars: [Unicode.Scalar]) { self.scalars = scalars }

  mutating func readAll() {
    while position < scalars.count {
      let scalar = scalars[position]
      position += 1
      switch scalar {
      case "*": readStar()
      case "?": steps.append(.any)
      case "[": readSet()
      case "{": openAlternatives()
      case ",": nextAlternative()
      case "}": closeAlternatives()
      case "\\": readEscape()
      default: steps.append(.literal(scalar))
      }
    }
  }

  private mutating func readEscape() {
    guard position < scalars.count else { return steps.append(.literal("\\")) }
    steps.append(.literal(scalars[position]))
    position += 1
  }

  private mutating func readStar() {
    guard position < scalars.count, scalars[position] == "*" else {
      return steps.append(.star)
    }
    let isAtStart = position == 1 || scalars[position - 2] == "/"
    while position < scalars.count, scalars[position] == "*" { position += 1 }
    if isAtStart, position < scalars.count, scalars[position] == "/" {
      position += 1
      steps.append(.folders)
    } else {
      steps.append(.starStar)
    }
  }

  private mutating func readSet() {
    var index = position
    var set = GlobSet()
    if index < scalars.count, scalars[index] == "!" || scalars[index] == "^" {
      set.isNegated = true
      index += 1
    }
    let first = index
    while index < scalars.count, scalars[index] != "]" || index == first {
      let low = scalars[index]
      if index + 2 < scalars.count, scalars[index + 1] == "-", scalars[index + 2] != "]" {
        let high = scalars[index + 2]
        if low <= high { set.ranges.append(low...high) }
        index += 3
      } else {
        set.ranges.append(low...low)
        index += 1
      }
    }
    guard index < scalars.count else { return steps.append(.literal("[")) }
    position = index + 1
    steps.append(.set(set))
  }

  private mutating func openAlternatives() {
    guard isClosed(from: position) else { return steps.append(.literal("{")) }
    steps.append(.split([]))
    open.append(Alternatives(split: steps.count - 1, branches: [steps.count]))
  }

  private mutating func nextAlternative() {
    guard let last = open.indices.last else { return steps.append(.literal(",")) }
    open[last].jumps.append(steps.count)
    steps.append(.jump(0))
    open[last].branches.append(steps.count)
  }

  private mutating func closeAlternatives() {
    guard let alternatives = open.popLast() else { return steps.append(.literal("}")) }
    steps[alternatives.split] = .split(alternatives.branches)
    for jump in alternatives.jumps { steps[jump] = .jump(steps.count) }
  }

  /// Whether the brace before this index has its counterpart.
  private func isClosed(from start: Int) -> Bool {
    var depth = 1
    var index = start
    while index < scalars.count {
      switch scalars[index] {
      case "\\": index += 1
      case "{": depth += 1
      case "}": depth -= 1
      default: break
      }
      if depth == 0 { return true }
      index += 1
    }
    return false
  }
}
