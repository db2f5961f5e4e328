internal import Glibc
package import Values

/// The variables of the process as they were when it was read.
package struct Environment: Sendable {
  /// Each variable as `NAME=value`, byte for byte.
  package let raw: [[UInt8]]

  /// Makes an environment from `NAME=value` entries, for tests.
  package init(raw: [[UInt8]]) {
    self.raw = raw
  }

  /// Makes an environment from names and values.
  package init(_ variables: [String: String]) {
    raw = variables.map { FilePath.bytes(of: $0.key + "=" + $0.value) }
  }

  /// Reads the variables of this process; environ(7).
  package static var current: Environment {
    var raw: [[UInt8]] = []
    var next = unsafe environ
    while let entry = unsafe next.pointee {
      unsafe raw.append(Array(UnsafeRawBufferPointer(start: entry, count: strlen(entry))))
      unsafe next += 1
    }
    return Environment(raw: raw)
  }

  /// All variables as text; bytes that are no UTF-8 are escaped as in paths, and the first of a name counts.
  package var variables: [String: String] {
    var variables: [String: String] = [:]
    for entry in raw {
      guard let equals = entry.firstIndex(of: UInt8(ascii: "=")) else { continue }
      let name = FilePath.text(of: Array(entry[..<equals]))
      if variables[name] == nil {
        variables[name] = FilePath.text(of: Array(entry[(equals + 1)...]))
      }
    }
    return variables
  }

  /// The value of a variable byte for byte, or nil where it is not set.
  package func bytes(_ name: String) -> [UInt8]? {
    let start = Array(name.utf8) + [UInt8(ascii: "=")]
    return raw.first { $0.starts(with: start) }.map { Array($0.dropFirst(start.count)) }
  }

  /// The value of a variable as text, or nil where it is not set.
  package func text(_ name: String) -> String? {
    bytes(name).map(FilePath.text(of:))
  }

  /// The path in a variable, if it is an absolute one; others count as not set, as the XDG specification says.
  package func path(_ name: String) -> FilePath? {
    guard let bytes = bytes(name) else { return nil }
    let path = FilePath(bytes: bytes)
    return path.isAbsolute ? path : nil
  }
}

/// Where the user's things are, by the XDG Base Directory specification 0.8.
extension Environment {
  /// The user's home: `HOME`, else what the password file says, else the root.
  package var home: FilePath {
    path("HOME") ?? CurrentProcess.homeFolder ?? FilePath("/")
  }

  /// `XDG_CONFIG_HOME`, else `~/.config`.
  package var configFolder: FilePath { path("XDG_CONFIG_HOME") ?? home.appending(".config") }

  /// `XDG_STATE_HOME`, else `~/.local/state`.
  package var stateFolder: FilePath {
    path("XDG_STATE_HOME") ?? home.appending(".local").appending("state")
  }

  /// `XDG_DATA_HOME`, else `~/.local/share`.
  package var dataFolder: FilePath {
    path("XDG_DATA_HOME") ?? home.appending(".local").appending("share")
  }

  /// `XDG_CACHE_HOME`, else `~/.cache`.
  package var cacheFolder: FilePath { path("XDG_CACHE_HOME") ?? home.appending(".cache") }

  /// `XDG_RUNTIME_DIR`, which has no replacement.
  package var runtimeFolder: FilePath? { path("XDG_RUNTIME_DIR") }

  /// `TMPDIR`, else `/tmp`.
  package var temporaryFolder: FilePath { path("TMPDIR") ?? FilePath("/tmp") }

  /// The path with `~` or `~/` at its start replaced by the home; another user's `~name` stays as it is.
  package func expandingTilde(_ path: FilePath) -> FilePath {
    guard path.bytes.first == UInt8(ascii: "~") else { return path }
    if path.bytes.count == 1 { return home }
    guard path.bytes[1] == UInt8(ascii: "/") else { return path }
    return FilePath(bytes: home.bytes + path.bytes.dropFirst())
  }
}
