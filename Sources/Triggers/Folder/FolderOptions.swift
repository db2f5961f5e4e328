internal import FileSystem
package import Rules
package import Values

/// What a watch of a folder depends on; rules that agree on it share one.
package struct FolderOptions: Hashable, Sendable {
  /// The folder, without a slash at its end.
  package let root: FilePath
  /// The one name in it that counts; nil for all.
  package let onlyName: [UInt8]?
  package let hasSubfolders: Bool
  package let followsLinks: Bool
  package let settle: Duration

  /// How long files settle unless said otherwise.
  package static let usualSettle = Duration.seconds(2)
  /// The longest settle time that can be asked for.
  package static let longestSettle = Duration.seconds(24 * 60 * 60)

  package init(
    root: FilePath, onlyName: [UInt8]? = nil, hasSubfolders: Bool = false,
    followsLinks: Bool = false, settle: Duration = usualSettle
  ) {
    (self.root, self.onlyName, self.hasSubfolders) = (root, onlyName, hasSubfolders)
    (self.followsLinks, self.settle) = (followsLinks, settle)
  }

  /// Reads the options that a plan has checked.
  package init(_ spec: TriggerSpec) throws(TriggerPlanError) {
    let isFile = spec.keyword == FileTrigger.keyword
    let path = try Self.path(spec.options[spec.keyword], option: spec.keyword)
    guard !path.name.isEmpty || !isFile else {
      throw TriggerPlanError(option: spec.keyword, "`/` is a folder, not a file")
    }
    self.init(
      root: isFile ? path.parent : path, onlyName: isFile ? path.name : nil,
      hasSubfolders: spec.options["subfolders"] == .bool(true),
      followsLinks: spec.options["follow-links"] == .bool(true),
      settle: try Self.settle(spec.options["settle"]))
  }

  /// The text that names what is armed.
  package func key(keyword: String) -> ArmingKey {
    let path = onlyName.map { root.appending($0) } ?? root
    let milliseconds = settle.totalNanoseconds / 1_000_000
    return ArmingKey(
      "\(keyword) settle=\(milliseconds)ms subfolders=\(hasSubfolders) links=\(followsLinks) "
        + path.text)
  }
}

/// Reading of single options.
extension FolderOptions {
  private static func settle(_ value: Value?) throws(TriggerPlanError) -> Duration {
    guard let value, value != .null else { return usualSettle }
    guard case .duration(let settle) = value, settle >= .zero, settle <= longestSettle else {
      throw TriggerPlanError(
        option: "settle", "the settle time must be between 0 and 24 hours",
        help: "write for example `settle: 5s`")
    }
    return settle
  }

  /// Reads a path: `~` stands for the home folder, doubled slashes and dots alone are taken out.
  static func path(_ value: Value?, option: String) throws(TriggerPlanError) -> FilePath {
    let text: String
    switch value {
    case .string(let path)?: text = path
    case .entity?:
      guard case .string(let path)? = value?.member("path") else { fallthrough }
      text = path
    default:
      throw TriggerPlanError(
        option: option, "a path is missing", help: "write for example `\(option): ~/Invoices`")
    }
    var path = FilePath(text)
    if path.bytes.first == UInt8(ascii: "~"), path.bytes.count == 1 || path.bytes[1] == 0x2F,
      let home = Environment.current.path("HOME") ?? CurrentProcess.homeFolder
    {
      path = FilePath(bytes: home.bytes + path.bytes.dropFirst())
    }
    guard path.isAbsolute, !path.bytes.contains(0) else {
      throw TriggerPlanError(
        option: option, "the path must begin with `/` or `~/`",
        help: "write for example `\(option): ~/\(text)`")
    }
    let parts = path.bytes.split(separator: 0x2F).filter { !$0.elementsEqual([0x2E]) }
    return FilePath(bytes: [0x2F] + Array(parts.joined(separator: [0x2F])))
  }

  /// Reads one pattern or a list of them.
  static func patterns(_ value: Value?, option: String) throws(TriggerPlanError) -> [String] {
    switch value {
    case nil, .null?: return []
    case .string(let pattern)?: return [pattern]
    case .list(let values)?:
      return try values.map { (value: Value) throws(TriggerPlanError) -> String in
        guard case .string(let pattern) = value else {
          throw TriggerPlanError(option: option, "a pattern must be text")
        }
        return pattern
      }
    default: throw TriggerPlanError(option: option, "a pattern must be text")
    }
  }

  /// Turns a pattern below the folder into one of whole paths.
  static func pattern(_ pattern: String, below root: FilePath) -> GlobPattern {
    var escaped = ""
    for letter in root.text.unicodeScalars {
      if "*?[]{},\\".unicodeScalars.contains(letter) { escaped.unicodeScalars.append("\\") }
      escaped.unicodeScalars.append(letter)
    }
    return GlobPattern((escaped == "/" ? "" : escaped) + "/" + pattern)
  }
}
