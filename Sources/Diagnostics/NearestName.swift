/// Finds the name that was probably meant.
package enum NearestName {
  /// The longest name that is compared, in characters: the work grows with the square of it.
  package static let maximumLength = 64

  /// The candidate nearest to a name; nil where none is near.
  ///
  /// Names that differ only in case, hyphens, underscores or blanks count as the same. Otherwise a
  /// third of the letters may be missing, added, changed or swapped with their neighbour. Of equally
  /// near ones the first wins.
  package static func find(_ name: String, in candidates: some Sequence<String>) -> String? {
    let wanted = simplified(name)
    guard !wanted.isEmpty, wanted.count <= maximumLength else { return nil }
    var best: (name: String, distance: Int)?
    for candidate in candidates where candidate != name {
      let other = simplified(candidate)
      if other == wanted { return candidate }
      let limit = (max(wanted.count, other.count) + 1) / 3
      guard other.count <= maximumLength, abs(other.count - wanted.count) <= limit else { continue }
      let distance = distance(wanted, other)
      if distance <= limit, distance < best?.distance ?? .max { best = (candidate, distance) }
    }
    return best?.name
  }

  private static func simplified(_ name: String) -> [Unicode.Scalar] {
    name.lowercased().unicodeScalars.filter { $0 != "-" && $0 != "_" && $0 != " " }
  }

  /// The number of letters to insert, delete, change or swap (optimal string alignment).
  private static func distance(_ left: [Unicode.Scalar], _ right: [Unicode.Scalar]) -> Int {
    var beforeLast: [Int] = []
    var last = Array(0...right.count)
    for (row, letter) in left.enumerated() {
      var current = [row + 1]
      for (column, other) in right.enumerated() {
        let change = last[column] + (letter == other ? 0 : 1)
        var cost = min(change, last[column + 1] + 1, current[column] + 1)
        if row > 0, column > 0, letter == right[column - 1], left[row - 1] == other {
          cost = min(cost, beforeLast[column - 1] + 1)
        }
        current.append(cost)
      }
      (beforeLast, last) = (last, current)
    }
    return last[right.count]
  }
}
