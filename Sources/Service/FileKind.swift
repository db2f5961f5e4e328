internal import FileSystem
internal import Values
internal import YAML

/// Which of the two kinds of files one is, where it stands in no folder that says so.
enum FileKind: Sendable, Hashable {
  case rules, shortcut

  private static let shortcutKeys: Set<String> = ["shortcut", "steps"]

  /// Decides by the folder's name, else by the keys in the file.
  init(of path: FilePath) {
    switch FilePath.text(of: path.parent.name) {
    case "shortcuts.d": self = .shortcut
    case "rules.d": self = .rules
    case _: self = Self.kind(ofContent: path)
    }
  }

  private static func kind(ofContent path: FilePath) -> FileKind {
    guard let bytes = try? OpenFile.contents(of: path, limit: RuleLoader.largestFile),
      let document = try? Parser.parse(bytes, file: path.text).first,
      let keys = document.mapping?.map(\.name)
    else { return .rules }
    return keys.contains { shortcutKeys.contains($0) } ? .shortcut : .rules
  }
}
