internal import Diagnostics
package import Workflow

/// Checks what rules and shortcuts say of one another, once all files are read.
package enum ShortcutLinker {
  /// What a call of a shortcut is wrong about; empty where it is right.
  package static func problems(
    calling name: String, hasInput: Bool, with names: Set<String>, in library: ShortcutLibrary
  ) -> (message: String, help: String?)? {
    guard let shortcut = library[name] else {
      let nearest = NearestName.find(name, in: Array(library.keys))
      return (
        "there is no shortcut `\(name)`" + (nearest.map { "; did you mean `\($0)`?" } ?? ""),
        nearest == nil ? "shortcuts are files in shortcuts.d; `hob shortcuts` lists them" : nil
      )
    }
    if let input = shortcut.input, !hasInput {
      return (
        "the shortcut `\(name)` wants a \(input.rawValue) as its input, and there is none",
        "say it with `input:`"
      )
    }
    for wanted in shortcut.inputs.keys.sorted() where !names.contains(wanted) {
      return ("the shortcut `\(name)` needs `\(wanted)`", "say it below `with:`")
    }
    for given in names.sorted() where shortcut.inputs[given] == nil {
      let nearest = NearestName.find(given, in: Array(shortcut.inputs.keys))
      return (
        "the shortcut `\(name)` takes no `\(given)`"
          + (nearest.map { "; did you mean `\($0)`?" } ?? ""), nil
      )
    }
    return nil
  }

  /// The first ring of shortcuts that run one another, by name; nil where there is none.
  package static func ring(in library: ShortcutLibrary) -> [String]? {
    var finished: Set<String> = []
    for name in library.keys.sorted() {
      var path: [String] = []
      if let ring = ring(from: name, &path, &finished, library) { return ring }
    }
    return nil
  }

  private static func ring(
    from name: String, _ path: inout [String], _ finished: inout Set<String>,
    _ library: ShortcutLibrary
  ) -> [String]? {
    if let start = path.firstIndex(of: name) { return Array(path[start...]) + [name] }
    guard !finished.contains(name), let shortcut = library[name] else { return nil }
    path.append(name)
    for call in shortcut.calledShortcuts {
      if let ring = ring(from: call.name, &path, &finished, library) { return ring }
    }
    path.removeLast()
    finished.insert(name)
    return nil
  }
}
