/// The targets of Package.swift with what they depend on, read from its `module` and `program` lines.
struct Manifest {
  let dependencies: [String: Set<String>]

  init(_ source: String) {
    var dependencies: [String: Set<String>] = [:]
    for call in ["\n    module(", "\n    program("] {
      for piece in source.pieces(after: call) {
        // Names alternate with what stands between the quotation marks.
        let quoted = piece.prefix { $0 != ")" }.split(
          separator: "\"", omittingEmptySubsequences: false)
        let names = quoted.indices.filter { !$0.isMultiple(of: 2) }.map { String(quoted[$0]) }
        guard let name = names.first else { continue }
        dependencies[name] = Set(names.dropFirst())
      }
    }
    self.dependencies = dependencies
  }
}

extension String {
  /// What follows each occurrence of a mark.
  fileprivate func pieces(after mark: String) -> [Substring] {
    var pieces: [Substring] = []
    var rest = self[...]
    while let place = rest.firstRange(of: mark) {
      rest = rest[place.upperBound...]
      pieces.append(rest)
    }
    return pieces
  }
}
