package import FileSystem
package import Values

/// Where rules and shortcuts are looked for, the first place winning over the later.
package struct RuleFolders: Sendable, Hashable {
  package let rules: [FilePath]
  package let shortcuts: [FilePath]

  package init(rules: [FilePath], shortcuts: [FilePath]) {
    (self.rules, self.shortcuts) = (rules, shortcuts)
  }

  /// The user's, the machine's and the packages' folders, unless others are given.
  package init(environment: Environment, rules: FilePath?, shortcuts: FilePath?) {
    let places = [
      environment.configFolder.appending("hob"), FilePath("/etc/hob"),
      FilePath("/usr/share/hob"),
    ]
    self.rules = rules.map { [$0] } ?? places.map { $0.appending("rules.d") }
    self.shortcuts = shortcuts.map { [$0] } ?? places.map { $0.appending("shortcuts.d") }
  }

  package var all: [FilePath] { rules + shortcuts }
}

/// A file that stands in one of the folders, and whether it is read.
package struct FoundFile: Sendable, Hashable {
  package enum State: Sendable, Hashable {
    case read
    /// A link to /dev/null, which takes the files of this name in later folders out of force.
    case masked
    /// A file of the same name stands in an earlier folder.
    case hidden(by: FilePath)
    case ignored(reason: String)
    /// Refused for its owner or its rights.
    case refused(reason: String)
  }

  package let path: FilePath
  package let state: State

  package init(path: FilePath, state: State) { (self.path, self.state) = (path, state) }

  /// The file's name without its ending.
  package var stem: String {
    let name = FilePath.text(of: path.name)
    return name.hasSuffix(Self.ending) ? String(name.dropLast(Self.ending.count)) : name
  }

  /// The one ending of files that are read.
  package static let ending = ".yaml"
}

/// Lists the files of a row of folders, with precedence and masks.
package enum FolderScan {
  /// How many files one folder may have; more are ignored aloud.
  package static let mostFiles = 10_000

  /// The files of all folders, those of one folder sorted by name.
  package static func files(in folders: [FilePath], user: UInt32) -> [FoundFile] {
    var found: [FoundFile] = []
    var winners: [[UInt8]: FilePath] = [:]
    for folder in folders {
      guard let listing = try? DirectoryListing(of: folder, limit: mostFiles) else { continue }
      for entry in listing.entries.sorted(by: { $0.name.lexicographicallyPrecedes($1.name) }) {
        let path = folder.appending(entry.name)
        if let winner = winners[entry.name] {
          found.append(FoundFile(path: path, state: .hidden(by: winner)))
          continue
        }
        let state = state(of: path, entry.name, user: user)
        found.append(FoundFile(path: path, state: state))
        switch state {
        case .read, .masked, .refused: winners[entry.name] = path
        case .hidden, .ignored: break
        }
      }
    }
    return found
  }

  private static func state(of path: FilePath, _ name: [UInt8], user: UInt32) -> FoundFile.State {
    let text = FilePath.text(of: name)
    guard !text.hasPrefix(".") else { return .ignored(reason: "its name begins with a dot") }
    guard text.hasSuffix(FoundFile.ending) else {
      return .ignored(reason: "its name does not end in \(FoundFile.ending)")
    }
    if (try? FileOperations.readLink(path)) == FilePath("/dev/null") { return .masked }
    guard let status = try? FileStatus(of: path, followingLinks: true) else {
      return .ignored(reason: "it is a link that leads nowhere")
    }
    guard status.kind == .regular else { return .ignored(reason: "it is a \(status.kind.words)") }
    return trust(status, user: user).map { .refused(reason: $0) } ?? .read
  }

  /// Why a file is not trusted; nil where it is.
  private static func trust(_ status: FileStatus, user: UInt32) -> String? {
    guard status.owner == user || status.owner == 0 else {
      return "it belongs to another user (\(status.owner)); run `chown` on it"
    }
    guard status.mode & 0o002 == 0 else {
      return "everybody may write to it; run `chmod o-w` on it"
    }
    guard status.mode & 0o020 == 0 || status.group == CurrentProcess.group || status.group == 0
    else { return "its group may write to it; run `chmod g-w` on it" }
    return nil
  }
}
