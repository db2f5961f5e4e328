package import Values

/// A path below a watched folder, as bytes; empty for the folder itself.
///
/// It has no slash at either end and no empty, `.` or `..` component.
package struct RelativePath: Hashable, Sendable, Comparable {
  package let bytes: [UInt8]

  private static let slash = UInt8(ascii: "/")

  package init(bytes: [UInt8]) { self.bytes = bytes }

  package init(_ text: String) { self.init(bytes: FilePath.bytes(of: text)) }

  /// The watched folder itself.
  package static let root = RelativePath(bytes: [])

  package var isRoot: Bool { bytes.isEmpty }

  /// The last component.
  package var name: [UInt8] {
    guard let slash = bytes.lastIndex(of: Self.slash) else { return bytes }
    return Array(bytes[(slash + 1)...])
  }

  /// The folder that holds this path; the root for a single name.
  package var folder: RelativePath {
    guard let slash = bytes.lastIndex(of: Self.slash) else { return .root }
    return RelativePath(bytes: Array(bytes[..<slash]))
  }

  /// The components from the top; none for the root.
  package var components: [ArraySlice<UInt8>] { bytes.split(separator: Self.slash) }

  /// This path with one more component.
  package func appending(_ name: [UInt8]) -> RelativePath {
    guard !bytes.isEmpty else { return RelativePath(bytes: name) }
    var joined = bytes
    joined.reserveCapacity(bytes.count + name.count + 1)
    joined.append(Self.slash)
    joined += name
    return RelativePath(bytes: joined)
  }

  /// Whether this path is the folder itself or lies below it.
  package func isInside(_ folder: RelativePath) -> Bool {
    guard !folder.isRoot else { return true }
    guard bytes.starts(with: folder.bytes) else { return false }
    return bytes.count == folder.bytes.count || bytes[folder.bytes.count] == Self.slash
  }

  /// The path that this one becomes when a folder above it gets another path.
  package func moved(from old: RelativePath, to new: RelativePath) -> RelativePath {
    guard isInside(old) else { return self }
    let rest = old.isRoot ? bytes[...] : bytes[old.bytes.count...].dropFirst()
    guard !rest.isEmpty else { return new }
    return new.appending(Array(rest))
  }

  package static func < (left: RelativePath, right: RelativePath) -> Bool {
    left.bytes.lexicographicallyPrecedes(right.bytes)
  }
}

extension FilePath {
  /// The full path of something below this folder.
  package func appending(_ path: RelativePath) -> FilePath {
    path.isRoot ? self : appending(path.bytes)
  }
}
