internal import FileSystem
internal import Values

/// How well the folder is seen, in words.
extension FolderLane {
  /// Whether something is refused that may be granted later.
  var hasFault: Bool {
    (phase == .waiting && isRefused) || !tree.noRoom.isEmpty
      || failures.values.contains { $0 != .accessDenied }
  }

  /// Tells the health where it has changed.
  func reportHealth() {
    let health = health
    guard health != lastHealth else { return }
    lastHealth = health
    context.report(health)
  }

  private var health: TriggerHealth {
    if phase == .waiting { return .waiting(waitsFor ?? "it waits for \(options.root.text)") }
    let sentences = [roomSentence, failureSentence, coveredSentence, fullSentence].compactMap(
      \.self)
    return sentences.isEmpty ? .whole : .partly(sentences.joined(separator: "; "))
  }

  private var roomSentence: String? {
    guard !tree.noRoom.isEmpty else { return nil }
    guard context.watching.watches.isOpen else { return KernelLimit.instances.sentence }
    let all = tree.count
    return "\(all - tree.noRoom.count) of \(all) folders are watched, the rest is only looked at "
      + "about once a minute: " + KernelLimit.watches.sentence
  }

  private var failureSentence: String? {
    guard !failures.isEmpty else { return nil }
    let named = failures.keys.compactMap { node -> (RelativePath, Errno)? in
      guard let path = tree.path(of: node), let errno = failures[node] else { return nil }
      return (path, errno)
    }.sorted { $0.0 < $1.0 }
    let first = named.prefix(Self.mostNamed).map { "\(path($0.0).text) (\($0.1.explanation))" }
    let rest = named.count > first.count ? " and \(named.count - first.count) more" : ""
    return "can't be read: " + first.joined(separator: ", ") + rest
  }

  private var coveredSentence: String? {
    guard !covered.isEmpty else { return nil }
    let named = covered.sorted()
    let first = named.prefix(Self.mostNamed).map { path($0).text }
    let rest = named.count > first.count ? " and \(named.count - first.count) more" : ""
    return "other file systems are mounted in it and not watched, give each a trigger of its own: "
      + first.joined(separator: ", ") + rest
  }

  private var fullSentence: String? {
    guard isFull else { return nil }
    return "it holds more than \(limits.files) files or \(limits.folders) folders, and what is "
      + "beyond is not reported; watch parts of it instead"
  }

  /// How many folders a sentence names.
  private static let mostNamed = 3
}

/// A limit of the kernel on what one user may watch.
enum KernelLimit {
  case watches
  case instances

  /// What is used up, how much it is, and how to raise it.
  var sentence: String {
    let (system, space) = (
      value(of: "/proc/sys/fs/inotify/" + name), value(of: "/proc/sys/user/" + spaceName)
    )
    // In a user namespace of its own the smaller of two limits counts.
    if let space, space < system ?? .max {
      return "the limit user.\(spaceName) of \(space) \(things) is used up; raise it with "
        + "`sysctl user.\(spaceName)=\(space * 2)` in this user namespace"
    }
    let size = system ?? 0
    return "the limit fs.inotify.\(name) of \(size) \(things) is used up; raise it with "
      + "`sudo sysctl fs.inotify.\(name)=\(max(size, 1) * 2)`, and for good in /etc/sysctl.d"
  }

  private var name: String {
    switch self {
    case .watches: "max_user_watches"
    case .instances: "max_user_instances"
    }
  }

  private var spaceName: String {
    switch self {
    case .watches: "max_inotify_watches"
    case .instances: "max_inotify_instances"
    }
  }

  private var things: String {
    switch self {
    case .watches: "watches"
    case .instances: "inotify descriptors"
    }
  }

  private func value(of file: String) -> Int? {
    guard let bytes = try? OpenFile.contents(of: FilePath(file), limit: 64) else { return nil }
    return Int(String(decoding: bytes.prefix { $0 >= 0x30 && $0 <= 0x39 }, as: UTF8.self))
  }
}
